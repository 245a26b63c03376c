/**
 * What an operator types, as questions to the indexes of words (`0010-search.ts`). Every text is a search; none is a
 * query language. A word that can be an account is looked for whole where accounts stand among the words, so that no
 * search tells an account digit by digit.
 */
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import { amountFrom } from '../../../preload/contract/kernel/money.ts'
import { matchOf, typedWords } from '../../alerts/reading/alert-search.ts'

/** The letter before what nobody can type, as the indexes have it. */
const sign = '\ue000'
/** So many digits of a word can tell of an account. */
const fewestTelling = 4

const digitsIn = (word: string): number => word.replace(/\D/g, '').length
const whole = (word: string): string => `"${word}"`
const beginning = (word: string): string => `"${word}"*`

/** Every word begins with some letter, so one letter alone is looked for as a word: an initial. */
const begun = (word: string): string =>
  Array.from(word).length === 1 ? whole(word) : beginning(word)
const untelling = (word: string): string =>
  digitsIn(word) >= fewestTelling ? whole(word) : begun(word)

/** The parts of a text, each looked for by itself; a sign of money is none. */
const partsOf = (text: string): readonly string[] =>
  text
    .toWellFormed()
    .split(/[\s\0]+/)
    .map((part) => part.replace(/^[$€£]/, '').replaceAll(sign, ''))
    .filter((part) => typedWords(part).length > 0)

/** The exact amounts that a text may mean, one for each number of decimals that currencies have. */
const amountsIn = (part: string): readonly string[] =>
  (['USD', 'JPY', 'KWD'] as const).flatMap((currency, at) => {
    const read = amountFrom(part, currency)
    return 'minor' in read ? [whole(`${sign}m${String([2, 0, 3][at])}x${String(read.minor)}`)] : []
  })

/** The account that a text may be in full, as accounts are compared (trap 36); undefined: it is too short for one. */
export function accountIn(text: string): string | undefined {
  const account = significantAccount(text.replace(/[\s-]/g, ''))
  const isOne = /^[a-z0-9]{5,34}$/i.test(account) && digitsIn(account) >= fewestTelling
  return isOne ? account : undefined
}

const accountsIn = (part: string): readonly string[] => {
  const account = accountIn(part)
  if (account === undefined) return []
  return [whole(`${sign}a${Buffer.from(account.toLowerCase(), 'utf8').toString('hex')}`)]
}

const any = (ways: readonly string[]): string =>
  ways.length === 1 ? (ways[0] ?? '') : `(${ways.join(' OR ')})`
const together = (words: readonly string[], asked: (word: string) => string): string =>
  any([`(${words.map(asked).join(' AND ')})`])

/** A question for MATCH; null: nothing can be asked. */
function question(
  text: string,
  asked: (word: string) => string,
  alsoAs: (part: string) => readonly string[],
): string | null {
  const parts = partsOf(text).map((part) =>
    any([together(typedWords(part), asked), ...alsoAs(part)]),
  )
  return parts.length === 0 ? null : parts.join(' AND ')
}

/** For payments, batches and entries, among whose words no account stands. */
export const moneyQuestion = (text: string): string | null =>
  question(text, begun, (part) => [...amountsIn(part), ...accountsIn(part)])

/** For validations: what their askers named them by may be anything. */
export const validationQuestion = (text: string): string | null =>
  question(text, untelling, accountsIn)

/** For payees, among whose words no account stands. */
export const payeeQuestion = (text: string): string | null => question(text, begun, () => [])

/** An amount of an alert stands as the bank wrote it. */
const alertAmount = (part: string): readonly string[] => {
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(part)
  const plain = isGrouped ? part.replaceAll(',', '') : part
  return isGrouped ? [together(typedWords(plain), untelling)] : []
}

const noFilter = {
  kind: null,
  status: null,
  mark: null,
  incomingCredits: false,
  search: '',
} as const

/** For alerts, among whose words accounts stand in full. */
export const alertQuestion = (text: string): string | null =>
  question(text, untelling, (part) => {
    const account = digitsIn(part) >= fewestTelling ? matchOf({ ...noFilter, account: part }) : null
    return [...alertAmount(part), ...(account === null ? [] : [account])]
  })

/** The beginning of one reference, as the bank numbers things: one word with so many digits; null: it is none. */
export function beginningOfReference(text: string): string | null {
  const word = text.trim().toUpperCase()
  return /^[A-Z0-9-]{5,64}$/.test(word) && digitsIn(word) >= fewestTelling ? word : null
}
