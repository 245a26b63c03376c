/**
 * Tone of a code for the operator: from the bank's text only, never a judgment of the workstation.
 */
export type Tone = 'good' | 'bad' | 'warning' | 'neutral' | 'unknown'

/** One documented code: the bank's own text first, then the consequence for the operator. */
export interface CodeEntry {
  readonly code: string
  /** Exact text of the document. */
  readonly title: string
  /** Consequence for the operator, in our text. */
  readonly meaning: string
  readonly tone: Tone
  /** Source of the rule, with document and section. */
  readonly source: string
}

/** A closed list of codes that also handles unlisted ones. */
export interface CodeTable {
  readonly name: string
  readonly entries: readonly CodeEntry[]
  /**
   * Returns the entry of a code; undefined if not listed, in which case the code is shown unchanged
   * (bank note 52).
   */
  find(code: string): CodeEntry | undefined
}

/** Builds a table; throws Error if a code is listed twice. */
export function codeTable(name: string, entries: readonly CodeEntry[]): CodeTable {
  const byCode = new Map(entries.map((entry) => [entry.code, entry]))
  if (byCode.size !== entries.length) throw new Error(`${name}: a code is listed twice`)
  return { name, entries, find: (code) => byCode.get(code) }
}
