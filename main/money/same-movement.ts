/**
 * Whether two reports are about one movement of an ACH entry. A PAR number belongs to one
 * transaction. A trace number is used again, so it counts only with the amount, the accounts and a
 * near day (bank notes 81, 86 and 102). Pure.
 */
import { significantAccount } from '../../preload/contract/kernel/account-number.ts'
import { daysLater } from '../../preload/contract/kernel/calendar.ts'
import { amountFromAnswer } from '../../preload/contract/kernel/money.ts'
import { filledText } from '../bank/answers/filled-text.ts'

/** What a report states of a movement. */
export interface Sighting {
  readonly trace: string | null
  readonly par: string | null
  readonly amount: string | null
  /** Those shown in full, without leading zeros. */
  readonly accounts: readonly string[]
  /** YYYY-MM-DD: the first and the last possible day. */
  readonly days: readonly [string, string]
}

/**
 * The bank repeats deliveries for a day. The rest allows for weekends and zones, and stays below a
 * week because of weekly recurring entries.
 */
const leewayDays = 5

/** Returns an amount for comparison, without its sign, as money if it can be read as money. */
export function moneyOf(amount: string | null): string | null {
  const text = filledText(amount)
  if (text === null) return null
  const read = amountFromAnswer(text)
  return 'minor' in read ? String(Math.abs(read.minor)) : text
}

/** Returns the accounts that are shown in full; masked ones are not compared. */
export const fullAccounts = (numbers: readonly (string | null | undefined)[]): string[] =>
  numbers.flatMap((number) => {
    const text = filledText(number)
    return text !== null && /^\d+$/.test(text) ? [significantAccount(text)] : []
  })

/** Returns whether two ranges of days are near each other. */
export const areNear = (
  [from, to]: Sighting['days'],
  [otherFrom, otherTo]: Sighting['days'],
): boolean => from <= daysLater(otherTo, leewayDays) && otherFrom <= daysLater(to, leewayDays)

/** Whether no amount or equal amounts are stated. */
export function areEqualAmounts(one: string | null, other: string | null): boolean {
  const money = moneyOf(one)
  return money === null || filledText(other) === null || money === moneyOf(other)
}

/** One that names fewer accounts must name shown ones only. */
function areAccounts(one: readonly string[], other: readonly string[]): boolean {
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one]
  return fewer.every((account) => more.includes(account))
}

/**
 * Returns whether both are about one movement, about two, or whether no number that both state tells.
 */
export function compareSightings(one: Sighting, other: Sighting): 'same' | 'other' | 'open' {
  if (one.par !== null && other.par !== null) return one.par === other.par ? 'same' : 'other'
  if (one.trace === null || other.trace === null) return 'open'
  return one.trace === other.trace &&
    areEqualAmounts(one.amount, other.amount) &&
    areNear(one.days, other.days) &&
    areAccounts(one.accounts, other.accounts)
    ? 'same'
    : 'other'
}
