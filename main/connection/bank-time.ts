/** What time it is at the bank, by the `Date` headers of its answers, which are always GMT (RFC 9110, 5.6.7). */
import type { BankCallRecord } from '../bank/call-record.ts'
import type { Clock } from '../clock.ts'

/** The bank's clock as far as it was told in this run. */
export interface BankTime {
  heard(call: Pick<BankCallRecord, 'responseHeaders'>): void
  /** The newest header and the time since by the clock of this run; null: none was read. Up to a second late. */
  now(): Date | null
}

const httpDate = /\d GMT$/

/** Makes it; it tells nothing before an answer with a `Date` header was heard. */
export function createBankTime(clock: Pick<Clock, 'monotonicMs'>): BankTime {
  let aheadMs: number | null = null
  return {
    heard({ responseHeaders }) {
      const date = responseHeaders?.['date'] ?? ''
      const ms = httpDate.test(date) ? Date.parse(date) : Number.NaN
      if (Number.isFinite(ms)) aheadMs = ms - clock.monotonicMs()
    },
    now: () => (aheadMs === null ? null : new Date(clock.monotonicMs() + aheadMs)),
  }
}
