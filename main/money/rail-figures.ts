/** Sums sent by rail: the banking day against its limits, and the last 30 days. Only reads. */
import { sql, type RawBuilder } from 'kysely'
import type { Amounts, Known, RailLine } from '../../preload/contract/api/overview/overview.ts'
import { limitedServices } from '../../preload/contract/domain/operators/policy.ts'
import {
  closedOn,
  cutoffAt,
  cutoffDay,
  nextWireDay,
} from '../../preload/contract/kernel/banking-days.ts'
import { dayIn, daysLater, midnightIn } from '../../preload/contract/kernel/calendar.ts'
import type { Store } from '../store/store.ts'
import { limitLeft, sentToday } from './order/approval/order-limits.ts'
import type { OrderContext, OrderRow } from './order/types.ts'

export interface RailContext extends Pick<OrderContext, 'kinds'> {
  readonly store: Pick<Store, 'read'>
  readonly policy: Pick<OrderContext['policy'], 'current'>
  readonly waits: Pick<OrderContext['waits'], 'earliestKnown'>
}
type Service = OrderRow['service']
type Rail = RailLine['service']

/** Adds amounts of one currency; null if one cannot be read or the sum is too large. */
const sumOf = (all: readonly (number | null)[]): number | null => {
  const sum = all.reduce<number>((before, amount) => before + (amount ?? 0), 0)
  return all.includes(null) || !Number.isSafeInteger(sum) ? null : sum
}

const count = sql<number>`count(*)`
/**
 * The sum of a column; null if an amount is missing, or if a double cannot hold the sum exactly.
 */
export const sumIn = (amount: RawBuilder<unknown>) =>
  sql<number | null>`CASE WHEN count(${amount}) = count(*)
      AND coalesce(sum(CAST(${amount} AS double precision)), 0) <= 9007199254740991 THEN sum(${amount}) END`
const sum = sumIn(sql`amount`)

/** The bank did not make what was closed as not made, so that nothing was sent. */
const isNotClosed = sql<boolean>`NOT (state = 'outcome-unknown' AND closed_at IS NOT NULL)`

/** Returns the services by the rail that limits name. */
function railsOf({ kinds }: Pick<RailContext, 'kinds'>): ReadonlyMap<Rail, readonly Service[]> {
  const groups = kinds.all.flatMap((kind) => kind.services.map((one) => kind.limitGroup(one)))
  return new Map(groups.map(({ as, services }) => [as, services]))
}

/**
 * Returns the wire cutoff of today, and what left on the banking day by rail and currency, beside
 * the limits of one operator. Dollars are always listed; another currency if it has a limit or was
 * sent.
 */
export async function railFigures(
  context: RailContext,
  operatorId: string,
  now: Date,
): Promise<Known<'rails'>> {
  const { store, kinds, waits } = context
  const { policy } = context.policy.current()
  const { bankingZone: zone, wireCutoff: cutoff } = policy
  const counted = waits.earliestKnown()
  const used = await store.read.selectFrom('orders').select('currency').distinct().execute()
  const currencies = new Set(['USD', ...used.map(({ currency }) => currency)])
  const rails = railsOf(context)
  const lines = limitedServices.flatMap((service) =>
    [...currencies].map(async (currency): Promise<RailLine> => {
      const services = rails.get(service) ?? []
      const [first] = services
      const sent = await sentToday(store.read, { services, currency }, zone, counted)
      const own = { id: '', maker: operatorId, submitted_by: operatorId, currency, amount: null }
      const limit =
        first &&
        (await limitLeft(
          store.read,
          { ...own, service: first },
          kinds.of({ service: first }),
          policy,
          counted,
        ))
      const day = limit?.day ?? null
      return {
        service,
        currency,
        count: sent.length,
        minor: sumOf(sent),
        perDay: day?.perDay ?? null,
        left: day && Math.min(day.left, day.leftToRelease),
        resent: day && day.leftToRelease < day.left ? day.resent : 0,
      }
    }),
  )
  const known = await Promise.all(lines)
  const today = cutoffDay(cutoff, now)
  const state = cutoffAt(cutoff, now)
  return {
    date: dayIn(zone, counted),
    cutoff: cutoff && state && { ...cutoff, minutesLeft: state.minutesLeft },
    closed: closedOn(today),
    nextDay: nextWireDay(today),
    lines: known.filter((one) => one.currency === 'USD' || one.count > 0 || one.perDay !== null),
  }
}

