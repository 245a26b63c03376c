/** What time it is at the bank, by the `Date` headers of its answers, which are always GMT (RFC 9110, 5.6.7). */
import type { BankCallRecord } from '../../bank/client/call-record.ts'
import type { Clock } from '../../platform/clock.ts'

/** The bank's clock as far as it was told in this run. */
export interface BankTime {
  heard(call: Pick<BankCallRecord, 'responseHeaders'>): void
  /** The newest header and the time since by the clock of this run; null: none was read. Up to a second late. */
  now(): Date | null
}

const httpDate = /\d GMT$/

/** What the `Date` header of an answer says, to the second; null: it has none that can be read. */
export function bankDateIn(headers: Readonly<Record<string, string>> | undefined): Date | null {
  const date = headers?.['date'] ?? ''
  const ms = httpDate.test(date) ? Date.parse(date) : Number.NaN
  return Number.isNaN(ms) ? null : new Date(ms)
}

/** Makes it; it tells nothing before an answer with a `Date` header was heard. */
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
