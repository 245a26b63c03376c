/**
 * Lists the entries of one batch; the store filters, searches, sorts and pages. Only values that a
 * line shows are searched, because a search of full accounts would reveal them digit by digit.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { decimalText } from '../../../store/dialect.ts'
import { entryVerdicts } from '../../../../preload/contract/bank/ach-origination/answered-entries.ts'
import {
  entryStates,
  type EntriesRequest,
  type EntryLine,
} from '../../../../preload/contract/domain/batches/batch.ts'
import { folded, foldedInSql } from '../../../store/collation.ts'
import {
  byName,
  byNumber,
  byOrder,
  byText,
  sortedPage,
  type StoredSort,
} from '../../../store/sorted-page.ts'
import type { Store } from '../../../store/store.ts'
import type { BatchContext } from '../types.ts'
import { entryLineOf, ownedEntry, type NumberedRow } from './entry-line.ts'
import { unclearClasses } from '../../../../preload/contract/domain/validation-reading.ts'
import { ownershipOf } from '../ownership/entry-ownership.ts'
import { entriesWithProblems, payeeFlaggedIds, remarksOfEntries } from '../drafts/entry-problems.ts'

type Context = Pick<BatchContext, 'store' | 'clock' | 'waits' | 'settings'>
type Condition = RawBuilder<SqlBool>

/** Each row of a batch with its place in it. */
export const numberedEntries = (orderId: string) => sql<NumberedRow>`(SELECT e.*,
    row_number() OVER (ORDER BY e.position, e.id) AS number
  FROM batch_entries AS e WHERE e.order_id = ${orderId})`

const typedText = (field: string) => sql`json_extract(typed, ${sql.lit(`$.${field}`)})`
const searched: readonly RawBuilder<unknown>[] = [
  typedText('receiverName'),
  typedText('identificationNumber'),
  sql`routing_number`,
  sql`substr(account_significant, -4)`,
  ...['trace_number', 'par_number', 'bank_status_text', 'return_code', 'change_code'].map(
    (column) => sql`coalesce(${sql.ref(column)}, '')`,
  ),
]

/** Finds an amount as shown, with or without thousands separators. */
const amountHolds = (term: string): Condition =>
  sql`instr(${decimalText(sql`amount`)}, ${term.replaceAll(',', '')}) > 0`

/** Returns the condition of a search over every value that a line shows. */
export function soughtEntries(search: string | undefined): Condition {
  const term = folded(search?.trim() ?? '')
  if (term === '') return sql`true`
  const holds = searched.map((text) => sql<SqlBool>`instr(${foldedInSql(text)}, ${term}) > 0`)
  const all = /^[\d.,]+$/.test(term) ? [...holds, amountHolds(term)] : holds
  return sql`(${sql.join(all, sql` OR `)})`
}

/** Refused, in error, unclear, or not mentioned by the answer. */
export const isNotAccepted: Condition = sql`(verdict IS NOT NULL AND verdict <> 'accepted')`

async function narrowed(
  context: Context,
  { id, filter }: Pick<EntriesRequest, 'id' | 'filter'>,
): Promise<Condition> {
  switch (filter) {
    case 'all':
      return sql`true`
    case 'accepted':
      return sql`verdict = 'accepted'`
    case 'not-accepted':
      return isNotAccepted
    case 'returned':
      return sql`returned_at IS NOT NULL`
    case 'changed':
      return sql`changed_at IS NOT NULL`
    case 'not-reported':
      return sql`bank_status = 'not-reported'`
    case 'owner-differs':
      return amongIds(await unclearOwners(context, id))
    case 'with-problems':
      return amongIds(await entriesWithProblems(context, id))
    case 'payee-flagged':
      return amongIds(await payeeFlaggedIds(context, id))
  }
}

const amongIds = (ids: readonly string[]): Condition =>
  sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`

/** Returns the ids of entries whose newest check does not confirm the owner. */
async function unclearOwners(context: Context, orderId: string): Promise<string[]> {
  const rows = await context.store.read
    .selectFrom('batch_entries')
    .select(['id', 'order_id as orderId', 'payee_id as payeeId'])
    .select(['account_significant as account', 'routing_number as routingNumber'])
    .select(sql<string>`${typedText('receiverName')}`.as('receiverName'))
    .where('order_id', '=', orderId)
    .where(
      sql<boolean>`EXISTS (SELECT 1 FROM validations AS v
        WHERE v.account_significant = batch_entries.account_significant
          AND v.routing_number = batch_entries.routing_number)`,
    )
    .execute()
  const owned = await ownershipOf(context, rows)
  const unclear = [...owned].filter(([, { resultClass }]) => unclearClasses.includes(resultClass))
  return unclear.map(([id]) => id)
}

const inOrder: StoredSort = { by: sql`number`, direction: 'ascending', tie: sql`id` }

function orderOf(sort: EntriesRequest['sort']): StoredSort {
  if (!sort) return inOrder
  const by: Readonly<Record<NonNullable<EntriesRequest['sort']>['column'], RawBuilder<unknown>>> = {
    number: sql`number`,
    receiver: byName(typedText('receiverName'), sort),
    amount: byNumber(sql`amount`, sort),
    verdict: byOrder(sql`verdict`, entryVerdicts, sort),
    state: byOrder(sql`bank_status`, entryStates, sort),
    trace: byText(sql`trace_number`, sort),
    return: byText(sql`coalesce(return_code, change_code)`, sort),
  }
  return { by: by[sort.column], direction: sort.direction, tie: sql`id` }
}

/**
 * Returns one page of entries and the total count. Rejects with SyntaxError for a cursor of another
 * run.
 */
export async function listEntries(
  context: Context,
  request: EntriesRequest,
): Promise<{ items: EntryLine[]; next: string | null; total: number }> {
  const { store } = context
  const narrow = await narrowed(context, request)
  const matching = from(store, request.id).where(narrow).where(soughtEntries(request.search))
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { rows, next } = await sortedPage(matching.selectAll(), orderOf(request.sort), request)
  const owned = await ownershipOf(context, rows.map(ownedEntry))
  const remarksOf = await remarksOfEntries(context, request.id, rows)
  const items = rows.map((row) => entryLineOf(row, owned.get(row.id) ?? null, remarksOf(row.id)))
  return { items, next, total }
}

const from = (store: Store, orderId: string) =>
  store.read.selectFrom(numberedEntries(orderId).as('entries'))

/** Returns one entry with its place in the batch; undefined if there is none. */
export const findNumbered = (
  store: Store,
  orderId: string,
  entryId: string,
): Promise<NumberedRow | undefined> =>
  from(store, orderId).selectAll().where('id', '=', entryId).executeTakeFirst()
