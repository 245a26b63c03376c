/**
 * Lists the inquiries of a kind, searched and sorted by what the list shows, which is masked.
 * Nothing else is searched: a search in queries or answers would reveal an account digit by digit.
 */
import { sql, type RawBuilder } from 'kysely'
import { folded, foldedInSql } from '../../store/collation.ts'
import { operatorNames, sortedPage, type StoredSort } from '../../store/sorted-page.ts'
import type { Store } from '../../store/store.ts'
import type { InquiryRow } from '../inquiry-records.ts'

type Direction = Pick<StoredSort, 'direction'>

/** How a service lists its inquiries. */
export interface InquiryList<Column extends string> {
  readonly kind: string
  readonly operatorName: (id: string) => string
  /** The sort key of each column; `operators` is for `byOperator`. */
  readonly columns: (sort: Direction, operators: string) => Record<Column, RawBuilder<unknown>>
  /** Searched beside the title: only values that the list shows. */
  readonly searched?: readonly RawBuilder<unknown>[]
}

export interface InquiriesRequest<Column extends string> {
  readonly cursor: string | null
  readonly limit: number
  readonly search?: string | undefined
  readonly sort?:
    | { readonly column: Column; readonly direction: StoredSort['direction'] }
    | null
    | undefined
}

/** Returns a value of the summary. */
export const inSummary = (path: string): RawBuilder<unknown> => sql`json_extract(summary, ${path})`

/** The default order. */
const newestFirst: StoredSort = { by: sql`at`, direction: 'descending', tie: sql`id` }

/** Returns one page of the inquiries of a kind, newest first or sorted, and their total number. */
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
  // The sort value is no column of the table.
  return { rows, next, total }
}
