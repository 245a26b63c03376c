/**
 * Checks whether a bank report under a trace number is about our entry with that number. Trace
 * numbers repeat, so another account, the other direction or an impossible day means another item,
 * and another amount is never accepted as the one that was sent (bank notes 81 and 86). Pure.
 */
import { daysLater, isWellFormedDay, utcDay } from '../../../../preload/contract/kernel/calendar.ts'
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import {
  amountFromAnswer,
  amountText,
  minorUnits,
} from '../../../../preload/contract/kernel/money.ts'
import { writtenDay } from '../../../bank/answers/bank-days.ts'
import { trackedDays } from '../../batch-facts.ts'
import type { EntryUpdate, EntryReport, EntryFacts, Shown } from './entry-status.ts'

/** The field that shows it is another item, and how. */
export interface Misfit {
  readonly text: string
  readonly detail: string
  /** It may be this entry as well: nothing but the trace number names it. */
  readonly isOpen?: boolean
}

/**
 * Returns the days that reports about the entries of a batch may name, with two days of tolerance
 * for zones and clocks.
 */
export function daysOf(since: Date, effectiveDate: string): Pick<EntryFacts, 'from' | 'to'> {
  const sent = utcDay(since)
  const dated = isWellFormedDay(effectiveDate) ? effectiveDate : sent
  const [first, last] = sent < dated ? [sent, dated] : [dated, sent]
  return { from: daysLater(first, -2), to: daysLater(last, trackedDays + 2) }
}

const isBlank = (text: string | null | undefined): boolean => (text ?? '').trim() === ''

/**
 * Only digits count as an account, whole or its last ones; a masked or shortened one contradicts
 * nothing.
 */
function isOtherAccount(account: string, { accounts }: Shown): boolean {
  const shown = accounts.flatMap((one) => (isBlank(one) ? [] : (one ?? '').trim()))
  if (account === '' || shown.length === 0 || !shown.every((one) => /^\d+$/.test(one))) return false
  return !shown.some((one) => mayBeSame(account, one))
}

/** Returns whether the shown digits may be this account, whole or shortened. */
function mayBeSame(account: string, shown: string): boolean {
  const significant = significantAccount(shown)
  return account === significant || account.endsWith(shown) || significant.endsWith(account)
}

/**
 * Returns the account on our side of an entry, without leading zeros: the one beside the
 * receiver's, otherwise the one whose list shows it. Only the bank says which it is, because the
 * request of a batch names none. Null if the bank does not say.
 */
export function debitedIn(
  { about }: Pick<EntryUpdate, 'about'>,
  { shown }: EntryReport,
): string | null {
  if (!about || !shown) return null
  const full = shown.accounts.flatMap((one) => {
    const text = one?.trim() ?? ''
    return /^\d+$/.test(text) ? text : []
  })
  const beside = new Set(full.filter((one) => !mayBeSame(about.account, one)))
  const [only] = beside.size === 1 ? beside : [shown.listedOf]
  const account = only === undefined ? '' : significantAccount(only)
  return account === '' || account === about.account ? null : account
}

const statusOf = ({ statusText, returned }: EntryReport): string =>
  [statusText, returned.code].filter((text) => !isBlank(text)).join(' ')

/** Returns the signs that it is another item; empty if there are none. */
export function misfits({ about }: Pick<EntryUpdate, 'about'>, reported: EntryReport): Misfit[] {
  const { shown } = reported
  if (!about || !shown) return []
  const status = statusOf(reported)
  const odd = shown.days.find((text) => {
    const day = writtenDay(text)
    return day !== null && (day < about.from || day > about.to)
  })
  return [
    ...(isOtherAccount(about.account, shown)
      ? [{ text: 'receivingAccountNumber', detail: `${status}: account of another entry` }]
      : []),
    ...(shown.direction?.trim().toUpperCase() === 'RECEIVING ITEM'
      ? [{ text: 'transactionDirection', detail: `${status}: ${shown.direction}` }]
      : []),
    ...(odd === undefined
      ? []
      : [{ text: 'date', detail: `${status}: ${odd ?? ''}, when the entry was not at the bank` }]),
  ]
}

