/**
 * What one page of a list says of itself and of the list, the same for every API: each reads its own
 * answers into it, and one walk goes by it (`1-platform.md`, Pagination controls; traps 44-47, 75).
 */

/** The facts of one page. Only `rows` is counted here; the rest is the bank's word, null where it has none. */
export interface PageFacts {
  readonly rows: number
  /** How many match in all (`totalRows`, `totalRecords`). */
  readonly total: number | null
  /** Whether the bank calls it the last page. */
  readonly last: boolean | null
  /** The rows that the page claims to hold (`retrievedRows`), to be compared with `rows` (trap 47). */
  readonly retrieved?: number | null
  /** The records per page by which the bank numbers its pages. */
  readonly perPage?: number | null
  /** The number with which the next page of a sequence starts (trap 46). */
  readonly nextStart?: string | null
  /**
   * One text for each row that tells it from every other, so that a row that comes twice is noticed.
   * Without it only a whole page that comes again is.
   */
  readonly identities?: readonly string[]
}

/** A count as the bank wrote it; null for anything that is none, or that a double does not hold exactly. */
export const countIn = (text: string | null | undefined): number | null =>
  /^\d{1,15}$/.test(text?.trim() ?? '') ? Number(text) : null

const flags: Readonly<Record<string, boolean>> = { true: true, false: false, y: true, n: false }

/** A flag as the bank wrote it; null for anything that is none. */
export const flagIn = (text: string | null | undefined): boolean | null =>
  flags[text?.trim().toLowerCase() ?? ''] ?? null

/** The identities of rows of which each has one; nothing to add where one has none. */
export function identified(identities: readonly (string | null)[]): Pick<PageFacts, 'identities'> {
  const known = identities.filter((one) => one !== null)
  return known.length === identities.length ? { identities: known } : {}
}
