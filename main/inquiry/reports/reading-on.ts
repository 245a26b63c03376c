/**
 * Where to continue a report after the pages read so far (bank document 1, Pagination controls;
 * bank notes 44-47, 76).
 */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import {
  mostReportPages,
  type ReportPage,
  type ReportQuestion,
} from '../../../preload/contract/api/reports/report-answer.ts'
import { mostRows } from '../../bank/apis/paging.ts'
import { reportFacts } from '../../bank/answers/table-facts.ts'

/** The state of a report after some of its pages. */
export interface ReportProgress {
  /** The total in the newest page that states one; null if none does. */
  readonly total: number | null
  readonly more: boolean
  /** The next row range, or the next page number; null if it is unknown or nothing is left. */
  readonly next: { readonly first: number; readonly second: number | null } | null
}

/** A page and its table; null if it holds none. */
export interface PageRead {
  readonly page: ReportPage
  readonly table: InferredTable | null
}

/**
 * Returns the state after these pages. Only the bank's own counts decide: pagination continues only if
 * the bank says that more rows match. A page without a recognized list, or without any of the
 * announced rows, does not end the report; either may be requested again. An operator's body that
 * sets its own paging is left to the operator.
 */
export function stateAfter(
  question: Pick<ReportQuestion, 'report' | 'first' | 'second'>,
  pagedBy: 'operator' | 'workstation' | 'nobody',
  reads: readonly PageRead[],
): ReportProgress {
  const pages = reads.filter(({ table }) => table !== null && table.path !== null)
  const facts = pages.flatMap(({ table }) => (table ? [reportFacts(table)] : []))
  const last = facts.at(-1)
  if (!last) return { total: null, more: false, next: null }
  const total = facts.findLast((each) => each.total !== null)?.total ?? null
  const seen = seenBy(question, pages, last.perPage ?? null)
  const announced = last.last === false || (total !== null && seen !== null && seen < total)
  const more = announced && pages.length < mostReportPages && pagedBy !== 'operator'
  const next = question.report === 'rtp-inquiry' ? nextPage(pages) : nextRows(question, pages)
  return { total, more, next: more ? next : null }
}

const rowsOf = (reads: readonly PageRead[]): number =>
  reads.reduce((sum, { table }) => sum + (table?.rows.length ?? 0), 0)

/**
 * Returns how many matching rows lie at or before the last one received; null if the page size is
 * unknown.
 */
function seenBy(
  { report, first, second }: Pick<ReportQuestion, 'report' | 'first' | 'second'>,
  reads: readonly PageRead[],
  perPage: number | null,
): number | null {
  if (report !== 'rtp-inquiry') return (first ?? 1) - 1 + rowsOf(reads)
  const before = (first ?? 1) - 1
  if (before === 0) return rowsOf(reads)
  const size = second ?? perPage
  return size === null ? null : before * size + rowsOf(reads)
}

/**
 * The largest allowed range, however small the first request was: fewer calls for the same rows.
 */
function nextRows(
  { first }: Pick<ReportQuestion, 'first'>,
  reads: readonly PageRead[],
): ReportProgress['next'] {
  const start = (first ?? 1) + rowsOf(reads)
  return { first: start, second: start + mostRows - 1 }
}

/** Returns the page after the last that brought rows; if none did, the first page again. */
function nextPage(reads: readonly PageRead[]): ReportProgress['next'] {
  const last = reads.findLast(({ table }) => (table?.rows.length ?? 0) > 0)
  const from = last ?? reads.at(0)
  return from ? { first: (from.page.first ?? 1) + (last ? 1 : 0), second: from.page.second } : null
}
