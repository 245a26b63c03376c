/** Where a report goes on after the pages that are here (1-platform.md, Pagination controls; traps 44-47, 76). */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import {
  mostReportPages,
  type ReportPage,
  type ReportQuestion,
} from '../../../preload/contract/api/reports/report-answer.ts'
import { mostRows } from '../../bank/apis/paging.ts'
import { reportFacts } from '../../bank/answers/table-facts.ts'

/** What is known of a report after some of its pages. */
export interface Standing {
  /** By the bank's last word. */
  readonly total: number | null
  readonly more: boolean
  /** The rows to ask for next, or the page; null: there is no telling, or nothing more. */
  readonly next: { readonly first: number; readonly second: number | null } | null
}

/** A page and the table that it read as; null: it holds none. */
export interface PageRead {
  readonly page: ReportPage
  readonly table: InferredTable | null
}

/**
 * Follows the bank's word alone: where it does not say that more rows match there is nothing to read on. A page
 * in which no list was recognised says nothing of the rows, and one that brings none of what is announced does
 * not end the report: both may be asked for again. A body that pages itself is the operator's own business.
 */
export function standingAfter(
  question: Pick<ReportQuestion, 'report' | 'first' | 'second'>,
  pagedBy: 'operator' | 'workstation' | 'nobody',
  reads: readonly PageRead[],
): Standing {
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

/** How many of the matching rows lie at or before the last one that came; null: the size of a page is not known. */
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

/** The most rows at once, however few were asked for first: fewer calls for the same rows. */
function nextRows(
  { first }: Pick<ReportQuestion, 'first'>,
  reads: readonly PageRead[],
): Standing['next'] {
  const start = (first ?? 1) + rowsOf(reads)
  return { first: start, second: start + mostRows - 1 }
}

/** The page after the last that brought rows; as long as none did, the first once more. */
function nextPage(reads: readonly PageRead[]): Standing['next'] {
  const last = reads.findLast(({ table }) => (table?.rows.length ?? 0) > 0)
  const from = last ?? reads.at(0)
  return from ? { first: (from.page.first ?? 1) + (last ? 1 : 0), second: from.page.second } : null
}
