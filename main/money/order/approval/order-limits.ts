/**
 * Limits how much may be sent: per payment and per day, by maker and submitter, service and
 * currency. An order that no rule names is refused. A day is a banking day of the policy's zone,
 * with two sums held to the limit: orders submitted on it, and orders leaving on it, because orders
 * approved on many days can be released on one.
 */
import { daysLater, clockIn, dayStart } from '../../../../preload/contract/kernel/calendar.ts'
import {
  limitFor,
  type LimitLeft,
  type Policy,
} from '../../../../preload/contract/domain/operators/policy.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { Reader } from '../../../store/store.ts'
import { mayBankHave, mayBePaid } from '../../may-bank-have.ts'
import type { OrderKind, OrderRow } from '../types.ts'

export type LimitedOrder = Pick<
  OrderRow,
  'id' | 'maker' | 'submitted_by' | 'service' | 'currency' | 'amount'
>

export type LimitMoment =
  /** The order is being submitted at `now`. */
  | { readonly act: 'submit'; readonly now: Date }
  /** The order was submitted and does not leave yet. */
  | { readonly act: 'approve'; readonly submittedAt: string | null }
  /** A person releases the order; queued orders leave today as well. */
  | { readonly act: 'release'; readonly submittedAt: string | null; readonly now: Date }
  /** The order leaves now; each order queued behind it is checked when it leaves. */
  | { readonly act: 'send'; readonly submittedAt: string | null; readonly now: Date }

/**
 * Returns why the order exceeds what the policy allows its maker or its submitter; undefined if it
 * does not. Sums the other orders in the same transaction that moves this one.
 */
export async function overLimit(
  reader: Reader,
  order: LimitedOrder,
  kind: Pick<OrderKind, 'limitGroup'>,
  policy: Policy,
  moment: LimitMoment,
): Promise<Failure<'over-limit'> | undefined> {
  const people = new Set([order.maker, order.submitted_by ?? order.maker])
  for (const person of people) {
    const over = await overLimitOf(reader, order, moment, { kind, policy, person })
    if (over) return over
  }
  return undefined
}

/** The amount of an order in minor units that counts from an instant on, ISO UTC. */
interface Counted {
  readonly id: string
  readonly amount: number | null
  readonly at: string
}

const sumOf = (counted: readonly Counted[], from = ''): number =>
  counted.reduce((sum, { amount, at }) => (at >= from ? sum + (amount ?? 0) : sum), 0)

async function overLimitOf(
  reader: Reader,
  order: LimitedOrder,
  moment: LimitMoment,
  {
    kind,
    policy,
    person,
  }: {
    readonly kind: Pick<OrderKind, 'limitGroup'>
    readonly policy: Policy
    readonly person: string
  },
): Promise<Failure<'over-limit'> | undefined> {
  const { currency } = order
  const amount = order.amount ?? 0
  const { as: service, services } = kind.limitGroup(order.service)
  const over = (
    limit: Failure<'over-limit'>['limit'],
    allowed: number | null,
    wanted: number,
    day: Failure<'over-limit'>['day'] = null,
  ): Failure<'over-limit'> => ({
    code: 'over-limit',
    limit,
    service,
    currency,
    allowed,
    wanted,
    day,
  })
  const rule = limitFor(policy, { operatorId: person, service, currency })
  if (rule === undefined || order.amount === null) return over('none-set', null, amount)
  if (rule.perPayment !== null && amount > rule.perPayment)
    return over('per-payment', rule.perPayment, amount)
  const { perDay } = rule
  if (perDay === null) return undefined
  if (amount > perDay) return over('per-day', perDay, amount)
  const { bankingZone: zone } = policy
  const others = { reader, order, services, person, zone }

  const submitted = await submittedWith(others, moment)
  const submittedInAll = amount + sumOf(submitted.counted)
  if (submittedInAll > perDay) {
    const room = { ...submitted, zone, amount, perDay }
    const roomFrom = moment.act === 'submit' ? roomAfter(room) : null
    const day = { counts: 'submitted', date: submitted.date, zone, roomFrom } as const
    return over('per-day', perDay, submittedInAll, day)
  }
  if (moment.act !== 'release' && moment.act !== 'send') return undefined

  const leaving = await leavingWith(others, moment)
  const leavingInAll = amount + sumOf(leaving.counted)
  if (leavingInAll <= perDay) return undefined
  const roomFrom = roomAfter({ ...leaving, zone, amount, perDay })
  const day = { counts: 'sent', date: leaving.date, zone, roomFrom } as const
  return over('per-day', perDay, leavingInAll, day)
}

