/** When notifications are delayed: by wall-clock time, across clock changes. */
import type { NoticeSettings } from '../../../preload/contract/api/notices/notices.ts'
import {
  clockIn,
  localClock,
  minutesOf,
  weekdayOf,
} from '../../../preload/contract/kernel/calendar.ts'

/** A wall-clock time. */
export interface WallTime {
  /** 0 is Sunday. */
  readonly weekday: number
  /** Minutes since midnight. */
  readonly minutes: number
}

const dayMinutes = 24 * 60
/** A clock that is set forward must not lengthen the quiet hours by more than this. */
const checkEveryMinutes = 15

/**
 * Returns the wall-clock time of a zone such as `America/New_York`; by default, and for an unknown
 * zone, of this computer.
 */
export function wallTime(instant: Date, zone?: string): WallTime {
  const known = zone === undefined ? null : clockIn(zone, instant)
  const { date, time } = known ?? localClock(instant)
  return { weekday: weekdayOf(date), minutes: minutesOf(time) }
}

type Quiet = Pick<NoticeSettings, 'quiet' | 'quietWeekends'>

/** Returns whether quiet hours apply. The first minute is included, the last is not. */
export function isQuiet({ quiet, quietWeekends }: Quiet, { weekday, minutes }: WallTime): boolean {
  if (quietWeekends && (weekday === 0 || weekday === 6)) return true
  if (quiet === null) return false
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to
}

/**
 * Returns the milliseconds until the next check for the end of the quiet hours: at most 15 minutes.
 */
export function recheckMs({ quiet }: Quiet, { minutes }: WallTime): number {
  const ends = [dayMinutes, ...(quiet === null ? [] : [minutesOf(quiet.to)])]
  const left = ends.map((end) => (end > minutes ? end - minutes : end - minutes + dayMinutes))
  return Math.min(...left, checkEveryMinutes) * 60_000
}
