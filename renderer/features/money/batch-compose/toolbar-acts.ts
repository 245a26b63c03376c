/** The actions above the entries of a batch. */
export type ToolbarAct =
  | 'new'
  | 'drafts'
  | 'import'
  | 'check'
  | 'templates'
  | 'ownership'
  | 'csv'
  | 'nacha'
  | 'discard'
