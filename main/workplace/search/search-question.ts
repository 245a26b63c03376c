/**
 * Turns an operator's search text into queries to the word indexes (`0010-search.ts`). Every text
 * is plain search text; there is no query language. A word that may be an account matches only
 * whole words in indexes that contain accounts, so no search reveals an account digit by digit.
 */
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import { amountFrom } from '../../../preload/contract/kernel/money.ts'
import { matchOf, typedWords } from '../../alerts/alert-search.ts'

/** The marker letter in the indexes, which nobody can type. */
const sign = '\ue000'
/** A word with this many digits can reveal an account. */
const minAuditedDigits = 4

const digitsIn = (word: string): number => word.replace(/\D/g, '').length
const whole = (word: string): string => `"${word}"`
const beginning = (word: string): string => `"${word}"*`

/**
 * A prefix of one letter would match too much, so a single letter is searched as a whole word: an
 * initial.
 */
const begun = (word: string): string =>
  Array.from(word).length === 1 ? whole(word) : beginning(word)
const wholeIfAccount = (word: string): string =>
  digitsIn(word) >= minAuditedDigits ? whole(word) : begun(word)

/** Splits a text into parts that are searched separately; currency signs are removed. */
const partsOf = (text: string): readonly string[] =>
  text
    .toWellFormed()
    .split(/[\s\0]+/)
    .map((part) => part.replace(/^[$€£]/, '').replaceAll(sign, ''))
    .filter((part) => typedWords(part).length > 0)

/** The exact amounts that a text may mean, one for each number of currency decimals. */
const amountsIn = (part: string): readonly string[] =>
  (['USD', 'JPY', 'KWD'] as const).flatMap((currency, at) => {
    const read = amountFrom(part, currency)
    return 'minor' in read ? [whole(`${sign}m${String([2, 0, 3][at])}x${String(read.minor)}`)] : []
  })

/**
 * Returns the full account that a text may be, in comparable form (bank note 36); undefined if it
 * cannot be one.
 */
export function accountIn(text: string): string | undefined {
  const account = significantAccount(text)
  const isOne = /^[a-z0-9]{5,34}$/i.test(account) && digitsIn(account) >= minAuditedDigits
  return isOne ? account : undefined
}

const accountsIn = (part: string): readonly string[] => {
  const account = accountIn(part)
  if (account === undefined) return []
  return [whole(`${sign}a${Buffer.from(account.toLowerCase(), 'utf8').toString('hex')}`)]
}

const any = (ways: readonly string[]): string =>
  ways.length === 1 ? (ways[0] ?? '') : `(${ways.join(' OR ')})`
const together = (words: readonly string[], wordQuery: (word: string) => string): string =>
  any([`(${words.map(wordQuery).join(' AND ')})`])

/** Returns an expression for MATCH; null if nothing can be searched. */
function question(
  text: string,
  wordQuery: (word: string) => string,
  alsoAs: (part: string) => readonly string[],
): string | null {
  const parts = partsOf(text).map((part) =>
    any([together(typedWords(part), wordQuery), ...alsoAs(part)]),
  )
  return parts.length === 0 ? null : parts.join(' AND ')
}

/** For payments, batches and entries, whose indexed words hold no account in clear. */
export const moneyQuestion = (text: string): string | null =>
  question(text, begun, (part) => [...amountsIn(part), ...accountsIn(part)])

/** For validations: the operator's own reference may hold anything. */
export const validationQuestion = (text: string): string | null =>
  question(text, wholeIfAccount, accountsIn)

/** For payees, whose indexed words hold no account. */
export const payeeQuestion = (text: string): string | null => question(text, begun, () => [])

/** An alert's amount is indexed as the bank wrote it. */
const alertAmount = (part: string): readonly string[] => {
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(part)
  const plain = isGrouped ? part.replaceAll(',', '') : part
  return isGrouped ? [together(typedWords(plain), wholeIfAccount)] : []
}

const noFilter = {
  kind: null,
  status: null,
  mark: null,
  incomingCredits: false,
  search: '',
} as const

/** For alerts, whose indexed words hold full accounts. */
export const alertQuestion = (text: string): string | null =>
  question(text, wholeIfAccount, (part) => {
    const account =
      digitsIn(part) >= minAuditedDigits ? matchOf({ ...noFilter, account: part }) : null
    return [...alertAmount(part), ...(account === null ? [] : [account])]
  })

/**
 * Returns the start of a reference as the bank numbers things: one word with enough digits; null if
 * it is none.
 */
export function beginningOfReference(text: string): string | null {
  const word = text.trim().toUpperCase()
  return /^[A-Z0-9-]{5,64}$/.test(word) && digitsIn(word) >= minAuditedDigits ? word : null
}
