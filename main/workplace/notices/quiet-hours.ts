/** When notifications are held back: by the clock on the wall, whatever the zone does in spring and autumn. */
import type { NoticeSettings } from '../../../preload/contract/api/notices/notices.ts'

/** What a clock on the wall shows. */
export interface WallTime {
  /** 0 is Sunday. */
  readonly weekday: number
  /** Since midnight. */
  readonly minutes: number
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const dayMinutes = 24 * 60
/** A clock that is put forward must not make the quiet longer by more than this. */
const lookEveryMinutes = 15

/** What the clocks of a zone such as `America/New_York` show; those of this computer unless one is given. */
export function wallTime(instant: Date, timeZone?: string): WallTime {
  const parts = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  }).formatToParts(instant)
  const of = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? ''
  return {
    weekday: weekdays.indexOf(of('weekday')),
    minutes: Number(of('hour')) * 60 + Number(of('minute')),
  }
}

type Quiet = Pick<NoticeSettings, 'quiet' | 'quietWeekends'>

const minutesOf = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

/** Whether there is quiet. The first minute belongs to it, the last does not. */
export function isQuiet({ quiet, quietWeekends }: Quiet, { weekday, minutes }: WallTime): boolean {
  if (quietWeekends && (weekday === 0 || weekday === 6)) return true
  if (quiet === null) return false
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to
}

/** After how many milliseconds to look whether the quiet has ended: a quarter of an hour at most. */
export function lookAgainMs({ quiet }: Quiet, { minutes }: WallTime): number {
  const ends = [dayMinutes, ...(quiet === null ? [] : [minutesOf(quiet.to)])]
  const left = ends.map((end) => (end > minutes ? end - minutes : end - minutes + dayMinutes))
  return Math.min(...left, lookEveryMinutes) * 60_000
}
