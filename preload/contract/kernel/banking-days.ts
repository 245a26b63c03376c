/**
 * The days and hours of wires in the United States: weekends, the holidays of the Federal Reserve Banks, and a cutoff
 * by the clock of its own zone. A network's rules, so that they warn and never block (domain rules, Fedwire; holidays:
 * https://richmondfed.org/about_us/holiday_schedule).
 */

/** A time of day by the clock of a place. */
export interface Cutoff {
  /** HH:MM. */
  readonly time: string
  /** An IANA zone, such as America/New_York. */
  readonly zone: string
}

/** Where Fedwire's clock stands. */
export const fedwireZone = 'America/New_York'

const pad = (count: number): string => String(count).padStart(2, '0')
const dateOf = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
const utc = (date: string): Date => new Date(`${date}T00:00:00Z`)
const sunday = 0
const monday = 1
const thursday = 4
const saturday = 6

const moved = (date: string, days: number): string =>
  new Date(utc(date).getTime() + days * 86_400_000).toISOString().slice(0, 10)
const dayAfter = (date: string): string => moved(date, 1)
const dayBefore = (date: string): string => moved(date, -1)

/** The so-manyth weekday of a month; -1: its last. */
function nth(year: number, month: number, weekday: number, count: number): string {
  const days = Array.from({ length: 31 }, (_, at) => dateOf(year, month, at + 1)).filter(
    (date) => !Number.isNaN(utc(date).getTime()) && utc(date).toISOString().startsWith(date),
  )
  const fitting = days.filter((date) => utc(date).getUTCDay() === weekday)
  return fitting.at(count < 0 ? count : count - 1) ?? ''
}

/** Each holiday by its rule, and the first year in which the Reserve Banks kept it. */
const rules: readonly (readonly [string, number, (year: number) => string])[] = [
  ['New Year\u2019s Day', 0, (year) => dateOf(year, 1, 1)],
  ['Birthday of Martin Luther King, Jr.', 1986, (year) => nth(year, 1, monday, 3)],
  ['Washington\u2019s Birthday', 0, (year) => nth(year, 2, monday, 3)],
  ['Memorial Day', 0, (year) => nth(year, 5, monday, -1)],
  ['Juneteenth', 2022, (year) => dateOf(year, 6, 19)],
  ['Independence Day', 0, (year) => dateOf(year, 7, 4)],
  ['Labor Day', 0, (year) => nth(year, 9, monday, 1)],
  ['Columbus Day', 0, (year) => nth(year, 10, monday, 2)],
  ['Veterans Day', 0, (year) => dateOf(year, 11, 11)],
  ['Thanksgiving Day', 0, (year) => nth(year, 11, thursday, 4)],
  ['Christmas Day', 0, (year) => dateOf(year, 12, 25)],
]

/** Made once for each year: a deadline alone asks for some ten days. */
const holidays = new Map<number, ReadonlyMap<string, string>>()

/**
 * The weekdays of a year on which the Reserve Banks are closed, with their names. A holiday on a Sunday closes the
 * Monday after it; one on a Saturday leaves the Friday before it open.
 */
export function federalHolidays(year: number): ReadonlyMap<string, string> {
  const known = holidays.get(year)
  if (known) return known
  const closed = rules.flatMap(([name, since, on]) => {
    const date = on(year)
    const weekday = utc(date).getUTCDay()
    if (year < since || weekday === saturday) return []
    return [[weekday === sunday ? dayAfter(date) : date, name] as const]
  })
  const made = new Map(closed)
  holidays.set(year, made)
  return made
}

/** Why no wire moves on a day: `Saturday`, or the holiday's name; null where it may. Takes YYYY-MM-DD. */
export function closedOn(date: string): string | null {
  const weekday = utc(date).getUTCDay()
  if (weekday === saturday) return 'Saturday'
  if (weekday === sunday) return 'Sunday'
  return federalHolidays(Number(date.slice(0, 4))).get(date) ?? null
}

/** The first day after this one on which wires move. */
export function nextWireDay(date: string): string {
  let next = dayAfter(date)
  while (closedOn(next) !== null) next = dayAfter(next)
  return next
}

