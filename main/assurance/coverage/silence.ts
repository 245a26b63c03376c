/**
 * When silence of the bank is long enough to ask: judged against the expected number of alerts a day, and counted on
 * banking days between 06:00 and 22:00 by the computer's time alone. Pure.
 */
import { isBankingDay } from '../../../preload/contract/kernel/banking-days.ts'
import { localDay } from '../../inquiry/ach/question.ts'
import { localMidnight } from '../../platform/local-days.ts'

const hourMs = 3_600_000
const leastMs = 2 * hourMs
/** So many times the usual time between two alerts is no chance any more. */
const unusual = 10
const [firstHour, lastHour] = [6, 22]

/** How long silence lasts before it is a reason to ask; null: nobody said how many alerts are expected. */
export const silenceAfterMs = (expectedDaily: number | null | undefined): number | null =>
  expectedDaily === null || expectedDaily === undefined || expectedDaily <= 0
    ? null
    : Math.max(leastMs, Math.ceil((unusual * 24 * hourMs) / expectedDaily))

/** How much of a time lies in the hours that count, in milliseconds. */
export function countedMs(from: Date, until: Date): number {
  let sum = 0
  // Each midnight is reckoned by itself: where the clocks change at midnight, one of them is at one o'clock.
  for (let later = 0; ; later += 1) {
    const day = localMidnight(from, -later)
    if (day >= until) return sum
    if (isBankingDay(localDay(day))) {
      const begins = Math.max(new Date(day).setHours(firstHour, 0, 0, 0), from.getTime())
      const ends = Math.min(new Date(day).setHours(lastHour, 0, 0, 0), until.getTime())
      sum += Math.max(0, ends - begins)
    }
  }
}
