/**
 * The inquiries of a kind as a list has them: searched and sorted by what the list shows. That is masked, and it is
 * all that is looked into: a search of the questions or the answers would tell an account digit by digit.
 */
import { sql, type RawBuilder } from 'kysely'
import { folded, foldedInSql } from '../../store/sqlite/collation.ts'
import { operatorNames, sortedPage, type StoredSort } from '../../store/sorted-page.ts'
import type { Store } from '../../store/store.ts'
import type { InquiryRow } from './inquiry-records.ts'

type Direction = Pick<StoredSort, 'direction'>

/** How a desk lists its inquiries. */
export interface InquiryList<Column extends string> {
  readonly kind: string
  readonly operatorName: (id: string) => string
  /** What each column is sorted by; `operators` is for `byOperator`. */
  readonly columns: (sort: Direction, operators: string) => Record<Column, RawBuilder<unknown>>
  /** What is searched beside the title: nothing that the list does not show. */
  readonly searched?: readonly RawBuilder<unknown>[]
}

/** What a page of them is asked for. */
export interface InquiriesRequest<Column extends string> {
  readonly cursor: string | null
  readonly limit: number
  readonly search?: string | undefined
  readonly sort?:
    | { readonly column: Column; readonly direction: StoredSort['direction'] }
    | null
    | undefined
}

/** A value of the summary. */
export const inSummary = (path: string): RawBuilder<unknown> => sql`json_extract(summary, ${path})`

/** Newest first, where nothing else is asked for. */
const newestFirst: StoredSort = { by: sql`at`, direction: 'descending', tie: sql`id` }

/** One page of the inquiries of a kind, newest first or sorted, and how many there are. */
export async function listInquiries<Column extends string>(
  store: Store,
  { kind, operatorName, columns, searched = [] }: InquiryList<Column>,
  request: InquiriesRequest<Column>,
): Promise<{ rows: InquiryRow[]; next: string | null; total: number }> {
  const term = folded(request.search?.trim() ?? '')
  let base = store.read.selectFrom('inquiries').where('kind', '=', kind)
  if (term !== '') {
    const holds = [sql`title`, ...searched].map(
      (text) => sql`instr(${foldedInSql(text)}, ${term}) > 0`,
    )
    base = base.where(sql<boolean>`(${sql.join(holds, sql` OR `)})`)
  }
  const { total } = await base
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { sort } = request
  const order = sort
    ? {
        by: columns(sort, await operatorNames(store, 'inquiries', operatorName))[sort.column],
        direction: sort.direction,
        tie: sql`id`,
      }
    : newestFirst
  const { rows, next } = await sortedPage(base.selectAll(), order, request)
  // What the order was read by is no column of the table.
  return { rows, next, total }
}
