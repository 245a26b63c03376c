/**
 * Derives the bank's time from the `Date` headers of its answers, which are always GMT (RFC 9110,
 * 5.6.7).
 */
import type { BankCallRecord } from '../../bank/call-record.ts'
import type { Clock } from '../../platform/clock.ts'

/** The bank's clock, as far as its answers in this run show it. */
export interface BankTime {
  heard(call: Pick<BankCallRecord, 'responseHeaders'>): void
  /**
   * The newest `Date` header plus the time since, on the monotonic clock; null before any header
   * was read. Up to a second late.
   */
  now(): Date | null
}

const httpDate = /\d GMT$/

/** Returns the `Date` header of an answer, to the second; null when it is missing or unreadable. */
export function bankDateIn(headers: Readonly<Record<string, string>> | undefined): Date | null {
  const date = headers?.['date'] ?? ''
  const ms = httpDate.test(date) ? Date.parse(date) : Number.NaN
  return Number.isNaN(ms) ? null : new Date(ms)
}

/** Creates the bank clock. `now` is null until an answer with a `Date` header arrives. */
export function createBankTime(clock: Pick<Clock, 'monotonicMs'>): BankTime {
  let aheadMs: number | null = null
  return {
    heard({ responseHeaders }) {
      const date = bankDateIn(responseHeaders)
      if (date) aheadMs = date.getTime() - clock.monotonicMs()
    },
    now: () => (aheadMs === null ? null : new Date(clock.monotonicMs() + aheadMs)),
  }
}
