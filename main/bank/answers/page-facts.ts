/**
 * The facts that one page of a list states about itself and the list, in one form for every API.
 * Each API maps its answers to them, and one pagination uses them (bank document 1, Pagination
 * controls; bank notes 44-47, 75).
 */

/**
 * The facts of one page. Only `rows` is counted here; all others are stated by the bank, null if it
 * states none.
 */
export interface PageFacts {
  readonly rows: number
  /** The number of matches in all (`totalRows`, `totalRecords`). */
  readonly total: number | null
  /** Whether the bank marks this as the last page. */
  readonly last: boolean | null
  /**
   * The number of rows that the page claims to hold (`retrievedRows`), compared with `rows` (bank
   * note 47).
   */
  readonly retrieved?: number | null
  /** The page size by which the bank numbers its pages. */
  readonly perPage?: number | null
  /** The number at which the next page of a sequence starts (bank note 46). */
  readonly nextStart?: string | null
  /**
   * One text per row that differs from every other row's, so that a repeated row is noticed.
   * Without them only a repeated whole page is noticed.
   */
  readonly identities?: readonly string[]
}

/**
 * A count as the bank wrote it; null for any other text, or for a number that a double does not
 * hold exactly.
 */
export const countIn = (text: string | null | undefined): number | null =>
  /^\d{1,15}$/.test(text?.trim() ?? '') ? Number(text) : null

const flags: Readonly<Record<string, boolean>> = { true: true, false: false, y: true, n: false }

/** A flag as the bank wrote it; null for any other text. */
export const flagIn = (text: string | null | undefined): boolean | null =>
  flags[text?.trim().toLowerCase() ?? ''] ?? null

/** The identities of all rows; an empty object if any row has none. */
export function identified(identities: readonly (string | null)[]): Pick<PageFacts, 'identities'> {
  const known = identities.filter((one) => one !== null)
  return known.length === identities.length ? { identities: known } : {}
}
