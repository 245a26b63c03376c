/**
 * Compares this computer's clock with the bank's, by the Date header, which is always in GMT (RFC
 * 9110, 5.6.7).
 */
import type { StoredAnswer, WireTimes } from '../../bank/call-record.ts'
import { bankDateIn } from '../../profile/connection.service.ts'
import { attention, factsOf, fine, notRun, type StepResult } from './step-result.ts'

/**
 * The difference that counts as wrong. The header's resolution of a second and a slow network
 * explain a few seconds. Half a minute means a clock that nobody sets, which in time will reject a
 * new certificate as not yet valid, put alerts in the wrong order and shift a product's agreed
 * hours.
 */
export const clockOffMs = 30_000

/** An answer and its times; either may be missing. */
export interface TimedAnswer {
  readonly answer: StoredAnswer | null
  readonly times?: WireTimes | null
}

interface Skew {
  /** Positive if the bank's clock is ahead. */
  readonly skewMs: number
  readonly roundTripMs: number
}

/**
 * Returns how far the bank's clock is ahead, measured at the middle of the round trip; null if
 * unknown.
 */
export function skewOf({ answer, times }: TimedAnswer): Skew | null {
  const date = bankDateIn(answer?.headers)
  if (!date || !times?.writtenAt || !times.answeredAt) return null
  const roundTripMs = times.answeredAt.getTime() - times.writtenAt.getTime()
  // The header omits the fraction of the second: half a second is its middle.
  const skewMs = date.getTime() + 500 - (times.writtenAt.getTime() + roundTripMs / 2)
  return { skewMs, roundTripMs }
}

/**
 * Judges by the answer with the shortest round trip; without an answer nothing is examined. The
 * `Timestamp` of a health check names no zone (bank note 10), so it is shown unchanged and decides
 * nothing.
 */
export function examineClock(
  answers: readonly TimedAnswer[],
  timestamp: string | null = null,
): StepResult {
  const dated = answers.filter(({ answer }) => answer !== null)
  if (dated.length === 0) return notRun()
  const [best] = dated
    .flatMap((one) => skewOf(one) ?? [])
    .sort((a, b) => a.roundTripMs - b.roundTripMs)
  const raw = factsOf(['Timestamp (zone not stated)', timestamp])
  if (!best) return attention('clock-not-reported', raw)
  const { skewMs, roundTripMs } = best
  const facts = [
    ...factsOf(
      ['The bank’s clock is', durationText(skewMs)],
      ['Within', `${Math.ceil(roundTripMs / 2 + 500)} ms`],
    ),
    ...raw,
  ]
  return Math.abs(skewMs) - roundTripMs / 2 > clockOffMs
    ? attention('clock-off', facts)
    : fine(facts)
}

function durationText(skewMs: number): string {
  const seconds = Math.abs(skewMs) / 1_000
  if (seconds < 1) return 'the same'
  return `${seconds.toFixed(0)} s ${skewMs > 0 ? 'ahead of this computer' : 'behind this computer'}`
}