/** When an attempt left. The same instant as in the limits of a day: a call can wait after its journal row. */
export const leftAt = sql<string>`iif(outcome = 'interrupted' OR ended_at IS NULL, journalled_at, ended_at)`

const daysShown = 30

interface HourLine extends Amounts {
  /** YYYY-MM-DDTHH, UTC. */
  readonly hour: string
}

/**
 * Returns the sums by currency, in the order of their names; null for one that is unknown or too
 * large.
 */
export const totalsOf = (lines: readonly Amounts[]): Amounts[] =>
  [...Map.groupBy(lines, ({ currency }) => currency)]
    .map(([currency, own]) => ({
      currency,
      count: own.reduce((sum, { count }) => sum + count, 0),
      minor: sumOf(own.map(({ minor }) => minor)),
    }))
    .sort((one, other) => one.currency.localeCompare(other.currency))

/**
 * Returns the orders that left, or may have left, and those returned in the last 30 days. A resent
 * order counts once, on the day of its last sending. Days are those of the policy's zone and begin
 * at a full UTC hour: where the offset has half an hour, the first half hour of a day counts with
 * the day before.
 */
export async function volumeFigures(context: RailContext): Promise<Known<'volume'>> {
  const { read } = context.store
  const { bankingZone: zone } = context.policy.current().policy
  const now = context.waits.earliestKnown()
  const today = dayIn(zone, now)
  const from = midnightIn(zone, now, 1 - daysShown).toISOString()
  const hourOf = (at: RawBuilder<string>) => sql<string>`substr(${at}, 1, 13)`
  const lastSendings = read
    .selectFrom('order_attempts')
    .select(['order_id', sql<string>`max(${leftAt})`.as('at')])
    .where('is_restore_marker', '=', 0)
    .where('journalled_at', '>=', from)
    .where('outcome', 'not in', ['not-sent', 'rejected', 'under-way'])
    .groupBy('order_id')
  const [sent, payments, entries] = await Promise.all([
    read
      .selectFrom(lastSendings.as('last'))
      .innerJoin('orders', 'orders.id', 'last.order_id')
      .where(isNotClosed)
      .select(['service', 'currency', hourOf(sql`last.at`).as('hour'), count.as('count')])
      .select(sum.as('minor'))
      .groupBy(['service', 'currency', 'hour'])
      .execute(),
    read
      .selectFrom('orders')
      .select(['currency', hourOf(sql`bank_status_at`).as('hour'), count.as('count')])
      .select(sum.as('minor'))
      .where('state', '=', 'accepted')
      .where('bank_status', '=', 'returned')
      .where('bank_status_at', '>=', from)
      .groupBy(['currency', 'hour'])
      .execute(),
    read
      .selectFrom('batch_entries')
      .select([hourOf(sql`returned_at`).as('hour'), count.as('count'), sum.as('minor')])
      .where('returned_at', '>=', from)
      .groupBy('hour')
      .execute(),
  ])
  const returned = entries.map((line) => ({ ...line, currency: 'USD' }))
  const onDay = <Line extends HourLine>(lines: readonly Line[]) =>
    Map.groupBy(lines, ({ hour }) => dayIn(zone, new Date(`${hour}:00:00.000Z`)))
  const sentOn = onDay(sent.filter(({ currency }) => currency === 'USD'))
  const [paymentsOn, entriesOn] = [onDay(payments), onDay(returned)]
  const rails = railsOf(context)
  const centsOf = (day: string, rail: Rail): number =>
    sumOf(
      (sentOn.get(day) ?? [])
        .filter(({ service }) => rails.get(rail)?.includes(service))
        .map(({ minor }) => minor ?? 0),
    ) ?? 0
  const countOn = (lines: readonly HourLine[] = []): number =>
    lines.reduce((all, line) => all + line.count, 0)
  const batches = context.kinds.servicesOf('batch')
  return {
    days: Array.from({ length: daysShown }, (_, at) => {
      const day = daysLater(today, at + 1 - daysShown)
      return {
        day,
        sent: { wire: centsOf(day, 'WIRE'), rtp: centsOf(day, 'RTP'), ach: centsOf(day, 'ACH') },
        returned: { payments: countOn(paymentsOn.get(day)), entries: countOn(entriesOn.get(day)) },
      }
    }),
    totals: {
      payments: totalsOf(sent.filter(({ service }) => !batches.includes(service))),
      batches: totalsOf(sent.filter(({ service }) => batches.includes(service))),
      paymentsReturned: totalsOf(payments),
      entriesReturned: totalsOf(returned),
    },
  }
}
