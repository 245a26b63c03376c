/** Instants and durations as text for operators. */
import { onBeforeUnmount, onMounted, readonly, ref, type Ref } from 'vue'
import { isCalendarDate, localTimestamp, utcStart } from '../../preload/contract/kernel/calendar.ts'

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

/** A countdown as "1:59"; it ends at "0:00". */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`
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

/** An instant without year and seconds, for a narrow place: 11-21 09:14. */
export const localMinute = (instant: string): string =>
  localTime(instant).slice('2026-'.length, -':00'.length)

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
/** A day (YYYY-MM-DD) as `Thu, Nov 26, 2026`; empty if it is none. */
export const dayText = (day: string): string =>
  isCalendarDate(day) ? dayFormat.format(utcStart(day)) : ''
