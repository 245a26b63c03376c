/**
 * Matches events to alerts: one movement by its numbers, and equal meaning of the status. Where
 * several events look alike, each alert matches one of them.
 */
import { sql } from 'kysely'
import { daysLater } from '../../../../preload/contract/kernel/calendar.ts'
import { compareSightings, type Sighting } from '../../../money/same-movement.ts'
import { slicesOf } from '../../../platform/slices.ts'
import type { Reader } from '../../../store/store.ts'
import { meaningOf, type SweptEvent } from './swept-rows.ts'

/** The compared fields of an alert. */
export interface CandidateAlert extends Sighting {
  readonly seq: number
  readonly status: string | null
  readonly isOldCode: boolean
}

/**
 * Returns whether an alert may be about this event. An old code without a status may be about any
 * (bank note 102).
 */
export function alertMatches(
  alert: CandidateAlert,
  event: Sighting & Pick<SweptEvent, 'event'>,
): boolean {
  const meant = meaningOf(alert.status)
  const isStatus = meant === null ? alert.isOldCode : meant === meaningOf(event.event)
  return isStatus && compareSightings(alert, event) === 'same'
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
  const alerts = [
    ...(await alertsBy('trace', reader, [...new Set(events.flatMap(({ trace }) => trace ?? []))])),
    ...(await alertsBy('par', reader, [...new Set(events.flatMap(({ par }) => par ?? []))])),
  ]
  const byTrace = Map.groupBy(alerts, ({ trace }) => trace)
  const byPar = Map.groupBy(alerts, ({ par }) => par)
  const known = ({ trace, par }: SweptEvent): readonly CandidateAlert[] => [
    ...(par === null ? [] : (byPar.get(par) ?? [])),
    ...(trace === null ? [] : (byTrace.get(trace) ?? [])),
  ]
  const spent = new Set<number>()
  const matched = new Set<string>()
  for (const event of events) {
    if (matched.has(event.key)) continue
    const match = known(event).find((alert) => !spent.has(alert.seq) && alertMatches(alert, event))
    if (!match) continue
    spent.add(match.seq)
    matched.add(event.key)
  }
  return matched
}

/**
 * Returns the events with the keys of stored items, or with keys of their own. A collected row states
 * no day, and a trace number is used again: an item that was found before the searched days began is
 * another event.
 */
export async function apartFromEarlier(
  reader: Pick<Reader, 'selectFrom'>,
  events: readonly SweptEvent[],
): Promise<SweptEvent[]> {
  const isUndated = ({ par, day }: SweptEvent): boolean => par === null && day === null
  const traces = events.filter(isUndated).flatMap(({ trace }) => trace ?? [])
  const earlier: { item_key: string; at: string }[] = []
  for (const some of slicesOf([...new Set(traces)]))
    earlier.push(
      ...(await reader
        .selectFrom('recovered_items')
        .select(['item_key', 'at'])
        .where('trace_number', 'in', some)
        .where('par_number', 'is', null)
        .where('event_day', 'is', null)
        .orderBy('seq')
        .execute()),
    )
  return events.map((event) => {
    const alike = isUndated(event)
      ? earlier.filter(({ item_key: key }) => `${key} `.startsWith(`${event.key} `))
      : []
    if (alike.length === 0) return event
    const [fromDay] = event.days
    const same = alike.findLast(({ at }) => daysLater(at.slice(0, 10), 1) >= fromDay)
    return { ...event, key: same?.item_key ?? `${event.key} ${fromDay}` }
  })
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

/** Whether this alert later matched an item. */
export const isLinked = sql<boolean>`EXISTS (SELECT 1 FROM recovered_items AS linked
  WHERE linked.alert_seq = a.seq)`

const isNumber = {
  trace: sql<boolean>`a.reference = j.number`,
  par: sql<boolean>`a.par_number = j.number`,
} as const

/** Returns the ACH alerts with one of these numbers; repeated alerts count once. */
async function alertsBy(
  name: keyof typeof isNumber,
  reader: Pick<Reader, 'selectFrom'>,
  numbers: readonly string[],
): Promise<readonly CandidateAlert[]> {
  const found: CandidateAlert[] = []
  for (const some of slicesOf(numbers)) {
    const rows = await reader
      .selectFrom(
        sql<{
          number: string
        }>`(SELECT value AS number FROM json_each(${JSON.stringify(some)}))`.as('j'),
      )
      .crossJoin('alerts as a')
      .select(['a.seq', 'a.at', 'a.status', 'a.amount', 'a.old_code'])
      .select(['a.reference', 'a.par_number', accountsOfAlert])
      .where(isNumber[name])
      .where('a.kind', '=', 'ach')
      .where('a.repeats_seq', 'is', null)
      .where(sql<boolean>`NOT ${isLinked}`)
      .orderBy('a.seq')
      .execute()
    found.push(...rows.map(alertOf))
  }
  return found
}

/** Selects the accounts of an alert, as JSON. */
export const accountsOfAlert =
  sql<string>`(SELECT json_group_array(account) FROM alert_accounts WHERE alert_seq = a.seq)`.as(
    'accounts',
  )

/** Returns the compared fields of an alert row. */
export const alertOf = (row: {
  readonly seq: number
  readonly at: string
  readonly reference: string | null
  readonly par_number: string | null
  readonly status: string | null
  readonly amount: string | null
  readonly old_code: 0 | 1
  readonly accounts: string
}): CandidateAlert => ({
  seq: row.seq,
  trace: row.reference,
  par: row.par_number,
  status: row.status,
  amount: row.amount,
  isOldCode: row.old_code === 1,
  accounts: JSON.parse(row.accounts) as string[],
  days: [row.at.slice(0, 10), row.at.slice(0, 10)],
})
