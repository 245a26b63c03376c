/**
 * The filters of the list as one query to the full-text index `alert_text`. Beside its words every
 * alert has facets there: words that nobody can type, one for each filtered value. So any number of
 * filters is one scan of the index, as fast for a million alerts as for a hundred.
 */
import { createHash } from 'node:crypto'
import { significantAccount } from '../../preload/contract/kernel/account-number.ts'
import type { AlertKind, AlertListRequest } from '../../preload/contract/api/alerts/alert.ts'

/** The filtered values of an alert as read. A conflict may come later and has its own column. */
export interface AlertFacets {
  readonly kind: AlertKind
  readonly status: string | null
  /** Every account, with or without leading zeros. */
  readonly accounts: readonly string[]
  readonly isIncomingCredit: boolean
  readonly isRepeat: boolean
  readonly isOldCode: boolean
  readonly isIncomplete: boolean
  readonly isUnlisted: boolean
}

/**
 * The index treats this private-use character as part of a word; typed words are stripped of it.
 */
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

/** In the stored index, the letters of an account are small. */
const comparable = (account: string): string => significantAccount(account).toLowerCase()

/** The list shows the last four characters of an account, so a search finds it by them. */
const lastFourOf = (account: string): readonly string[] => {
  const compared = comparable(account)
  return compared.length >= 4 ? [compared.slice(-4)] : []
}

/**
 * The text for the index: the words of an alert, in which no text of the bank can imitate a facet,
 * and its facets.
 */
export const indexedText = (words: string, alert: AlertFacets): string =>
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

/** Combining marks that the index removes from a word, so that `cafe` finds `café`. */
const dropped =
  /[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331]/g
/**
 * The characters of a word. The index, with older Unicode tables, treats the excluded ranges as
 * separators.
 */
const wordLetters = /(?:(?![\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3])[\p{L}\p{N}])+/gu

/** The words of a text, split as the index splits them. */
export const typedWords = (text: string): readonly string[] =>
  text.toWellFormed().normalize('NFD').replace(dropped, '').normalize('NFC').match(wordLetters) ??
  []

/** A quoted word is only itself: no operator, no column, no wildcard. */
const whole = (word: string): string => `"${word}"`
const beginning = (word: string): string => `"${word}"*`
/** A single letter begins too many words, so it is searched as a whole word: an initial. */
const wordQuery = (word: string): string =>
  Array.from(word).length === 1 ? whole(word) : beginning(word)

const allQueried = (text: string): readonly string[] => [
  ...new Set(typedWords(text).map(wordQuery)),
]

/** An amount is shown with thousands separators and stored as the bank wrote it. */
const withoutSeparators = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}.,])\d{1,3}(?:,\d{3})+(?![\p{L}\p{N},])/gu, (amount) =>
    amount.replaceAll(',', ''),
  )

/** Searches the text as typed, and an amount also without its separators. */
function wordQueries(text: string): readonly string[] {
  const plain = withoutSeparators(text)
  if (plain === text) return allQueried(text)
  return [`((${allQueried(text).join(' AND ')}) OR (${allQueried(plain).join(' AND ')}))`]
}

function accountQuery(typed: string): string {
  const exact = whole(facet.account(typed))
  // Four digits may be the end of an account, as the list shows it, or a whole account.
  return /^\d{4}$/.test(typed) ? `(${exact} OR ${whole(facet.lastFour(typed))})` : exact
}

/** The filters that the index answers. */
export type SearchedFilters = Pick<
  AlertListRequest,
  'search' | 'kind' | 'status' | 'account' | 'mark' | 'incomingCredits'
>

/** The MATCH query; null if no filter uses the index. `spellings`: those of the status. */
export function matchOf(
  filter: SearchedFilters,
  spellings: readonly string[] = filter.status === null ? [] : [filter.status],
): string | null {
  const { kind, account, mark } = filter
  const parts = [
    ...wordQueries(filter.search),
    ...(kind === null ? [] : [whole(facet.kind(kind))]),
    ...(spellings.length === 0
      ? []
      : [`(${spellings.map((one) => whole(facet.status(one))).join(' OR ')})`]),
    ...(account === null || account === '' ? [] : [accountQuery(account)]),
    ...(mark === null || mark === 'conflict' ? [] : [whole(facet[mark])]),
    ...(filter.incomingCredits ? [whole(facet.incoming)] : []),
  ]
  return parts.length === 0 ? null : parts.join(' AND ')
}
