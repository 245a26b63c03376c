/**
 * Days and hours of wires in the United States: weekends, holidays of the Federal Reserve Banks,
 * and a cutoff in its own time zone. These are network rules (Fedwire), so they warn and never
 * block. Holidays: https://richmondfed.org/about_us/holiday_schedule.
 */

export interface Cutoff {
  /** HH:MM. */
  readonly time: string
  /** IANA zone, such as America/New_York. */
  readonly zone: string
}

/** Time zone of Fedwire. */
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

/** Returns the n-th weekday of a month; -1 for the last. */
function nth(year: number, month: number, weekday: number, count: number): string {
  const days = Array.from({ length: 31 }, (_, at) => dateOf(year, month, at + 1)).filter(
    (date) => !Number.isNaN(utc(date).getTime()) && utc(date).toISOString().startsWith(date),
  )
  const fitting = days.filter((date) => utc(date).getUTCDay() === weekday)
  return fitting.at(count < 0 ? count : count - 1) ?? ''
}

/** Holidays with their rules, and the first year in which the Reserve Banks observed each. */
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
    const date = on(year)
    const weekday = utc(date).getUTCDay()
    if (year < since || weekday === saturday) return []
    return [[weekday === sunday ? dayAfter(date) : date, name] as const]
  })
  const made = new Map(closed)
  holidays.set(year, made)
  return made
}

/**
 * Returns why no wire moves on a day (YYYY-MM-DD): `Saturday`, `Sunday` or the holiday's name; null
 * if wires move.
 */
export function closedOn(date: string): string | null {
  const weekday = utc(date).getUTCDay()
  if (weekday === saturday) return 'Saturday'
  if (weekday === sunday) return 'Sunday'
  return federalHolidays(Number(date.slice(0, 4))).get(date) ?? null
}

/** Returns the next day after this one on which wires move. */
export function nextWireDay(date: string): string {
  let next = dayAfter(date)
  while (closedOn(next) !== null) next = dayAfter(next)
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
  const step = count < 0 ? dayBefore : dayAfter
  let [day, left] = [date, Math.abs(count)]
  while (left > 0 || !isBankingDay(day)) {
    day = step(day)
    if (isBankingDay(day) && left > 0) left -= 1
  }
  return day
}

/** One formatter per zone: creating one takes longer than reading a clock a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Throws RangeError for an unknown zone. */
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

/** Returns date and time in a zone; null for an unknown zone. */
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

/**
 * Returns the day of an instant in New York, YYYY-MM-DD: the documents name no zone for the bank's
 * days (bank note 43).
 */
export const bankingDay = (now: Date): string =>
  clockIn(fedwireZone, now)?.date ?? now.toISOString().slice(0, 10)

/** Returns whether the zone is known, such as America/New_York. */
export const isZone = (zone: string): boolean => clockIn(zone, new Date(0)) !== null

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Returns the first instant of a day, YYYY-MM-DD, in a zone; the day may have 23, 24 or 25 hours.
 * Throws RangeError for an unknown zone.
 */
export function dayStart(zone: string, date: string): Date {
  if (!isZone(zone)) throw new RangeError('no zone')
  const midnight = utc(date).getTime()
  // All zones are less than a day from UTC, and clocks change by whole minutes.
  let [before, reached] = [midnight - dayMs, midnight + dayMs]
  while (reached - before > minuteMs) {
    const between = before + Math.ceil((reached - before) / 2 / minuteMs) * minuteMs
    if ((clockIn(zone, new Date(between))?.date ?? '') >= date) reached = between
    else before = between
  }
  return new Date(reached)
}

/** Returns a zone for display: `New York`. */
export const placeOf = (zone: string): string =>
  (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** State of a cutoff at an instant. */
export interface CutoffStanding {
  /** In the cutoff's zone. */
  readonly today: string
  /** Until the cutoff; negative after it. */
  readonly minutesLeft: number
  /** Why no wire moves today; null if wires move. */
  readonly closed: string | null
}

/** Returns the state of a cutoff; null if none is set, or its zone is unknown. */
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

/** Returns a cutoff for display: `18:45 in New York`. */
export const cutoffName = ({ time, zone }: Cutoff): string => `${time} in ${placeOf(zone)}`

/** Returns a sentence with the time left until today's cutoff; empty if there is no cutoff. */
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
