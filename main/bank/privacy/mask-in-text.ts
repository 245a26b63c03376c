/**
 * Masks values inside free text, where no field name shows what they are: known accounts, the owner
 * of a call, and in a text that could not be read every number that may be an account.
 */
import {
  dots,
  maskedAccount,
  significantAccount,
} from '../../../preload/contract/kernel/account-number.ts'
import {
  endOfString,
  isJson,
  isJsonStructure,
  rewriteJson,
  type JsonScalar,
} from '../../../preload/contract/kernel/json.ts'
import { maskedName } from '../../../preload/contract/domain/owner-name.ts'
import { maskedNumber } from '../../../preload/contract/domain/personal-names.ts'
import {
  apostropheReadings,
  wordsOf,
  type ApostropheReading,
  type Word,
} from '../../platform/folded-text.ts'

/**
 * A shorter number identifies little and is part of every code: it is masked only under the name of
 * its field.
 */
const leastRevealing = { given: 4, answered: 5 }

/**
 * Digits in groups. The match begins where a run begins: from each digit of a long run, the rest
 * would be read again.
 */
const grouped = /(?<!\d)\d+(?:[ -]\d+)+/g

/**
 * Masks accounts of letters and digits in a text, with any number of leading zeros; not inside a
 * longer number. `given` are of a request, `answered` of an answer.
 */
export function maskOfPlainAccounts(
  given: readonly string[],
  answered: readonly string[] = [],
): (text: string) => string {
  const known = new Set([
    ...significant(given, leastRevealing.given),
    ...significant(answered, leastRevealing.answered),
  ])
  if (known.size === 0) return (text) => text
  const isKnown = (found: string): boolean => known.has(significantAccount(found))
  const mask = (found: string): string => (isKnown(found) ? maskedAccount(found) : found)
  // Letters beside an account of digits only belong to something else, such as ACCT in front of it.
  return (text) =>
    text
      .replace(/[A-Za-z0-9]+/g, (run) => (isKnown(run) ? mask(run) : inDigits(run, mask)))
      .replace(grouped, mask)
}

const inDigits = (run: string, mask: (digits: string) => string): string =>
  run.replace(/\d+/g, mask)

const significant = (accounts: readonly string[], least: number): string[] =>
  accounts
    .map(significantAccount)
    .filter((account) => account.length >= least && /\d/.test(account))

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Masks the queried account in a text, however short, with any number of leading
 * zeros.
 */
export function maskAccountIn(text: string, accountNumber: string): string {
  const wanted = significantAccount(accountNumber)
  if (wanted === '') return text
  // Not inside a longer number: a date or an id that happens to hold the digits stays readable.
  // Letters beside an all-digit account belong to another word, such as ACCT in front of it.
  const kin = /^\d+$/.test(wanted) ? '\\d' : '[A-Za-z0-9]'
  const whole = new RegExp(`(?<!${kin})0*${escaped(wanted)}(?!${kin})`, 'gi')
  return text.replace(whole, maskedAccount(accountNumber))
}

/**
 * An account with other characters is no word of a text and is searched as it is; each such search
 * reads the whole text.
 */
const mostOdd = 50

/**
 * Masks these accounts in a text, with any number of leading zeros and any characters; not inside a
 * longer number.
 */
export function maskOfAccounts(accounts: readonly string[]): (text: string) => string {
  const plainMask = maskOfPlainAccounts(accounts)
  const odd = accounts.filter((account) => /[^A-Za-z0-9\s-]/.test(account) && /\d{4}/.test(account))
  if (odd.length > mostOdd) return (text) => plainMask(maskedRuns(text))
  return (text) =>
    plainMask(odd.reduce((rest, account) => rest.replaceAll(account, maskedNumber(account)), text))
}

/** The owner's name as sent, and the request as recorded. */
export interface KnownOwner {
  readonly name: string
  /** Null: no call was recorded. */
  readonly requestBody: string | null
}

/** A range of the original text. */
interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The most characters between two words of one name: a comma and a space, or the separator between
 * two fields.
 */
const widestGap = 2

const follows = (one: Word | undefined, next: Word | undefined): boolean =>
  one !== undefined && next !== undefined && next.start - one.end <= widestGap

