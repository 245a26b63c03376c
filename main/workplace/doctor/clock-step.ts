/** This computer's clock against the bank's, by the Date header, which always is GMT (RFC 9110, 5.6.7). */
import type { StoredAnswer } from '../../bank/client/call-record.ts'
import type { WireTimes } from '../../bank/client/transport.ts'
import { bankDateIn } from '../../profile/connection/bank-time.ts'
import { attention, factsOf, fine, notRun, type StepResult } from './step-result.ts'

/**
 * What is called off. A second of the header's resolution and a slow network explain a few seconds; half a
 * minute is a clock that nobody sets, and will in time be too early for a new certificate, put alerts in
 * the wrong order and let the hours of a product begin at the wrong moment.
 */
export const clockOffMs = 30_000

/** An answer and when it was made; either may be missing. */
export interface TimedAnswer {
  readonly answer: StoredAnswer | null
  readonly times?: WireTimes | null
}

interface Skew {
  /** Positive: the bank's clock is ahead. */
  readonly skewMs: number
  readonly roundTripMs: number
}

/** How far the bank's clock is ahead, measured against the middle of the round trip; null: not told. */
export function skewOf({ answer, times }: TimedAnswer): Skew | null {
  const date = bankDateIn(answer?.headers)
  if (!date || !times?.writtenAt || !times.answeredAt) return null
  const roundTripMs = times.answeredAt.getTime() - times.writtenAt.getTime()
  // The header leaves out the fraction of its second: half a second is its middle.
  const skewMs = date.getTime() + 500 - (times.writtenAt.getTime() + roundTripMs / 2)
  return { skewMs, roundTripMs }
}

/**
 * Judges by the answer with the shortest round trip. Without any answer there was nothing to examine. The
 * `Timestamp` of a health check names no zone (trap 10): it is shown as it came and decides nothing.
 */
export function examineClock(
  answers: readonly TimedAnswer[],
  timestamp: string | null = null,
): StepResult {
  const told = answers.filter(({ answer }) => answer !== null)
  if (told.length === 0) return notRun()
  const [best] = told
    .flatMap((one) => skewOf(one) ?? [])
    .sort((a, b) => a.roundTripMs - b.roundTripMs)
  const raw = factsOf(['Timestamp (zone not stated)', timestamp])
  if (!best) return attention('clock-not-told', raw)
  const { skewMs, roundTripMs } = best
  const facts = [
    ...factsOf(
      ['The bank’s clock is', inWords(skewMs)],
      ['Within', `${Math.ceil(roundTripMs / 2 + 500)} ms`],
    ),
    ...raw,
  ]
  return Math.abs(skewMs) - roundTripMs / 2 > clockOffMs
    ? attention('clock-off', facts)
    : fine(facts)
}

function inWords(skewMs: number): string {
  const seconds = Math.abs(skewMs) / 1_000
  if (seconds < 1) return 'the same'
  return `${seconds.toFixed(0)} s ${skewMs > 0 ? 'ahead of this computer' : 'behind this computer'}`
}
