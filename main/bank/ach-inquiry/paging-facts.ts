/**
 * What an answer says about how much of a list it holds, for whoever asks for the rest
 * (1-platform.md, Pagination controls; traps 44, 46 and 47).
 */
import type { achListAnswer, responseHeader } from '../../../preload/contract/ach-inquiry/index.ts'
import type { Reading } from '../../../preload/contract/answers/shape.ts'

/** Numbers as the bank stated them; null where it did not, or not in digits. Only `rows` is counted here. */
export interface PagingFacts {
  /** The rows that the answer holds. */
  readonly rows: number
  /** All rows that match. */
  readonly total: number | null
  /** The rows that the answer claims to hold; to be compared with `rows` (trap 47). */
  readonly retrieved: number | null
  /** Which page it is and how many there are; null where the list pages by rows. */
  readonly page: number | null
  readonly pages: number | null
  /** Whether it is the last page; null where the list pages by rows or does not say. */
  readonly lastPage: boolean | null
}

/** A count as a number; null for what is no whole number that a double holds exactly. */
function countOf(text: string | null | undefined): number | null {
  const digits = text?.trim() ?? ''
  if (!/^\d+$/.test(digits)) return null
  const count = Number(digits)
  return Number.isSafeInteger(count) ? count : null
}

const flags: Readonly<Record<string, boolean>> = { true: true, false: false, y: true, n: false }

/** Of ach/list. */
export function pageFacts({ transactions, metadata }: Reading<typeof achListAnswer>): PagingFacts {
  const page = metadata?.page
  return {
    rows: transactions.length,
    total: countOf(page?.totalRows),
    retrieved: null,
    page: countOf(page?.pageNumber),
    pages: countOf(page?.totalPages),
    lastPage: flags[page?.lastPage?.trim().toLowerCase() ?? ''] ?? null,
  }
}

/** Of an earlier endpoint; `rows` are its transactions or its statuses. */
export function rowFacts(
  header: Reading<typeof responseHeader> | null,
  rows: readonly unknown[],
): PagingFacts {
  return {
    rows: rows.length,
    total: countOf(header?.totalRows),
    retrieved: countOf(header?.retrievedRows),
    page: null,
    pages: null,
    lastPage: null,
  }
}