/** The field of an event about another amount than was sent (bank note 81). */
export const otherAmountField = 'transactionAmount'

/**
 * Returns a contradiction if the amount is not the one sent: the unit may differ from the assumed
 * one (bank note 81).
 */
export function otherAmount(sent: number | null, reported: EntryReport): Misfit[] {
  const { amount } = reported
  if (sent === null || amount === null || isBlank(amount)) return []
  const read = amountFromAnswer(amount)
  if ('minor' in read && read.minor === sent) return []
  const detail = `${amount} where ${amountText(minorUnits(sent))} was sent`
  return [
    { text: otherAmountField, detail: [statusOf(reported), detail].filter(Boolean).join(': ') },
  ]
}

/** Fewer digits of a shortened account are guessed too easily. */
const fewestShortened = 6

/** Returns whether an account of the report is the receiver's, whole or shortened. */
const agreesInAccount = ({ about }: EntryUpdate, { shown }: EntryReport): boolean =>
  about !== undefined &&
  about.account !== '' &&
  (shown?.accounts ?? []).some((one) => {
    const text = one?.trim() ?? ''
    if (!/^\d+$/.test(text)) return false
    const isWhole = significantAccount(text) === about.account
    return isWhole || (text.length >= fewestShortened && mayBeSame(about.account, text))
  })

const agreesInAmount = ({ entry }: EntryUpdate, { amount }: EntryReport): boolean => {
  const read = amount === null || isBlank(amount) ? null : amountFromAnswer(amount)
  return read !== null && 'minor' in read && read.minor === entry.amount
}

/**
 * Returns why an alert is not matched by its trace number alone: the numbers follow each other, so
 * that anybody can name them, and they repeat (bank note 86).
 */
export const unidentified = (update: EntryUpdate, reported: EntryReport): Misfit[] =>
  reported.source !== 'alert' ||
  agreesInAmount(update, reported) ||
  agreesInAccount(update, reported)
    ? []
    : [
        {
          text: 'traceNumber',
          detail: `${statusOf(reported)}: neither amount nor account of the entry`,
          isOpen: true,
        },
      ]

/** Returns whether the report is about the entry: nothing contradicts it, and an alert names it. */
export const isAboutEntry = (update: EntryUpdate, reported: EntryReport): boolean =>
  misfits(update, reported).length === 0 &&
  otherAmount(update.entry.amount, reported).length === 0 &&
  unidentified(update, reported).length === 0

/**
 * Returns the entries of a trace number that a report is about. If several fit, none is chosen: the
 * report is stored with each, and each becomes unclear. A report that fits none is stored as a
 * contradiction.
 */
export function candidatesFor(
  candidates: readonly EntryUpdate[],
  reported: EntryReport,
): { readonly meant: readonly EntryUpdate[]; readonly reported: EntryReport } {
  if (candidates.length < 2) return { meant: candidates, reported }
  const fitting = candidates.filter((one) => isAboutEntry(one, reported))
  if (fitting.length === 1) return { meant: fitting, reported }
  return fitting.length === 0
    ? { meant: candidates, reported }
    : { meant: fitting, reported: { ...reported, isAmbiguous: true } }
}

/** Returns why a report does not count, to store instead of its status; empty if it counts. */
export function contradictionsIn(update: EntryUpdate, reported: EntryReport): Misfit[] {
  const another = misfits(update, reported)
  if (another.length > 0) return another
  const amounts = otherAmount(update.entry.amount, reported)
  if (amounts.length > 0) return amounts
  if (reported.isAmbiguous !== true) return unidentified(update, reported)
  return [
    { text: 'traceNumber', detail: `${statusOf(reported)}: several entries have this number` },
  ]
}
