/** How a code reads to an operator: never a verdict of the workstation, only what the bank's text says. */
export type Tone = 'good' | 'bad' | 'warning' | 'neutral' | 'unknown'

/** One documented code: the bank's own words first, then what follows for the operator. */
export interface CodeEntry {
  readonly code: string
  /** The document's wording. */
  readonly title: string
  /** What it means for the work at hand, in our words. */
  readonly meaning: string
  readonly tone: Tone
  /** Where the rule stands, e.g. `2-validation-and-ach-inquiry.md, Account validation response`. */
  readonly source: string
}

/** A closed list of codes, with a way to read one that is not on it. */
export interface CodeTable {
  readonly name: string
  readonly entries: readonly CodeEntry[]
  /** The entry of a code, or undefined for one the document does not list (trap 52: shown as it came). */
  find(code: string): CodeEntry | undefined
}

/** Builds a table; two entries of one code are a mistake in the source. */
export function codeTable(name: string, entries: readonly CodeEntry[]): CodeTable {
  const byCode = new Map(entries.map((entry) => [entry.code, entry]))
  if (byCode.size !== entries.length) throw new Error(`${name}: a code is listed twice`)
  return { name, entries, find: (code) => byCode.get(code) }
}