/**
 * Initials and bare numbers would match in every code: they count only beside another word of the
 * name.
 */
const standsAlone = (word: string): boolean => !/^(\p{N}+|[a-z])$/u.test(word)

/** Whether a word is a word of the name, or several of them without a gap: `margaretalder`. */
function revealsName(word: string, name: readonly string[]): boolean {
  if (!name.some((part) => standsAlone(part) && word.includes(part))) return false
  const reached = new Set([0])
  for (const from of reached) {
    for (const part of name) {
      if (word.startsWith(part, from)) reached.add(from + part.length)
    }
  }
  return reached.has(word.length)
}

/** Every place where the words follow one another. */
function inOrder(words: readonly Word[], wanted: readonly string[]): Word[][] {
  return words.flatMap(({ text }, from) => {
    if (text !== wanted[0]) return []
    const here = words.slice(from, from + wanted.length)
    const isHere = wanted.every(
      (each, index) =>
        here[index]?.text === each && (index === 0 || follows(here[index - 1], here[index])),
    )
    return isHere ? [here] : []
  })
}

/**
 * A script without capitals has no gaps between words, so a name is also searched inside a longer
 * word.
 */
function inside(words: readonly Word[], name: readonly string[]): Span[] {
  const parts = name.filter((part) => !/[\p{Ll}\p{N}]/u.test(part))
  return words.flatMap(({ text, start }) =>
    parts.flatMap((part) =>
      [...text.matchAll(new RegExp(part, 'gu'))].map(({ index }) => ({
        start: start + index,
        end: start + index + part.length,
      })),
    ),
  )
}

/** Every place that contains a word of the name. */
function placesOfName(text: string, name: string, reading: ApostropheReading): Span[] {
  const wanted = wordsOf(name, reading).map((word) => word.text)
  const words = wordsOf(text, reading)
  const longest = wanted.join('').length
  const found = new Set(wanted.length > 1 ? inOrder(words, wanted).flat() : [])
  for (const word of words) {
    if (word.text.length <= longest && revealsName(word.text, wanted)) found.add(word)
  }
  // Forwards and then backwards, because an initial may be before or after the word that makes it
  // part of the name.
  for (const order of [[...words.keys()], [...words.keys()].reverse()]) {
    for (const index of order) {
      const word = words[index]
      if (!word || !wanted.includes(word.text)) continue
      const [before, after] = [words[index - 1], words[index + 1]]
      const besideBefore = before && found.has(before) && follows(before, word)
      const besideAfter = after && found.has(after) && follows(word, after)
      if (besideBefore || besideAfter) found.add(word)
    }
  }
  return [...found, ...inside(words, wanted)]
}

/**
 * The fields of the recorded request, by the bank's own names, that identify an owner besides the
 * name.
 */
const lineFields = new Set(['addressLine1', 'addressLine2'])
const phoneFields = new Set(['homePhone', 'workPhone'])

/** The address lines and telephone numbers in a recorded request. */
function identifyingValues(requestBody: string | null) {
  const lines: string[] = []
  const phones: string[] = []
  try {
    JSON.parse(requestBody ?? '{}', (name: string, value: unknown) => {
      if (typeof value !== 'string') return value
      if (lineFields.has(name)) lines.push(value)
      if (phoneFields.has(name) && /^\d{4,}$/.test(value)) phones.push(value)
      return value
    })
  } catch {
    return { lines: [], phones: [] }
  }
  return { lines, phones }
}

/** A line of a single short word, such as `B`, identifies nobody and would match everywhere. */
const least = 4

function placesOfLine(text: string, line: string): Span[] {
  const wanted = wordsOf(line, 'gap').map((word) => word.text)
  if (wanted.join('').length < least) return []
  return inOrder(wordsOf(text, 'gap'), wanted).map((found) => ({
    start: found[0]?.start ?? 0,
    end: found.at(-1)?.end ?? 0,
  }))
}

/** The digits may be grouped in any way. */
function placesOfPhone(text: string, phone: string): Span[] {
  const grouped = new RegExp(`(?<!\\d)${phone.split('').join('[ ()./-]{0,3}')}(?!\\d)`, 'g')
  return [...text.matchAll(grouped)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
}

function replaceAt(text: string, spans: readonly Span[], mask: (found: string) => string): string {
  let rest = ''
  let from = 0
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (end <= from) continue
    rest += text.slice(from, Math.max(start, from)) + mask(text.slice(Math.max(start, from), end))
    from = end
  }
  return rest + text.slice(from)
}

