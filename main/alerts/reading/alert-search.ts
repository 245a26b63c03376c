/**
 * What an operator narrows the list to, as one question to the full-text index `alert_words`. Beside its words
 * every alert has facets there: words that nobody can type, one for each thing that is filtered by. So any
 * number of filters is one walk through the index, as fast for a million alerts as for a hundred.
 */
import { createHash } from 'node:crypto'
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { AlertKind, AlertListRequest } from '../../../preload/contract/api/alerts/alert.ts'

/** What of an alert is filtered by, as it was read. A conflict may come later and is a column of its own. */
export interface AlertFacets {
  readonly kind: AlertKind
  readonly status: string | null
  /** Every account, with leading zeros or without. */
  readonly accounts: readonly string[]
  readonly isIncomingCredit: boolean
  readonly isRepeat: boolean
  readonly isOldCode: boolean
  readonly isIncomplete: boolean
  readonly isUnlisted: boolean
}

/** The index takes a letter for private use for a letter of a word; no typed word keeps one. */
const sign = '\ue000'
const hashed = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12)

const facet = {
  kind: (kind: AlertKind) => `${sign}k${kind}`,
  status: (status: string) => `${sign}s${hashed(status)}`,
  account: (account: string) => `${sign}a${hashed(comparable(account))}`,
  lastFour: (digits: string) => `${sign}l${hashed(digits)}`,
  incoming: `${sign}i`,
  repeats: `${sign}mr`,
  'old-code': `${sign}mo`,
  incomplete: `${sign}mi`,
  unlisted: `${sign}mu`,
} as const

/** Accounts are compared without leading zeros (trap 36), case and what stands between their parts. */
const comparable = (account: string): string =>
  significantAccount(account.replace(/[\s-]/g, '')).toLowerCase()

/** An account is listed by its last four characters, and found by them. */
const lastFourOf = (account: string): readonly string[] => {
  const compared = comparable(account)
  return compared.length >= 4 ? [compared.slice(-4)] : []
}

/** What is written to the index: the words of an alert, in which nothing of the bank's can pass for a facet. */
export const indexedWords = (words: string, alert: AlertFacets): string =>
  [words.replaceAll(sign, ' '), ...facetsOf(alert)].join(' ')

function facetsOf(alert: AlertFacets): ReadonlySet<string> {
  return new Set([
    facet.kind(alert.kind),
    ...(alert.status === null ? [] : [facet.status(alert.status)]),
    ...alert.accounts.map(facet.account),
    ...alert.accounts.flatMap(lastFourOf).map(facet.lastFour),
    ...(alert.isIncomingCredit ? [facet.incoming] : []),
    ...(alert.isRepeat ? [facet.repeats] : []),
    ...(alert.isOldCode ? [facet['old-code']] : []),
    ...(alert.isIncomplete ? [facet.incomplete] : []),
    ...(alert.isUnlisted ? [facet.unlisted] : []),
  ])
}

/** Dropped inside a word by the index, which finds `café` by `cafe`. */
const dropped =
  /[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331]/g
/** All that may be in a word; the index takes the last ranges for signs, having learnt its letters earlier. */
const wordLetters = /(?:(?![\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3])[\p{L}\p{N}])+/gu

/** The words of a text, taken apart where the index takes it apart. */
export const typedWords = (text: string): readonly string[] =>
  text.toWellFormed().normalize('NFD').replace(dropped, '').normalize('NFC').match(wordLetters) ??
  []

/** Quoted, a word is nothing but itself: no operator, no column, no wildcard. */
const whole = (word: string): string => `"${word}"`
const beginning = (word: string): string => `"${word}"*`
/** Every word begins with some letter, so one letter alone is looked for as a word: an initial. */
const asked = (word: string): string =>
  Array.from(word).length === 1 ? whole(word) : beginning(word)

const allAsked = (text: string): readonly string[] => [...new Set(typedWords(text).map(asked))]

/** An amount is shown with its thousands told apart, and kept as the bank wrote it. */
const withoutSeparators = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}.,])\d{1,3}(?:,\d{3})+(?![\p{L}\p{N},])/gu, (amount) =>
    amount.replaceAll(',', ''),
  )

/** What is typed finds what is written so, and an amount also by how it is shown. */
function searchAsked(text: string): readonly string[] {
  const plain = withoutSeparators(text)
  if (plain === text) return allAsked(text)
  return [`((${allAsked(text).join(' AND ')}) OR (${allAsked(plain).join(' AND ')}))`]
}

function accountAsked(typed: string): string {
  const exact = whole(facet.account(typed))
  // Four digits are how the list shows an account; they may as well be all of it.
  return /^\d{4}$/.test(typed) ? `(${exact} OR ${whole(facet.lastFour(typed))})` : exact
}

/** The filters that the index answers. */
export type SearchedFilters = Pick<
  AlertListRequest,
  'search' | 'kind' | 'status' | 'account' | 'mark' | 'incomingCredits'
>

/** The question for MATCH; null: nothing is asked that the index could answer. */
export function matchOf(filter: SearchedFilters): string | null {
  const { kind, status, account, mark } = filter
  const parts = [
    ...searchAsked(filter.search),
    ...(kind === null ? [] : [whole(facet.kind(kind))]),
    ...(status === null ? [] : [whole(facet.status(status))]),
    ...(account === null || account === '' ? [] : [accountAsked(account)]),
    ...(mark === null || mark === 'conflict' ? [] : [whole(facet[mark])]),
    ...(filter.incomingCredits ? [whole(facet.incoming)] : []),
  ]
  return parts.length === 0 ? null : parts.join(' AND ')
}
