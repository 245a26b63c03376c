/**
 * Which events alerts have told of: the trace number is the same, the status means the same, the amount is equal as
 * money, and the accounts are those of the event. Where several events look alike, each alert tells of one of them.
 */
import { sql } from 'kysely'
import { slicesOf } from '../../bulk/slices.ts'
import type { Reader } from '../../storage/store.ts'
import { meaningOf, moneyOf, type SweptEvent } from './swept-rows.ts'

/** An alert as it is compared. */
export interface TellingAlert {
  readonly seq: number
  readonly trace: string
  readonly status: string | null
  readonly amount: string | null
  readonly isOldCode: boolean
  readonly accounts: readonly string[]
}

/** What of an event is compared. */
export type ToldEvent = Pick<SweptEvent, 'event' | 'trace' | 'amount' | 'accounts' | 'account'>

/** Whether an alert may be about this event. An old code without a status may be of any (trap 102). */
export function tells(alert: TellingAlert, { event, trace, amount, account, accounts }: ToldEvent) {
  if (alert.trace !== trace) return false
  const meant = meaningOf(alert.status)
  const isStatus = meant === null ? alert.isOldCode : meant === meaningOf(event)
  const money = moneyOf(alert.amount)
  const isAmount = money === null || amount === null || money === moneyOf(amount)
  return isStatus && isAmount && areAccounts(alert.accounts, account, accounts)
}

/** An alert that names one account names one that is shown; one that names both names every one that is shown. */
function areAccounts(told: readonly string[], own: string, shown: readonly string[]): boolean {
  if (told.length === 0) return true
  if (told.length === 1) return told.some((one) => shown.includes(one))
  return told.includes(own) && shown.every((one) => told.includes(one))
}

/** The keys of the events that an alert has told of, among those of one list. */
export async function toldAmong(
  reader: Pick<Reader, 'selectFrom'>,
  events: readonly SweptEvent[],
): Promise<ReadonlySet<string>> {
  const traces = [...new Set(events.flatMap(({ trace }) => trace ?? []))]
  const alerts = await alertsOf(reader, traces)
  const byTrace = Map.groupBy(alerts, ({ trace }) => trace)
  const spent = new Set<number>()
  const told = new Set<string>()
  for (const event of events) {
    if (told.has(event.key)) continue
    const teller = (byTrace.get(event.trace ?? '') ?? []).find(
      (alert) => !spent.has(alert.seq) && tells(alert, event),
    )
    if (!teller) continue
    spent.add(teller.seq)
    told.add(event.key)
  }
  return told
}

/** The ACH alerts with one of these trace numbers; one that repeats another is no second one. */
async function alertsOf(
  reader: Pick<Reader, 'selectFrom'>,
  traces: readonly string[],
): Promise<readonly TellingAlert[]> {
  const found: TellingAlert[] = []
  for (const some of slicesOf(traces)) {
    const rows = await reader
      .selectFrom(
        sql<{ trace: string }>`(SELECT value AS trace FROM json_each(${JSON.stringify(some)}))`.as(
          'j',
        ),
      )
      .crossJoin('alerts as a')
      .select(['j.trace', 'a.seq', 'a.status', 'a.amount', 'a.old_code'])
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
      .orderBy('a.seq')
      .execute()
    found.push(...rows.map(alertOf))
  }
  return found
}

/** A row of alerts as it is compared. */
export const alertOf = (row: {
  readonly seq: number
  readonly trace: string
  readonly status: string | null
  readonly amount: string | null
  readonly old_code: 0 | 1
  readonly accounts: string
}): TellingAlert => ({
  ...{ seq: row.seq, trace: row.trace, status: row.status, amount: row.amount },
  isOldCode: row.old_code === 1,
  accounts: JSON.parse(row.accounts) as string[],
})