/** The content of a string with escapes; undefined if it has none or JSON has no such string. */
function decoded(token: string): string | undefined {
  if (!token.includes('\\')) return undefined
  try {
    return String(JSON.parse(token))
  } catch {
    return undefined
  }
}

/**
 * Masks a text as written, and the strings in it as decoded; a string without anything to mask
 * keeps its spelling.
 */
function maskStrings(text: string, mask: (text: string) => string): string {
  let inside = ''
  let copiedTo = 0
  for (let at = text.indexOf('"'), end = 0; at >= 0; at = text.indexOf('"', end)) {
    end = endOfString(text, at)
    const value = decoded(text.slice(at, end))
    if (value === undefined) continue
    const masked = maskStrings(value, mask)
    if (masked === value) continue
    inside += text.slice(copiedTo, at) + JSON.stringify(masked)
    copiedTo = end
  }
  return mask(inside + text.slice(copiedTo))
}

/**
 * Creates the mask of one owner in text that the bank sent or an operator wrote: the name in any
 * order, case and spelling of its accents, and the address lines and telephone numbers of the
 * request. City, state and ZIP code identify nobody and stay; SSN, date of birth and id number are
 * not stored (bank note 39).
 */
export function ownerMask({ name, requestBody }: KnownOwner): (text: string) => string {
  const { lines, phones } = identifyingValues(requestBody)
  const mask = (text: string): string => {
    const places = [
      ...lines.flatMap((line) => placesOfLine(text, line)),
      ...phones.flatMap((phone) => placesOfPhone(text, phone)),
    ]
    return apostropheReadings.reduce(
      (rest, reading) => replaceAt(rest, placesOfName(rest, name, reading), maskedName),
      replaceAt(text, places, () => dots),
    )
  }
  return (text) => maskStrings(text, mask)
}

/** Backslashes from the first one on: from each one of a long run, the rest would be read again. */
const slashes = String.raw`(?<!\\)\\+`
/** A digit of any script, or in the escaped notation of JSON, a URL, HTML or a program. */
const digit = String.raw`(?:\p{Nd}|${slashes}(?:u(?:003[0-9]|[fF][fF]1[0-9]|\{0*3[0-9]\})|x3[0-9])|%(?:25)*3[0-9]|&#(?:0*(?:4[89]|5[0-7])|[xX]0*3[0-9]);)`
/** The separators that may be between the digits of an account. */
const between = String.raw`(?:[ \t\u00a0\-.\u2010-\u2015_/\x00-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cf}]|${slashes}u00[012aA][0-9a-fA-F]){0,3}`
/**
 * An alert code by itself identifies nobody and shows the kind of delivery; a date identifies
 * nobody either.
 */
const harmless = String.raw`(?<!\w)(?:AL\d{5}|(?:19|20)\d\d-[01]\d-[0-3]\d(?:[T ][0-2]\d:[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z?)?)(?![\w.-]|[ ]\d)`
const run = new RegExp(`${harmless}|${digit}(?:${between}${digit}){4,}`, 'gu')
const isHarmless = new RegExp(`^${harmless}$`)
const oneDigit = new RegExp(digit, 'gu')

/**
 * Masks a text that could not be read, in which no field name is reliable: all but the last four
 * digits of every run of five digits or more, in any notation and with any separators.
 */
export const maskedRuns = (text: string): string =>
  text.replace(run, (found) =>
    isHarmless.test(found) ? found : `${dots}${(found.match(oneDigit) ?? []).slice(-4).join('')}`,
  )

/** The same for the body of a delivery. JSON is masked after its escapes are read, and stays JSON. */
export const maskedBody = (text: string): string =>
  isJson(text) ? maskedJson(text) : maskedRuns(text)

const maskedJson = (text: string): string =>
  rewriteJson(text, ({ token, text: value, isName }: JsonScalar) => {
    const masked = !isName && isJsonStructure(value) ? maskedJson(value) : maskedRuns(value)
    return masked === value ? token : JSON.stringify(masked)
  })