/** Whether the Reserve Banks are open on a day, YYYY-MM-DD. ACH settles on these days, too. */
export const isBankingDay = (date: string): boolean => closedOn(date) === null

/**
 * The day that is so many banking days after a day, or before it where `count` is negative. 0 is the day itself, or
 * the next banking day where it is none.
 */
export function addBankingDays(date: string, count: number): string {
  const step = count < 0 ? dayBefore : dayAfter
  let [day, left] = [date, Math.abs(count)]
  while (left > 0 || !isBankingDay(day)) {
    day = step(day)
    if (isBankingDay(day) && left > 0) left -= 1
  }
  return day
}

/** One for each zone: to make one takes longer than to read a clock a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** @throws {RangeError} for a zone that nobody knows. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  clocks.set(zone, made)
  return made
}

/** Date and time by the clock of a zone; null for a zone that nobody knows. */
export function clockIn(
  zone: string,
  now: Date,
): { readonly date: string; readonly time: string } | null {
  try {
    const parts = clockOf(zone).formatToParts(now)
    const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
    return {
      date: `${of('year')}-${of('month')}-${of('day')}`,
      time: `${of('hour')}:${of('minute')}`,
    }
  } catch {
    return null
  }
}

/** The day of an instant in New York, YYYY-MM-DD: the documents name no zone for the days of the bank (trap 43). */
export const bankingDay = (now: Date): string =>
  clockIn(fedwireZone, now)?.date ?? now.toISOString().slice(0, 10)

/** Whether it is a zone whose clock is known, such as America/New_York. */
export const isZone = (zone: string): boolean => clockIn(zone, new Date(0)) !== null

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * The first instant of a day, YYYY-MM-DD, by the clock of a zone; that day may have 23, 24 or 25 hours.
 *
 * @throws {RangeError} for a zone that nobody knows.
 */
export function dayStart(zone: string, date: string): Date {
  if (!isZone(zone)) throw new RangeError('no zone')
  const midnight = utc(date).getTime()
  // The zones of the world are less than a day from UTC, and their clocks move by whole minutes.
  let [before, reached] = [midnight - dayMs, midnight + dayMs]
  while (reached - before > minuteMs) {
    const between = before + Math.ceil((reached - before) / 2 / minuteMs) * minuteMs
    if ((clockIn(zone, new Date(between))?.date ?? '') >= date) reached = between
    else before = between
  }
  return new Date(reached)
}

/** A zone for people: `New York`. */
export const placeOf = (zone: string): string =>
  (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** How a cutoff stands at an instant. */
export interface CutoffStanding {
  /** By the clock of its zone. */
  readonly today: string
  /** Until the cutoff; negative once it has passed. */
  readonly minutesLeft: number
  /** Why no wire moves today; null where one may. */
  readonly closed: string | null
}

/** How it stands; null where none is set, or its zone is unknown. */
export function cutoffAt(cutoff: Cutoff | null, now: Date): CutoffStanding | null {
  const clock = cutoff && clockIn(cutoff.zone, now)
  if (!clock) return null
  return {
    today: clock.date,
    minutesLeft: minutesOf(cutoff.time) - minutesOf(clock.time),
    closed: closedOn(clock.date),
  }
}

const lasting = (minutes: number): string => {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${String(rest)} min`
  return rest === 0 ? `${String(hours)} h` : `${String(hours)} h ${String(rest)} min`
}

/** A cutoff for people: `18:45 in New York`. */
export const cutoffName = ({ time, zone }: Cutoff): string => `${time} in ${placeOf(zone)}`

/** The countdown to today's cutoff in a sentence; empty where there is none. */
export function cutoffSentence(cutoff: Cutoff | null, now: Date): string {
  const standing = cutoffAt(cutoff, now)
  if (!cutoff || !standing) return ''
  const { today, minutesLeft, closed } = standing
  const next = nextWireDay(today)
  if (closed !== null) return `No wires today (${closed}): the next day for wires is ${next}.`
  if (minutesLeft <= 0) {
    return `Today\u2019s wire cutoff, ${cutoffName(cutoff)}, has passed: the next day for wires is ${next}.`
  }
  return `${lasting(minutesLeft)} until today\u2019s wire cutoff, ${cutoffName(cutoff)}.`
}
