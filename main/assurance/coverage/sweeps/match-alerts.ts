/**
 * Matches events to alerts: equal trace number, equal meaning of the status, equal amount as money,
 * accounts of the event, and an arrival near its day, because trace numbers are reused (bank note
 * 86). Where several events look alike, each alert matches one of them.
 */
import { sql, type RawBuilder } from 'kysely'
import { daysLater } from '../../../../preload/contract/kernel/calendar.ts'
import { slicesOf } from '../../../platform/slices.ts'
import type { Reader } from '../../../store/store.ts'
import { meaningOf, moneyOf, type SweptEvent } from './swept-rows.ts'

/** The compared fields of an alert. */
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

/** The compared fields of an event. */
export type EventToMatch = Pick<
  SweptEvent,
  'event' | 'trace' | 'amount' | 'accounts' | 'account' | 'between'
>

/**
 * Returns whether an alert may be about this event. An old code without a status may be about any
 * (bank note 102).
 */
export function alertMatches(alert: CandidateAlert, sought: EventToMatch): boolean {
  const { event, trace, amount, account, accounts } = sought
  if (alert.trace !== trace || !isOfItsTime(alert, sought)) return false
  const meant = meaningOf(alert.status)
  const isStatus = meant === null ? alert.isOldCode : meant === meaningOf(event)
  const money = moneyOf(alert.amount)
  const isAmount = money === null || amount === null || money === moneyOf(amount)
  return isStatus && isAmount && areAccounts(alert.accounts, account, accounts)
}

/**
 * The bank repeats deliveries for a day. The rest allows for weekends and zones, and stays below a
 * week because of weekly recurring entries.
 */
const leewayDays = 5

const isOfItsTime = ({ at }: CandidateAlert, { between: [from, to] }: EventToMatch): boolean => {
  const day = at.slice(0, 10)
  return day >= daysLater(from, -leewayDays) && day <= daysLater(to, leewayDays)
}

/**
 * An alert with one account must name a shown one; an alert with both must name every shown one.
 */
function areAccounts(sought: readonly string[], own: string, shown: readonly string[]): boolean {
  if (sought.length === 0) return true
  if (sought.length === 1) return sought.some((one) => shown.includes(one))
  return sought.includes(own) && shown.every((one) => sought.includes(one))
}

/**
 * Returns the keys of the events, among those of one list, that an alert has reported. Events that
 * a sweep found before are excluded, and an alert that matched one of them later matches no other.
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
  const matched = new Set<string>()
  for (const event of events) {
    if (matched.has(event.key)) continue
    const match = (byTrace.get(event.trace ?? '') ?? []).find(
      (alert) => !spent.has(alert.seq) && alertMatches(alert, event),
    )
    if (!match) continue
    spent.add(match.seq)
    matched.add(event.key)
  }
  return matched
}

/** Returns which of these keys belong to items that a sweep found before. */
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

/** Returns whether this alert later matched an item with this trace number. */
export const isLinked = (trace: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM recovered_items AS linked
    WHERE linked.trace_number = ${trace} AND linked.alert_seq = a.seq)`

/** Returns the ACH alerts with one of these trace numbers; repeated alerts count once. */
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
      // White space may follow the number, and the index still finds it.
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

/** Returns the compared fields of an alert row. */
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
