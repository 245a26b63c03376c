/** The actions above the entries of a batch. */
export type ToolbarAct =
  | 'new'
  | 'drafts'
  | 'import'
  | 'check'
  | 'templates'
  | 'ownership'
  | 'compare'
  | 'csv'
  | 'nacha'
  | 'discard'
