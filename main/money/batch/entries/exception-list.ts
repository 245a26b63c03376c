/**
 * Lists the exceptions of all batches: returns, notifications of change, entries not accepted or
 * unclear. One line for each kind that applies to an entry.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import type {
  ExceptionLine,
  ExceptionsRequest,
} from '../../../../preload/contract/domain/batches/exceptions.ts'
import {
  byName,
  byNumber,
  byText,
  sortedPage,
  type StoredSort,
} from '../../../store/sorted-page.ts'
import type { Store } from '../../../store/store.ts'
import type { BatchContext, EntryRow } from '../types.ts'
import { otherAmountField } from '../tracking/match-entry.ts'
import { entryLineOf, ownedEntry } from './entry-line.ts'
import { isNotAccepted, soughtEntries } from './entry-list.ts'
import { ownershipOf } from '../ownership/entry-ownership.ts'
import {
  isCorrected,
  isNotAcceptedHandled,
  isPrepared,
  isReturnHandled,
  isStateAcknowledged,
} from '../../batch-facts.ts'
import { changeDeadline } from '../../network-deadlines.ts'

type Kind = ExceptionLine['kind']
interface ExceptionRow extends EntryRow {
  readonly kind: Kind
  readonly at: string | null
  readonly batchUuid: string
  readonly secCode: SecCode
  readonly description: string
  readonly isHandled: 0 | 1
  readonly isPrepared: 0 | 1
}

const part = (
  kind: Kind,
  at: RawBuilder<unknown>,
  which: RawBuilder<SqlBool>,
  isHandled: RawBuilder<unknown>,
) => sql`SELECT e.*, o.reference AS "batchUuid", o.service AS "secCode", o.beneficiary AS description,
    ${sql.lit(kind)} AS kind, ${at} AS at, ${isHandled} AS "isHandled",
    ${kind === 'change' ? sql`false` : isPrepared} AS "isPrepared"
  FROM batch_entries AS e JOIN orders AS o ON o.id = e.order_id WHERE ${which}`

const isUnclear = sql<SqlBool>`e.bank_status = 'unclear'`
/** The bank shows another amount than was sent (bank note 81). */
const differsInAmount = sql<SqlBool>`EXISTS (SELECT 1 FROM batch_entry_status_events AS v
  WHERE v.entry_id = e.id AND v.text = ${sql.lit(otherAmountField)})`

const exceptions = sql<ExceptionRow>`(
  ${part('return', sql`e.returned_at`, sql`e.returned_at IS NOT NULL`, isReturnHandled)}
  UNION ALL
  ${part(
    'return',
    sql`e.return_reported_at`,
    sql`e.return_reported_at IS NOT NULL AND NOT ${isUnclear}`,
    sql`false`,
  )}
  UNION ALL
  ${part('change', sql`e.changed_at`, sql`e.changed_at IS NOT NULL`, isCorrected)}
  UNION ALL
  ${part(
    'not-accepted',
    sql`coalesce((SELECT min(v.at) FROM batch_entry_status_events AS v WHERE v.entry_id = e.id
      AND v.source = 'origination'), o.released_at)`,
    sql`${isNotAccepted} AND o.state IN ('accepted', 'rejected')`,
    isNotAcceptedHandled,
  )}
  UNION ALL
  ${part('amount', sql`e.bank_status_at`, sql`${isUnclear} AND ${differsInAmount}`, isStateAcknowledged)}
  UNION ALL
  ${part(
    'unclear',
    sql`e.bank_status_at`,
    sql`${isUnclear} AND NOT ${differsInAmount}`,
    isStateAcknowledged,
  )})`

const newestFirst: StoredSort = {
  by: sql`coalesce(at, '')`,
  direction: 'descending',
  tie: sql`kind || id`,
}

function orderOf(sort: ExceptionsRequest['sort']): StoredSort {
  if (!sort) return newestFirst
  const by: Readonly<
    Record<NonNullable<ExceptionsRequest['sort']>['column'], RawBuilder<unknown>>
  > = {
    at: byText(sql`at`, sort),
    // Only notifications have a deadline, and it follows their order of arrival.
    deadline: byText(sql`iif(kind = 'change', at, NULL)`, sort),
    receiver: byName(sql`json_extract(typed, '$.receiverName')`, sort),
    amount: byNumber(sql`amount`, sort),
    code: byText(sql`iif(kind = 'change', change_code, return_code)`, sort),
  }
  return { by: by[sort.column], direction: sort.direction, tie: sql`kind || id` }
}

/** Returns one page of exceptions and the total count. */
export async function listExceptions(
  context: Pick<BatchContext, 'store' | 'waits' | 'settings'>,
  request: ExceptionsRequest,
): Promise<{ items: ExceptionLine[]; next: string | null; total: number }> {
  let matching = context.store.read
    .selectFrom(exceptions.as('entries'))
    .where(soughtEntries(request.search))
  if (request.kind !== 'all') matching = matching.where(sql<SqlBool>`kind = ${request.kind}`)
  if (request.open) matching = matching.where(sql<SqlBool>`NOT "isHandled"`)
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { rows, next } = await sortedPage(matching.selectAll(), orderOf(request.sort), request)
  const owned = await ownershipOf(context, rows.map(ownedEntry))
  const numbers = await numbersOf(context.store, rows)
  const items = rows.map((row) => ({
    ...entryLineOf({ ...row, number: numbers.get(row.id) ?? 0 }, owned.get(row.id) ?? null),
    orderId: row.order_id,
    batchUuid: row.batchUuid,
    secCode: row.secCode,
    companyEntryDescription: row.description,
    kind: row.kind,
    at: row.at,
    isHandled: row.isHandled === 1,
    isPrepared: row.isPrepared === 1,
    deadline: row.kind === 'change' && row.at !== null ? changeDeadline(row.at) : null,
  }))
  return { items, next, total }
}

/** Returns the place of each entry in its own batch, from 1. */
async function numbersOf(
  store: Store,
  entries: readonly EntryRow[],
): Promise<ReadonlyMap<string, number>> {
  const ids = JSON.stringify(entries.map(({ id }) => id))
  const rows = await store.read
    .selectFrom('batch_entries as e')
    .select('e.id')
    .select(
      sql<number>`(SELECT count(*) FROM batch_entries AS p WHERE p.order_id = e.order_id
        AND (p.position, p.id) <= (e.position, e.id))`.as('number'),
    )
    .where(sql<SqlBool>`e.id IN (SELECT value FROM json_each(${ids}))`)
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
