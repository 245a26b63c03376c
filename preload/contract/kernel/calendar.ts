/**
 * Days, zones and clocks. A day is YYYY-MM-DD text without a clock or a zone; text orders days. Days
 * are counted by Date in UTC, because sweeps and reports do so for each of 100,000 rows; months and
 * the starts of days in a zone belong to the library of the window's calendar. Days of this computer
 * follow Date, whose zone follows the system.
 */
import { parseDate, toZoned, type CalendarDate } from '@internationalized/date'

const dayMs = 86_400_000
const pad = (value: number): string => String(value).padStart(2, '0')

/**
 * Returns whether days can be counted from the text: YYYY-MM-DD, and at most 31 days in any month,
 * because a bank may write February 30, which counts as March 2.
 */
export const isWellFormedDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(utcStart(text))

/** Returns whether the text is YYYY-MM-DD and such a day exists. */
export const isCalendarDate = (text: string): boolean =>
  isWellFormedDay(text) && utcDay(utcStart(text)) === text

/** Returns the start of a day in UTC, in milliseconds; NaN for malformed text. */
export const utcStart = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Returns the UTC day of an instant. Throws RangeError for an invalid date. */
export const utcDay = (at: Date | number | string): string =>
  new Date(at).toISOString().slice(0, 10)

/**
 * Returns the day a number of days later, or earlier for a negative number. Throws RangeError for
 * malformed text.
 */
export const daysLater = (day: string, days: number): string => utcDay(utcStart(day) + days * dayMs)

/** Returns the number of days between two days; 0 for the same day, NaN for malformed text. */
export const daysBetween = (from: string, to: string): number =>
  (utcStart(to) - utcStart(from)) / dayMs

function calendarDate(day: string): CalendarDate {
  if (!isCalendarDate(day)) throw new RangeError('no day')
  return parseDate(day)
}

/**
 * Returns the same day of a later month, or its last day if that month is shorter. Throws RangeError
 * for malformed text.
 */
export const monthsLater = (day: string, months: number): string =>
  calendarDate(day).add({ months }).toString()

/**
 * Returns the same day of the next year. For February 29, `first` is February 28 and `last` March
 * 1: the bank may mean either.
 */
export function aYearLater(day: string): { readonly first: string; readonly last: string } {
  const same = String(Number(day.slice(0, 4)) + 1).padStart(4, '0') + day.slice(4)
  if (isCalendarDate(same)) return { first: same, last: same }
  return { first: same.replace(/29$/, '28'), last: same.replace(/02-29$/, '03-01') }
}

/** Returns the weekday of a day: 0 is Sunday; NaN for malformed text. */
export const weekdayOf = (day: string): number => new Date(utcStart(day)).getUTCDay()

/** Date and time that a clock on the wall shows. */
export interface WallClock {
  /** YYYY-MM-DD. */
  readonly date: string
  /** HH:MM. */
  readonly time: string
}

/** Returns the day of an instant on this computer. */
export function localDay(at: Date | number | string): string {
  const date = new Date(at)
  return `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** Returns date and time of an instant on this computer. */
export const localClock = (at: Date): WallClock => ({
  date: localDay(at),
  time: `${pad(at.getHours())}:${pad(at.getMinutes())}`,
})

/** Returns date, time (HH:MM:SS) and offset from UTC (+05:30) of an instant on this computer. */
export function localTimestamp(at: Date) {
  const { date, time } = localClock(at)
  const ahead = -at.getTimezoneOffset()
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.floor(Math.abs(ahead) % 60)]
  return {
    date,
    time: `${time}:${pad(at.getSeconds())}`,
    offset: `${ahead < 0 ? '-' : '+'}${pad(hours)}:${pad(minutes)}`,
  }
}

/**
 * Returns the start of an instant's day on this computer, or of the day a number of days later.
 * Where clocks change at midnight, that day starts at one o'clock.
 */
export const localMidnight = (at: Date, days = 0): Date =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() + days)

const formats = new Map<string, Intl.DateTimeFormat>()
/** Throws RangeError for an unknown zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const twoDigits = {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  const options = { timeZone: zone, hourCycle: 'h23', year: 'numeric', ...twoDigits } as const
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601', options)
  formats.set(zone, format)
  return format
}

/** Returns date and time in a zone such as America/New_York; null for an unknown zone. */
export function clockIn(zone: string, at: Date | number): WallClock | null {
  try {
    const parts = formatOf(zone).formatToParts(at)
    const part = (type: Intl.DateTimeFormatPartTypes): string =>
      parts.find((one) => one.type === type)?.value ?? ''
    return {
      date: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
      time: `${part('hour')}:${part('minute')}`,
    }
  } catch {
    return null
  }
}

/** Returns whether the zone is known, such as America/New_York. */
export const isZone = (zone: string): boolean => clockIn(zone, 0) !== null

/**
 * Returns the first instant of a day in a zone; the day may have 23, 24 or 25 hours. Throws
 * RangeError for an unknown zone or malformed text.
 */
export function dayStart(zone: string, day: string): Date {
  return toZoned(calendarDate(day), zone).toDate()
}

const quarterMs = 900_000
const mostQuarters = 5_000
/** Since then clocks of every zone are whole quarters of an hour apart, so a quarter has one day. */
const quartersSinceMs = Date.UTC(1973, 0)
const daysOfQuarters = new Map<string, string>()

/**
 * Returns the day of an instant in a zone; in UTC for an unknown zone. Formatting takes 30 \u00B5s, too
 * long for each of 60,000 alerts, so the days of quarters are remembered.
 */
export function dayIn(zone: string, at: Date | number): string {
  const ms = Number(at)
  const read = (): string => clockIn(zone, at)?.date ?? utcDay(at)
  if (!(ms >= quartersSinceMs)) return read()
  const key = `${zone} ${String(Math.floor(ms / quarterMs))}`
  const known = daysOfQuarters.get(key)
  if (known !== undefined) return known
  if (daysOfQuarters.size >= mostQuarters) daysOfQuarters.clear()
  const day = read()
  daysOfQuarters.set(key, day)
  return day
}

/** Returns the first instant of the day of this instant in a zone, or of so many days after it. */
export const midnightIn = (zone: string, at: Date, days = 0): Date =>
  dayStart(zone, daysLater(dayIn(zone, at), days))

/**
 * Returns the first instants of a day in a zone and of the day after, in ISO UTC. Throws RangeError
 * for an unknown zone or malformed text.
 */
export const dayBoundsIn = (
  zone: string,
  day: string,
): { readonly from: string; readonly until: string } => ({
  from: dayStart(zone, day).toISOString(),
  until: dayStart(zone, daysLater(day, 1)).toISOString(),
})

/** Returns the minutes since midnight of a time, HH:MM. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
