/**
 * Which events alerts have told of: the trace number is the same, the status means the same, the amount is equal as
 * money, the accounts are those of the event, and the alert came about the day of it, since a trace number comes round
 * again (trap 86). Where several events look alike, each alert tells of one of them.
 */
import { sql, type RawBuilder } from 'kysely'
import { daysLater } from '../../../../preload/contract/bank/ach-inquiry/days.ts'
import { slicesOf } from '../../../platform/slices.ts'
import type { Reader } from '../../../store/store.ts'
import { meaningOf, moneyOf, type SweptEvent } from './swept-rows.ts'

/** An alert as it is compared. */
export interface CandidateAlert {
  readonly seq: number
  /** ISO UTC. */
  readonly at: string
  readonly trace: string
  readonly status: string | null
  readonly amount: string | null
  readonly isOldCode: boolean
  readonly accounts: readonly string[]
}

/** What of an event is compared. */
export type EventToMatch = Pick<
  SweptEvent,
  'event' | 'trace' | 'amount' | 'accounts' | 'account' | 'between'
>

/** Whether an alert may be about this event. An old code without a status may be of any (trap 102). */
export function alertMatches(alert: CandidateAlert, told: EventToMatch): boolean {
  const { event, trace, amount, account, accounts } = told
  if (alert.trace !== trace || !isOfItsTime(alert, told)) return false
  const meant = meaningOf(alert.status)
  const isStatus = meant === null ? alert.isOldCode : meant === meaningOf(event)
  const money = moneyOf(alert.amount)
  const isAmount = money === null || amount === null || money === moneyOf(amount)
  return isStatus && isAmount && areAccounts(alert.accounts, account, accounts)
}

/** The bank repeats for a day; the rest is leeway for weekends and zones, and less than a week to what recurs. */
const leewayDays = 5

const isOfItsTime = ({ at }: CandidateAlert, { between: [from, to] }: EventToMatch): boolean => {
  const day = at.slice(0, 10)
  return day >= daysLater(from, -leewayDays) && day <= daysLater(to, leewayDays)
}

/** An alert that names one account names one that is shown; one that names both names every one that is shown. */
function areAccounts(told: readonly string[], own: string, shown: readonly string[]): boolean {
  if (told.length === 0) return true
  if (told.length === 1) return told.some((one) => shown.includes(one))
  return told.includes(own) && shown.every((one) => told.includes(one))
}

/**
 * The keys of the events that an alert has told of, among those of one list. One that a sweep found before is none of
 * them, and the alert that told of it late tells of no other.
 */
export async function matchEventsToAlerts(
  reader: Pick<Reader, 'selectFrom'>,
  all: readonly SweptEvent[],
): Promise<ReadonlySet<string>> {
  const found = await foundAmong(
    reader,
    all.map(({ key }) => key),
  )
  const events = all.filter(({ key }) => !found.has(key))
  const traces = [...new Set(events.flatMap(({ trace }) => trace ?? []))]
  const alerts = await alertsOf(reader, traces)
  const byTrace = Map.groupBy(alerts, ({ trace }) => trace)
  const spent = new Set<number>()
  const told = new Set<string>()
  for (const event of events) {
    if (told.has(event.key)) continue
    const teller = (byTrace.get(event.trace ?? '') ?? []).find(
      (alert) => !spent.has(alert.seq) && alertMatches(alert, event),
    )
    if (!teller) continue
    spent.add(teller.seq)
    told.add(event.key)
  }
  return told
}

/** Which of these keys are of items that a sweep found before. */
export async function foundAmong(
  reader: Pick<Reader, 'selectFrom'>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const some of slicesOf(keys)) {
    const rows = await reader
      .selectFrom('recovered_items')
      .select('item_key')
      .where('item_key', 'in', some)
      .execute()
    for (const { item_key: key } of rows) found.add(key)
  }
  return found
}

/** Whether this alert told late of an item of this trace number. */
export const isLinked = (trace: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM recovered_items AS linked
    WHERE linked.trace_number = ${trace} AND linked.alert_seq = a.seq)`

/** The ACH alerts with one of these trace numbers; one that repeats another is no second one. */
async function alertsOf(
  reader: Pick<Reader, 'selectFrom'>,
  traces: readonly string[],
): Promise<readonly CandidateAlert[]> {
  const found: CandidateAlert[] = []
  for (const some of slicesOf(traces)) {
    const rows = await reader
      .selectFrom(
        sql<{ trace: string }>`(SELECT value AS trace FROM json_each(${JSON.stringify(some)}))`.as(
          'j',
        ),
      )
      .crossJoin('alerts as a')
      .select(['j.trace', 'a.seq', 'a.at', 'a.status', 'a.amount', 'a.old_code'])
      .select(
        sql<string>`(SELECT json_group_array(account) FROM alert_accounts WHERE alert_seq = a.seq)`.as(
          'accounts',
        ),
      )
      // What follows the number may be white space, and the index still finds it.
      .where(sql<boolean>`a.reference >= j.trace AND a.reference < j.trace || '!'`)
      .where(sql<boolean>`trim(a.reference) = j.trace`)
      .where('a.kind', '=', 'ach')
      .where('a.repeats_seq', 'is', null)
      .where(sql<boolean>`NOT ${isLinked(sql`j.trace`)}`)
      .orderBy('a.seq')
      .execute()
    found.push(...rows.map(alertOf))
  }
  return found
}

/** A row of alerts as it is compared. */
export const alertOf = (row: {
  readonly seq: number
  readonly at: string
  readonly trace: string
  readonly status: string | null
  readonly amount: string | null
  readonly old_code: 0 | 1
  readonly accounts: string
}): CandidateAlert => ({
  seq: row.seq,
  at: row.at,
  trace: row.trace,
  status: row.status,
  amount: row.amount,
  isOldCode: row.old_code === 1,
  accounts: JSON.parse(row.accounts) as string[],
})
