/**
 * When the bank's silence is long enough for a query: judged by the expected alerts per day,
 * counting only banking days from 06:00 to 22:00 local time. Pure.
 */
import { isBankingDay } from '../../../preload/contract/kernel/banking-days.ts'
import { localDay, localMidnight } from '../../../preload/contract/kernel/calendar.ts'

const hourMs = 3_600_000
const leastMs = 2 * hourMs
/** This many times the usual interval between two alerts is no longer chance. */
const unusual = 10
const [firstHour, lastHour] = [6, 22]

/**
 * Returns how long silence must last before a query, in milliseconds; null if no expected number of
 * alerts is set.
 */
export const silenceAfterMs = (expectedDaily: number | null | undefined): number | null =>
  expectedDaily === null || expectedDaily === undefined || expectedDaily <= 0
    ? null
    : Math.max(leastMs, Math.ceil((unusual * 24 * hourMs) / expectedDaily))

/** Returns how much of a time lies in the counted hours, in milliseconds. */
export function countedMs(from: Date, until: Date): number {
  let sum = 0
  // Each midnight is computed by itself: where clocks change at midnight, that day starts at one
  // o'clock.
  for (let later = 0; ; later += 1) {
    const day = localMidnight(from, later)
    if (day >= until) return sum
    if (isBankingDay(localDay(day))) {
      const begins = Math.max(new Date(day).setHours(firstHour, 0, 0, 0), from.getTime())
      const ends = Math.min(new Date(day).setHours(lastHour, 0, 0, 0), until.getTime())
      sum += Math.max(0, ends - begins)
    }
  }
}
