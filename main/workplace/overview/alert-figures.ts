/** Alerts by hour and by day, from counters that are updated as alerts arrive. */
import type { AlertsByKind, Known } from '../../../preload/contract/api/overview/overview.ts'
import type { Store } from '../../store/store.ts'
import type { BankingDays } from './order-figures.ts'
import { dayIn, daysLater, midnightIn } from '../../../preload/contract/kernel/calendar.ts'

const hourMs = 3_600_000
const hoursShown = 24
const daysShown = 14
type Counter = { readonly hour: string; readonly kind: string; readonly received: number }

const none: AlertsByKind = { ach: 0, wire: 0, rtp: 0, other: 0 }
const isKind = (kind: string): kind is keyof AlertsByKind => kind in none

function added(to: AlertsByKind | undefined, { kind, received }: Counter): AlertsByKind {
  const before = to ?? none
  const known = isKind(kind) ? kind : 'other'
  return { ...before, [known]: before[known] + received }
}

/** Returns the start of a counter's hour. */
const beginOf = (hour: string): Date => new Date(`${hour}:00:00.000Z`)

/**
 * The last 24 hours and the last 14 days. Hours start with UTC hours: in a zone with half-hour
 * offsets, the first half hour of a day counts with the day before.
 */
export async function alertFigures(
  { read }: Pick<Store, 'read'>,
  { zone, now }: BankingDays,
): Promise<Known<'alerts'>> {
  const firstDay = midnightIn(zone, now, 1 - daysShown)
  const lastHour = Math.floor(now.getTime() / hourMs) * hourMs
  const rows = await read
    .selectFrom('alert_hours')
    .select(['hour', 'kind', 'received'])
    .where('hour', '>=', firstDay.toISOString().slice(0, 13))
    .execute()
  const byHour = new Map<string, AlertsByKind>()
  const byDay = new Map<string, AlertsByKind>()
  for (const row of rows) {
    byHour.set(row.hour, added(byHour.get(row.hour), row))
    const day = dayIn(zone, beginOf(row.hour))
    byDay.set(day, added(byDay.get(day), row))
  }
  const hours = Array.from({ length: hoursShown }, (_, at) => {
    const from = new Date(lastHour - (hoursShown - 1 - at) * hourMs).toISOString()
    return { from, received: byHour.get(from.slice(0, 13)) ?? none }
  })
  const days = Array.from({ length: daysShown }, (_, at) => {
    const day = daysLater(dayIn(zone, now), at + 1 - daysShown)
    return { day, received: byDay.get(day) ?? none }
  })
  return { hours, days }
}