/**
 * Returns the limits of a draft that is submitted, or released, at `now`, with the amount that the
 * other orders of the day leave; null if none is set. Of the maker's and the submitter's limits the
 * tighter one.
 */
export async function limitLeft(
  reader: Reader,
  order: LimitedOrder,
  kind: Pick<OrderKind, 'limitGroup'>,
  policy: Policy,
  now: Date,
): Promise<LimitLeft | null> {
  const { currency } = order
  const { as: service, services } = kind.limitGroup(order.service)
  const { bankingZone: zone } = policy
  const perPayment: number[] = []
  const days: NonNullable<LimitLeft['day']>[] = []
  for (const person of new Set([order.maker, order.submitted_by ?? order.maker])) {
    const rule = limitFor(policy, { operatorId: person, service, currency })
    if (rule === undefined) continue
    if (rule.perPayment !== null) perPayment.push(rule.perPayment)
    const { perDay } = rule
    if (perDay === null) continue
    const others = { reader, order, services, person, zone }
    const submitted = await submittedWith(others, { act: 'submit', now })
    const leaving = await leavingWith(others, { act: 'release', submittedAt: null, now })
    const leftOf = ({ counted }: CountedDay): number => Math.max(0, perDay - sumOf(counted))
    days.push({
      perDay,
      left: leftOf(submitted),
      leftToRelease: leftOf(leaving),
      resent: sumOf(leaving.counted) - sumOf(onceEach(leaving.counted)),
      date: submitted.date,
      zone,
    })
  }
  if (perPayment.length === 0 && days.length === 0) return null
  const [day = null] = days.toSorted((one, other) => one.left - other.left)
  return { currency, perPayment: perPayment.length === 0 ? null : Math.min(...perPayment), day }
}

/**
 * Returns the amounts in one currency that left, or may have left, on the banking day of `now`,
 * whoever made the orders, each order once; null for an amount that cannot be read. An order that was
 * closed as not made was not sent; the limits go on counting it, in case the bank made it after all.
 */
export async function sentToday(
  reader: Reader,
  { services, currency }: Pick<Others, 'services'> & { readonly currency: string },
  zone: string,
  now: Date,
): Promise<readonly (number | null)[]> {
  const others = { reader, order: { id: '', currency }, services, person: null, zone }
  const { counted } = await leavingWith(others, { act: 'send', submittedAt: null, now })
  const closed = await reader
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'outcome-unknown')
    .where('closed_at', 'is not', null)
    .execute()
  const notSent = new Set(closed.map(({ id }) => id))
  return onceEach(counted.filter(({ id }) => !notSent.has(id))).map(({ amount }) => amount)
}

/** The amounts that count on a day, YYYY-MM-DD. */
interface CountedDay {
  readonly date: string
  readonly counted: readonly Counted[]
}

interface Others {
  readonly reader: Reader
  /** The order that is left out, and the currency of the sum. */
  readonly order: Pick<LimitedOrder, 'id' | 'currency'>
  readonly services: readonly OrderRow['service'][]
  /** Null: the orders of everybody. */
  readonly person: string | null
  readonly zone: string
}

const dateIn = (zone: string, at: Date): string => clockIn(zone, at)?.date ?? ''
const startOf = (zone: string, date: string): string => dayStart(zone, date).toISOString()

/** The orders that are summed with this one. */
const together = ({ reader, order, services, person }: Others) =>
  reader
    .selectFrom('orders')
    .$if(person !== null, (all) =>
      all.where((is) => is.or([is('maker', '=', person), is('submitted_by', '=', person)])),
    )
    .where('service', 'in', services)
    .where('currency', '=', order.currency)

