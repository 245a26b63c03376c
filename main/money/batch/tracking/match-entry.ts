/**
 * Whether what the bank says under a trace number is about the entry that has it. A trace number comes round again, so
 * that another account, the other direction or a day on which the entry could not be there names another item, and
 * another amount is never taken for what was sent (traps 81 and 86). Pure.
 */
import { daysLater } from '../../../../preload/contract/bank/ach-inquiry/days.ts'
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import {
  amountFromAnswer,
  amountText,
  minorUnits,
} from '../../../../preload/contract/kernel/money.ts'
import type { EntryUpdate, BankWord, EntryFacts, Shown } from './entry-status.ts'
import { trackedDays } from './poll-interval.ts'

/** Why it is another’s: the field that says so, and how. */
export interface Misfit {
  readonly word: string
  readonly detail: string
}

/** The days that words about the entries of a batch may name, with two of leeway for a zone and a clock. */
export function daysOf(since: Date, effectiveDate: string): Pick<EntryFacts, 'from' | 'to'> {
  const sent = since.toISOString().slice(0, 10)
  const dated = /^\d{4}-\d{2}-\d{2}$/.test(effectiveDate) ? effectiveDate : sent
  const [first, last] = sent < dated ? [sent, dated] : [dated, sent]
  return { from: daysLater(first, -2), to: daysLater(last, trackedDays + 2) }
}

const isBlank = (text: string | null | undefined): boolean => (text ?? '').trim() === ''

/** Digits alone are an account, whole or its last ones: what the bank hides or cuts off contradicts nothing. */
function isOtherAccount(account: string, { accounts }: Shown): boolean {
  const shown = accounts.flatMap((one) => (isBlank(one) ? [] : (one ?? '').trim()))
  if (account === '' || shown.length === 0 || !shown.every((one) => /^\d+$/.test(one))) return false
  return !shown.some((one) => mayBeSame(account, one))
}

/** Whether shown digits may be this account, whole or cut off. */
function mayBeSame(account: string, shown: string): boolean {
  const significant = significantAccount(shown)
  return account === significant || account.endsWith(shown) || significant.endsWith(account)
}

/**
 * The account on our side of an entry, without leading zeros: the one beside the receiver's, else that in whose list
 * it stands. The request of a batch names none, so that the bank alone says which it is. Null: it does not say.
 */
export function debitedIn(
  { about }: Pick<EntryUpdate, 'about'>,
  { shown }: BankWord,
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

/** The day that a text begins with, as YYYY-MM-DD; null: none that can be read. */
function dayIn(text: string | null): string | null {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(text?.trim() ?? '')
  return found ? found.slice(1, 4).join('-') : null
}

const statusOf = ({ word, returned }: BankWord): string =>
  [word, returned.code].filter((text) => !isBlank(text)).join(' ')

/** What shows that it is another item; empty: nothing does. */
export function misfits({ about }: Pick<EntryUpdate, 'about'>, said: BankWord): Misfit[] {
  const { shown } = said
  if (!about || !shown) return []
  const status = statusOf(said)
  const odd = shown.days.find((text) => {
    const day = dayIn(text)
    return day !== null && (day < about.from || day > about.to)
  })
  return [
    ...(isOtherAccount(about.account, shown)
      ? [{ word: 'receivingAccountNumber', detail: `${status}: the account of another entry` }]
      : []),
    ...(shown.direction?.trim().toUpperCase() === 'RECEIVING ITEM'
      ? [{ word: 'transactionDirection', detail: `${status}: ${shown.direction}` }]
      : []),
    ...(odd === undefined
      ? []
      : [{ word: 'date', detail: `${status}: ${odd ?? ''}, where it was not at the bank` }]),
  ]
}

/** The word of an event that tells of another amount than was sent (trap 81). */
export const otherAmountWord = 'transactionAmount'

/** An amount other than what was sent: the unit may be another than was thought (trap 81). */
export function otherAmount(sent: number | null, said: BankWord): Misfit[] {
  const { amount } = said
  if (sent === null || amount === null || isBlank(amount)) return []
  const read = amountFromAnswer(amount)
  if ('minor' in read && read.minor === sent) return []
  const detail = `${amount} where ${amountText(minorUnits(sent))} was sent`
  return [{ word: otherAmountWord, detail: [statusOf(said), detail].filter(Boolean).join(': ') }]
}

/** Whether nothing that is said contradicts the entry. */
export const isAboutEntry = (hearing: EntryUpdate, said: BankWord): boolean =>
  misfits(hearing, said).length === 0 && otherAmount(hearing.entry.amount, said).length === 0

/**
 * Which of the entries of one trace number are meant. Where several fit, none is chosen: it is kept with each of them,
 * and each is unclear. What fits none is kept as a contradiction.
 */
export function candidatesFor(
  candidates: readonly EntryUpdate[],
  said: BankWord,
): { readonly meant: readonly EntryUpdate[]; readonly said: BankWord } {
  if (candidates.length < 2) return { meant: candidates, said }
  const fitting = candidates.filter((one) => isAboutEntry(one, said))
  if (fitting.length === 1) return { meant: fitting, said }
  return fitting.length === 0
    ? { meant: candidates, said }
    : { meant: fitting, said: { ...said, isAmbiguous: true } }
}

/** What is kept of words that are not taken for the entry’s own. */
export function strangeness(hearing: EntryUpdate, said: BankWord): Misfit[] {
  const another = misfits(hearing, said)
  if (another.length > 0) return another
  const amounts = otherAmount(hearing.entry.amount, said)
  if (amounts.length > 0 || said.isAmbiguous !== true) return amounts
  return [{ word: 'traceNumber', detail: `${statusOf(said)}: several entries have this number` }]
}
