/**
 * Finds amounts that stand out: against the other entries of the batch, and against the last
 * payment to the same account. A person must look at them before money leaves; they block nothing.
 */
import { sql } from 'kysely'
import type { AmountOutlier } from '../../../../preload/contract/domain/batches/batch.ts'
import type { Reader } from '../../../store/store.ts'
import { duplicateDays } from '../../../../preload/contract/domain/orders/order-course.ts'
import { mayBePaid } from '../../may-bank-have.ts'
import { leftAt } from '../../payee-payments.ts'

/** An amount of more than this many medians stands out. */
const medians = 10
/** With fewer entries in one direction a median says nothing. */
const fewestEntries = 5
/** An amount of more than this many last payments stands out. */
const lastPayments = 3
const dayMs = 86_400_000

/** A live entry with an amount in cents; prenotifications and unreadable amounts are left out. */
export interface ComparedAmount {
  readonly entryId: string
  /** From 1, in the order of the batch. */
  readonly number: number
  readonly direction: string
  readonly amount: number
  /** The last payment to the same account in the same direction; null if there is none. */
  readonly last: number | null
}

/** Returns the median of amounts in cents, rounded down; 0 without amounts. */
function medianOf(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((left, right) => left - right)
  const half = Math.floor(sorted.length / 2)
  const [lower = 0, upper = 0] =
    sorted.length % 2 === 0 ? [sorted[half - 1], sorted[half]] : [sorted[half], sorted[half]]
  return Math.floor(lower / 2 + upper / 2)
}

/** Returns the amounts that stand out, in the order of the batch; an entry may do so twice. */
export function outliersAmong(entries: readonly ComparedAmount[]): AmountOutlier[] {
  const groups = Map.groupBy(entries, ({ direction }) => direction)
  const median = new Map(
    [...groups].map(([direction, those]) => [
      direction,
      those.length < fewestEntries ? null : medianOf(those.map(({ amount }) => amount)),
    ]),
  )
  return entries.flatMap(({ entryId, number, direction, amount, last }) => {
    const usual = median.get(direction) ?? null
    const of = { entryId, number, amount }
    return [
      ...(usual !== null && amount > medians * usual
        ? [{ ...of, against: 'batch' as const, usual }]
        : []),
      ...(last !== null && amount > lastPayments * last
        ? [{ ...of, against: 'last-payment' as const, usual: last }]
        : []),
    ]
  })
}

/** Returns the outliers of a batch in one SQL statement. */
export async function amountOutliers(
  reader: Reader,
  orderId: string,
  now: Date,
): Promise<AmountOutlier[]> {
  const since = new Date(now.getTime() - duplicateDays.batch * dayMs).toISOString()
  const rows = await reader
    .selectFrom(comparedAmounts(orderId, since).as('compared'))
    .selectAll()
    .orderBy('number')
    .execute()
  return outliersAmong(rows.filter(({ amount }) => amount > 0))
}

/** Accounts are read once each, however many entries they have. */
const comparedAmounts = (orderId: string, since: string) => sql<ComparedAmount>`(
    WITH own AS MATERIALIZED (
      SELECT id, account_significant, routing_number, direction, amount,
        row_number() OVER (ORDER BY position, id) AS number
      FROM batch_entries WHERE order_id = ${orderId}),
    here AS MATERIALIZED (
      SELECT DISTINCT account_significant, routing_number, direction FROM own
      WHERE account_significant <> '' AND amount > 0),
    earlier AS MATERIALIZED (
      SELECT h.*, p.amount, p.order_id
      FROM here AS h
        CROSS JOIN batch_entries AS p ON p.account_significant = h.account_significant
          AND p.routing_number = h.routing_number AND p.direction = h.direction
      WHERE p.order_id <> ${orderId} AND p.amount > 0),
    runs AS MATERIALIZED (
      SELECT o.id, ${leftAt} AS at
      FROM (SELECT DISTINCT order_id FROM earlier) AS e CROSS JOIN orders AS o ON o.id = e.order_id
      WHERE ${leftAt} >= ${since} AND ${mayBePaid('o')}),
    before AS (
      SELECT e.*, row_number() OVER (
          PARTITION BY e.account_significant, e.routing_number, e.direction
          ORDER BY r.at DESC, r.id DESC, e.amount DESC NULLS LAST) AS nth
      FROM earlier AS e CROSS JOIN runs AS r ON r.id = e.order_id)
    SELECT own.id AS "entryId", own.number, own.direction, own.amount, b.amount AS last
    FROM own LEFT JOIN before AS b ON b.nth = 1
      AND b.account_significant = own.account_significant
      AND b.routing_number = own.routing_number AND b.direction = own.direction
    WHERE own.amount IS NOT NULL)`