/** Returns the other orders submitted on the same day as this one. */
async function submittedWith(others: Others, moment: LimitMoment): Promise<CountedDay> {
  const { order, zone } = others
  const at = moment.act === 'submit' ? moment.now : new Date(moment.submittedAt ?? 0)
  const date = dateIn(zone, at)
  const from = startOf(zone, date)
  const since = together(others)
    .select(['id', 'amount', 'submitted_at as at'])
    .where('id', '<>', order.id)
    .where(mayBePaid('orders'))
    .where('submitted_at', '>=', from)
  // A submission dated later than this day came from a clock that was ahead.
  const rows = await (
    moment.act === 'submit'
      ? since
      : since.where('submitted_at', '<', startOf(zone, daysLater(date, 1)))
  ).execute()
  return { date, counted: rows.map(({ id, amount, at }) => ({ id, amount, at: at ?? from })) }
}

/** A call leaves less than this after its journal row: no policy lets a release wait longer. */
const longestCallMs = 2 * 24 * 60 * 60_000

/**
 * Returns the amounts that leave, or may have left, on the day: sendings that are neither proven
 * unsent nor rejected for good, earlier sendings of this order included, and orders on their way. Sendings
 * dated later count too, because a journal takes the later of two clocks and the day comes from the
 * earlier.
 */
async function leavingWith(
  others: Others,
  { act, now }: Extract<LimitMoment, { readonly now: Date }>,
): Promise<CountedDay> {
  const { order, zone } = others
  const date = dateIn(zone, now)
  const start = dayStart(zone, date)
  const from = start.toISOString()
  const earlier = new Date(start.getTime() - longestCallMs).toISOString()
  const sent = await together(others)
    .innerJoin('order_attempts as sending', 'sending.order_id', 'orders.id')
    .select(['orders.id', 'orders.amount', 'sending.outcome', 'journalled_at', 'ended_at'])
    .where('journalled_at', '>=', earlier)
    .where('outcome', 'not in', ['not-sent', 'under-way'])
    // A rejected resend leaves its order unknown, and the first sending counts.
    .where((is) =>
      is.or([
        is('outcome', '<>', 'rejected'),
        is.and([is('state', '=', 'rejected'), mayBankHave('orders')]),
      ]),
    )
    .execute()
  const onTheirWay = await together(others)
    .select(['id', 'amount'])
    .where('id', '<>', order.id)
    .where('state', 'in', act === 'release' ? ['sending', 'queued'] : ['sending'])
    .execute()
  const left = sent.map(({ id, amount, outcome, journalled_at, ended_at }) => ({
    id,
    amount,
    // A call that waits for the end of a pause leaves later than its journal row says. An
    // interrupted one ends at the next program start, but its call was over before.
    at: outcome === 'interrupted' || ended_at === null ? journalled_at : ended_at,
  }))
  return {
    date,
    counted: [
      ...left.filter(({ at }) => at >= from),
      ...onTheirWay.map(({ id, amount }) => ({ id, amount, at: from })),
    ],
  }
}

/** Keeps one amount of each order: each sending of a resent order counts in a limit. */
const onceEach = (counted: readonly Counted[]): readonly Counted[] => [
  ...new Map(counted.map((one) => [one.id, one])).values(),
]

/** Returns the first later day that has room for the amount, YYYY-MM-DD. */
function roomAfter({
  date,
  counted,
  zone,
  amount,
  perDay,
}: CountedDay & {
  readonly zone: string
  readonly amount: number
  readonly perDay: number
}): string {
  // Amounts dated later count on their own days, so the day after the last of them has room at
  // least.
  const bearing = new Set([date, ...counted.map(({ at }) => dateIn(zone, new Date(at)))])
  const days = [...bearing].map((one) => daysLater(one, 1)).sort()
  const hasRoom = (day: string): boolean => amount + sumOf(counted, startOf(zone, day)) <= perDay
  return days.find(hasRoom) ?? daysLater(date, 1)
}
