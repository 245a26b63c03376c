/**
 * By when the network wants something of an entry, in banking days of the Federal Reserve (domain rules: notifications
 * of change, returns, reversals). Pure: dates as YYYY-MM-DD. Deadlines of the network warn; the bank states none.
 */
import type { Environment } from '../../../../preload/contract/domain/environment.ts'
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import {
  addBankingDays,
  clockIn,
  fedwireZone,
} from '../../../../preload/contract/kernel/banking-days.ts'

const dayMs = 86_400_000
/** A notification of change is heeded within so many banking days, or before the next entry. */
export const changeDays = 6
/** A return comes within so many banking days of settlement. */
const returnDays = 2
/** A consumer may call a debit unauthorized for so many calendar days. */
const unauthorizedDays = 60
/** A reversal is made within so many banking days of settlement. */
export const reversalDays = 5

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10)

/** The day of an instant where the network keeps its calendar. */
export const networkDay = (instant: Date): string =>
  clockIn(fedwireZone, instant)?.date ?? utcDay(instant)

/**
 * The day of an instant at the bank. No document states its zone (trap 43): the practice bank keeps UTC, and the
 * others are taken to keep the network's calendar.
 */
export const bankDay = (environment: Environment, instant: Date): string =>
  environment === 'practice' ? utcDay(instant) : networkDay(instant)

/** By when a notification is heeded that became known at this instant. */
export const changeDeadline = (knownAt: string): string =>
  addBankingDays(networkDay(new Date(knownAt)), changeDays)

/**
 * Until when an entry that settles on this day may come back; null for a day that cannot be read. Debits of
 * consumers (PPD) may be called unauthorized for 60 days, so that settled is not final.
 */
export function returnPossibleUntil(entry: {
  readonly secCode: SecCode
  readonly creditDebitCode: string
  readonly effectiveDate: string
}): string | null {
  if (!isDate(entry.effectiveDate)) return null
  const settled = addBankingDays(entry.effectiveDate, 0)
  if (entry.secCode === 'PPD' && entry.creditDebitCode === 'D') {
    const end = Date.parse(`${settled}T00:00:00Z`) + unauthorizedDays * dayMs
    return new Date(end).toISOString().slice(0, 10)
  }
  return addBankingDays(settled, returnDays)
}

/** Until when a reversal of what settled on this day reaches the network in time; null for a day that cannot be read. */
export const lastDayToReverse = (effectiveDate: string): string | null =>
  isDate(effectiveDate) ? addBankingDays(addBankingDays(effectiveDate, 0), reversalDays) : null

/** Whether a reversal that settles on a day comes too late for what settled on another; false where that cannot be read. */
export const isLateToReverse = (effectiveDate: string, reversedOn: string): boolean =>
  reversedOn > (lastDayToReverse(effectiveDate) ?? reversedOn)
