/**
 * Dates, instants and durations as text for operators, in one form each. A date is YYYY-MM-DD,
 * with its weekday where somebody plans or chooses it. A list shows minutes (`localMinute`), details
 * and evidence seconds (`localTime`). Times are of this workstation's zone, which the header of a
 * column (`zoned`) and the status bar name; evidence that others may read names the offset
 * (`zonedTime` and the kit's Timestamp): UTC, or UTC-05:00. A bank's text keeps its
 * clock and zone (`statedTime`). ISO text with T and Z is shown in raw messages only.
 */
import { onBeforeUnmount, onMounted, readonly, ref, type Ref } from 'vue'
import {
  isCalendarDate,
  localTimestamp,
  weekdayOf,
} from '../../preload/contract/kernel/calendar.ts'

/** The present moment in milliseconds, updated every second while the component is mounted. */
export function useNow(): Readonly<Ref<number>> {
  const now = ref(Date.now())
  let timer: ReturnType<typeof setInterval> | undefined
  onMounted(() => {
    timer = setInterval(() => (now.value = Date.now()), 1000)
  })
  onBeforeUnmount(() => clearInterval(timer))
  return readonly(now)
}

/** A duration as "45 s", "12 min", "3 h 05 min", and from three days on as "8 days". */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return `${String(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${String(minutes)} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 72) return `${String(Math.floor(hours / 24))} days`
  return `${String(hours)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** A countdown as "1:59", or "23:59:59" from an hour on; it ends at "0:00". */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const minutes = Math.floor(seconds / 60)
  const twoDigits = (part: number): string => String(part % 60).padStart(2, '0')
  if (minutes < 60) return `${String(minutes)}:${twoDigits(seconds)}`
  return `${String(Math.floor(minutes / 60))}:${twoDigits(minutes)}:${twoDigits(seconds)}`
}

/** The note on a bank time without a zone (Promise P10); empty if the zone is stated. */
export const zoneNote = (instant: string): string =>
  /(?:Z|[+-]\d\d:?\d\d)$/i.test(instant.trim())
    ? ''
    : 'as the bank wrote it; the zone is not stated'

/** An instant in the zone of this workstation, as 2026-11-21 09:14:02. */
export function localTime(instant: string): string {
  const { date, time } = localTimestamp(new Date(instant))
  return `${date} ${time}`
}

/** An instant to the minute, for lists: 2026-11-21 09:14. */
export const localMinute = (instant: string): string => localTime(instant).slice(0, -':00'.length)

/** An instant as evidence, with the name of the zone: 2026-11-21 09:14:02 UTC-05:00. */
export function zonedTime(instant: string): string {
  const { date, time, offset } = localTimestamp(new Date(instant))
  return `${date} ${time} ${zoneName(offset)}`
}

/** The zone of this workstation by the name of its clock, in summer as in winter: ET, or UTC. */
export function clockName(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (/^(?:Etc\/)?(?:UTC|GMT)$/.test(timeZone)) return 'UTC'
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortGeneric' })
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** The header of a column of local times: `Received, ET`. */
export const zoned = (header: string): string => `${header}, ${clockName()}`

/** An instant as the bank's staff may ask for it: 2026-11-21 14:14:02 UTC. */
export const utcTime = (instant: string): string => statedTime(new Date(instant).toISOString())

/**
 * An ISO date and time as the bank wrote it, with its own clock and zone: 2026-11-21 14:14:02 UTC.
 * Any other text is unchanged.
 */
export function statedTime(text: string): string {
  const iso = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/i.exec(
    text.trim(),
  )
  if (!iso) return text
  const [, date = '', time = '', zone] = iso
  return [date, time, ...(zone === undefined ? [] : [zoneName(zone)])].join(' ')
}

/** The zone of an offset such as -05:00 or Z. */
const zoneName = (offset: string): string =>
  /^z$|^[+-]00:00$/i.test(offset) ? 'UTC' : `UTC${offset}`

/** The format of a typed local date and time, as a placeholder. */
export const typedTimeFormat = 'YYYY-MM-DD HH:MM'

/**
 * Returns the instant of a typed local time, `2026-11-24 14:05` or with seconds; undefined if the
 * text is none.
 */
export function instantOfTyped(text: string): string | undefined {
  const typed = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/.exec(text.trim())
  const [, day = '', time = ''] = typed ?? []
  const date = new Date(`${day}T${time}`)
  return isCalendarDate(day) && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
/** A day (YYYY-MM-DD) with its weekday, `Thu 2026-11-26`; empty if it is none. */
export const dayText = (day: string): string =>
  isCalendarDate(day) ? `${weekdays[weekdayOf(day)] ?? ''} ${day}` : ''

/** The formats that a date field takes, as its placeholder. */
export const dateFormats = 'MM/DD/YYYY or YYYY-MM-DD'
/** The message beside a date that is not understood. */
export const dateAdvice = 'Write it as 11/26/2026 or 2026-11-26'

/**
 * Returns the day as YYYY-MM-DD for month, day and a year of four digits; the text unchanged if it
 * is no such day.
 */
export function exactDate(text: string): string {
  const typed = text.trim()
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed) ?? []
  const date = year === '' ? typed : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : text
}
