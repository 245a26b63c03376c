/**
 * Payments and batches by stage, with unknown outcomes, failures and returns. Currencies are never
 * added together.
 */
import { sql, type RawBuilder } from 'kysely'
import { refusedVerdicts } from '../../../preload/contract/bank/ach-origination/answered-entries.ts'
import { secCodes } from '../../../preload/contract/bank/ach-origination/batch.ts'
import type { Amounts, Known, StageLine } from '../../../preload/contract/api/overview/overview.ts'
import type { OrderKind } from '../../../preload/contract/domain/orders/order.ts'
import { sumIn, totalsOf } from '../../money/rail-figures.ts'
import type { Store } from '../../store/store.ts'
import { midnightIn } from '../../../preload/contract/kernel/calendar.ts'

type Reading = Pick<Store, 'read'>
/** Days are counted in the zone of the policy, as for limits and sums. */
export interface BankingDays {
  readonly zone: string
  readonly now: Date
}

const sumOf = sumIn(sql`amount`)
const count = sql<number>`count(*)`
const isOf = (kind: OrderKind) =>
  sql<boolean>`(service IN (${sql.join(secCodes)})) = ${kind === 'batch' ? 1 : 0}`

const hasEnded = sql<boolean>`(state IN ('rejected', 'withdrawn') OR (state = 'accepted' AND is_final = 1)
  OR (state = 'outcome-unknown' AND closed_at IS NOT NULL))`
/** Open orders have only these states; listing them lets the index skip ended orders. */
const isOpen = sql<boolean>`(state IN ('draft', 'awaiting-approval', 'approved', 'queued', 'sending')
  OR (state = 'outcome-unknown' AND closed_at IS NULL) OR (state = 'accepted' AND is_final = 0))`
const stageOf = sql<StageLine['stage']>`CASE
  WHEN state = 'outcome-unknown' AND closed_at IS NOT NULL THEN 'closed'
  WHEN state <> 'accepted' OR bank_status IN ('not-reported', 'in-process') THEN state
  WHEN bank_status = 'cancelled' THEN 'failed' ELSE bank_status END`

/** Open orders, and orders ended since midnight, by stage and currency. */
export async function stageFigures(
  { read }: Reading,
  kind: OrderKind,
  { zone, now }: BankingDays,
): Promise<StageLine[]> {
  const midnight = midnightIn(zone, now).toISOString()
  const lines = (isStillOpen: boolean) => {
    const orders = read
      .selectFrom('orders')
      .select([stageOf.as('stage'), 'currency', count.as('count'), sumOf.as('minor')])
      .where(isOf(kind))
      .groupBy(['stage', 'currency'])
    const which = isStillOpen
      ? orders.where(isOpen)
      : orders.where('updated_at', '>=', midnight).where(hasEnded)
    return which.execute()
  }
  const [open, ended] = await Promise.all([lines(true), lines(false)])
  return [
    ...open.map((line) => ({ ...line, isOpen: true })),
    ...ended.map((line) => ({ ...line, isOpen: false })),
  ]
}

/** Unknown outcomes, dated by the last sending, which a status inquiry does not change. */
export async function unknownOutcomeFigures({ read }: Reading): Promise<Known<'unknownOutcome'>> {
  const rows = await read
    .selectFrom('orders')
    .select(['currency', count.as('count'), sumOf.as('minor')])
    .select(
      sql<string>`min(coalesce((SELECT max(a.journalled_at) FROM order_attempts AS a
        WHERE a.order_id = orders.id), updated_at))`.as('oldest'),
    )
    .where('state', '=', 'outcome-unknown')
    .where('closed_at', 'is', null)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    oldest: rows.map(({ oldest }) => oldest).sort()[0] ?? null,
    amounts: rows.map(({ oldest: _, ...line }) => line),
  }
}

/** Since midnight, and within seven days. */
async function lately(
  { zone, now }: BankingDays,
  since: (from: string) => Promise<Amounts[]>,
): Promise<{ today: Amounts[]; week: Amounts[] }> {
  const [today, week] = await Promise.all([
    since(midnightIn(zone, now).toISOString()),
    since(midnightIn(zone, now, -6).toISOString()),
  ])
  return { today, week }
}

/** The instant of the latest bank status; an order never changes before it. */
const statusAt = sql<string>`iif(state = 'accepted', coalesce(bank_status_at, updated_at), updated_at)`

const isRejected = sql<boolean>`(orders.state = 'rejected'
  OR (orders.state = 'accepted' AND orders.bank_status IN ('failed', 'cancelled', 'contradictory')))`

/** Failed and returned orders. */
export async function failedFigures(
  { read }: Reading,
  days: BankingDays,
): Promise<Known<'failed'>> {
  const orders = (which: RawBuilder<boolean>) => (from: string) =>
    read
      .selectFrom('orders')
      .select(['currency', count.as('count'), sumOf.as('minor')])
      .where('updated_at', '>=', from)
      .where(statusAt, '>=', from)
      .where(which)
      .groupBy('currency')
      .orderBy('currency')
      .execute()
  const entries = (at: 'returned_at' | 'changed_at') => async (from: string) => {
    const row = await read
      .selectFrom('batch_entries')
      .select([count.as('count'), sumOf.as('minor')])
      .where(at, '>=', from)
      .executeTakeFirstOrThrow()
    return row.count === 0 ? [] : [{ currency: 'USD', ...row }]
  }
  const isReturned = sql<boolean>`(state = 'accepted' AND bank_status = 'returned')`
  const rejectedSince = async (from: string): Promise<Amounts[]> =>
    totalsOf([...(await orders(isRejected)(from)), ...(await withRefusedEntries(read, from))])
  const [rejected, paymentsReturned, entriesReturned, changes] = await Promise.all([
    lately(days, rejectedSince),
    lately(days, orders(isReturned)),
    lately(days, entries('returned_at')),
    lately(days, entries('changed_at')),
  ])
  return { rejected, paymentsReturned, entriesReturned, changes }
}

/**
 * Returns the accepted batches with entries that the bank refused, with those amounts. An entry
 * without a clear verdict is not called rejected (Promise P10).
 */
async function withRefusedEntries(read: Reading['read'], from: string): Promise<Amounts[]> {
  const row = await read
    .selectFrom('orders')
    .innerJoin('batch_entries as e', 'e.order_id', 'orders.id')
    .select(sql<number>`count(DISTINCT orders.id)`.as('count'))
    .select(sumIn(sql`e.amount`).as('minor'))
    .where('e.verdict', 'in', refusedVerdicts)
    .where('orders.state', '=', 'accepted')
    .where('orders.updated_at', '>=', from)
    .where(sql<string>`coalesce(orders.released_at, orders.updated_at)`, '>=', from)
    .where(sql<boolean>`${isRejected} IS NOT TRUE`)
    .executeTakeFirstOrThrow()
  return row.count === 0 ? [] : [{ currency: 'USD', ...row }]
}
