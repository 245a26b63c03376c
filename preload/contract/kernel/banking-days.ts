/**
 * Days and hours of wires in the United States: weekends, holidays of the Federal Reserve Banks,
 * and a cutoff in its own time zone. These are network rules (Fedwire), so they warn and never
 * block. Holidays: https://richmondfed.org/about_us/holiday_schedule.
 */
import { clockIn, dayIn, daysLater, minutesOf, weekdayOf } from './calendar.ts'

export interface Cutoff {
  /** HH:MM. */
  readonly time: string
  /** IANA zone, such as America/New_York. */
  readonly zone: string
}

/** Time zone of Fedwire. */
export const fedwireZone = 'America/New_York'

const sunday = 0
const monday = 1
const thursday = 4
const saturday = 6

/** Returns the n-th weekday of a month, YYYY-MM; 0 is the last one of the month before. */
function nth(month: string, weekday: number, count: number): string {
  const first = `${month}-01`
  return daysLater(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1))
}

/** Holidays with their rules, and the first year in which the Reserve Banks observed each. */
const rules: readonly (readonly [string, number, (year: string) => string])[] = [
  ['New Year\u2019s Day', 0, (year) => `${year}-01-01`],
  ['Birthday of Martin Luther King, Jr.', 1986, (year) => nth(`${year}-01`, monday, 3)],
  ['Washington\u2019s Birthday', 0, (year) => nth(`${year}-02`, monday, 3)],
  ['Memorial Day', 0, (year) => nth(`${year}-06`, monday, 0)],
  ['Juneteenth', 2022, (year) => `${year}-06-19`],
  ['Independence Day', 0, (year) => `${year}-07-04`],
  ['Labor Day', 0, (year) => nth(`${year}-09`, monday, 1)],
  ['Columbus Day', 0, (year) => nth(`${year}-10`, monday, 2)],
  ['Veterans Day', 0, (year) => `${year}-11-11`],
  ['Thanksgiving Day', 0, (year) => nth(`${year}-11`, thursday, 4)],
  ['Christmas Day', 0, (year) => `${year}-12-25`],
]

/** Computed once per year: a single deadline needs about ten days. */
const holidays = new Map<number, ReadonlyMap<string, string>>()

/**
 * Returns the weekdays of a year on which the Reserve Banks are closed, with names. A holiday on a
 * Sunday closes the next Monday; one on a Saturday leaves the Friday open.
 */
export function federalHolidays(year: number): ReadonlyMap<string, string> {
  const known = holidays.get(year)
  if (known) return known
  const closed = rules.flatMap(([name, since, on]) => {
    const date = on(String(year).padStart(4, '0'))
    const weekday = weekdayOf(date)
    if (year < since || weekday === saturday) return []
    return [[weekday === sunday ? daysLater(date, 1) : date, name] as const]
  })
  const created = new Map(closed)
  holidays.set(year, created)
  return created
}

/**
 * Returns why no wire moves on a day (YYYY-MM-DD): `Saturday`, `Sunday` or the holiday's name; null
 * if wires move, or if the text is malformed.
 */
export function closedOn(date: string): string | null {
  const weekday = weekdayOf(date)
  if (Number.isNaN(weekday)) return null
  if (weekday === saturday) return 'Saturday'
  if (weekday === sunday) return 'Sunday'
  return federalHolidays(Number(date.slice(0, 4))).get(date) ?? null
}

/** Returns the next day after this one on which wires move. */
export function nextWireDay(date: string): string {
  let next = daysLater(date, 1)
  while (closedOn(next) !== null) next = daysLater(next, 1)
  return next
}

/**
 * Returns whether the Reserve Banks are open on a day, YYYY-MM-DD. ACH settles on the same days.
 */
export const isBankingDay = (date: string): boolean => closedOn(date) === null

/**
 * Returns the day a number of banking days after a day, or before it if `count` is negative. 0 is
 * the day itself, or the next banking day if it is not one.
 */
export function addBankingDays(date: string, count: number): string {
  const step = count < 0 ? -1 : 1
  let [day, left] = [date, Math.abs(count)]
  while (left > 0 || !isBankingDay(day)) {
    day = daysLater(day, step)
    if (isBankingDay(day) && left > 0) left -= 1
  }
  return day
}

/**
 * Returns the day of an instant in New York, YYYY-MM-DD: the documents name no zone for the bank's
 * days (bank note 43).
 */
export const networkDay = (at: Date | number): string => dayIn(fedwireZone, at)

/** Returns a zone for display: `New York`. */
export const placeOf = (zone: string): string =>
  (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** State of a cutoff at an instant. */
export interface CutoffState {
  /** In the cutoff's zone. */
  readonly today: string
  /** Until the cutoff; negative after it. */
  readonly minutesLeft: number
  /** Why no wire moves today; null if wires move. */
  readonly closed: string | null
}

/** Returns the state of a cutoff; null if none is set, or its zone is unknown. */
export function cutoffAt(cutoff: Cutoff | null, now: Date): CutoffState | null {
  const clock = cutoff && clockIn(cutoff.zone, now)
  if (!clock) return null
  return {
    today: clock.date,
    minutesLeft: minutesOf(cutoff.time) - minutesOf(clock.time),
    closed: closedOn(clock.date),
  }
}

/** Returns the day of an instant where the rails count it: in the zone of the cutoff. */
export const cutoffDay = (cutoff: Cutoff | null, now: Date): string =>
  (cutoff && clockIn(cutoff.zone, now)?.date) ?? networkDay(now)

/** The cutoff of Fedwire for payments of third parties, where a profile has none of its own. */
const fedwireCutoff: Cutoff = { time: '18:45', zone: fedwireZone }

/** Returns the first day on which a wire that is sent now can settle, YYYY-MM-DD. */
export function nextWireSettlement(cutoff: Cutoff | null, now: Date): string {
  const state = cutoffAt(cutoff, now) ?? cutoffAt(fedwireCutoff, now)
  const today = state?.today ?? networkDay(now)
  return state?.closed === null && state.minutesLeft > 0 ? today : nextWireDay(today)
}

const lasting = (minutes: number): string => {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${String(rest)} min`
  return rest === 0 ? `${String(hours)} h` : `${String(hours)} h ${String(rest)} min`
}

/** Returns a cutoff for display: `18:45 in New York`. */
export const cutoffName = ({ time, zone }: Cutoff): string => `${time} in ${placeOf(zone)}`

/** Returns a sentence with the time left until today's cutoff; empty if there is no cutoff. */
export function cutoffSentence(cutoff: Cutoff | null, now: Date): string {
  const state = cutoffAt(cutoff, now)
  if (!cutoff || !state) return ''
  const { today, minutesLeft, closed } = state
  const next = nextWireDay(today)
  if (closed !== null) return `No wires today (${closed}): the next day for wires is ${next}.`
  if (minutesLeft <= 0) {
    return `Today\u2019s wire cutoff, ${cutoffName(cutoff)}, has passed: the next day for wires is ${next}.`
  }
  return `${lasting(minutesLeft)} until today\u2019s wire cutoff, ${cutoffName(cutoff)}.`
}
