/**
 * The names whose values are never stored, and where they are in a text. JSON is searched by its
 * fields. In other text (a form, XML, a page, an answer that was cut off or nests too deep) a value
 * is the text after such a name, and if unsure too much is removed rather than too little.
 */
import { unstoredOwnerFields } from '../../../preload/contract/bank/account-validation.ts'
import { removed } from './known-secrets.ts'

/**
 * The owner's numbers under the names of the document and under other names. The words of a name
 * may be joined in any way.
 */
const ownersOwn = unstoredOwnerFields.map((name) => name.toLowerCase())
/** Also matched after another word: `ownerTaxId`. */
const ownersEndings = [
  'ssn',
  'ssn number',
  'social security number',
  'social security no',
  'social security num',
  'tax id',
  'tax ids',
  'tax id number',
  'tax id no',
  'tax id num',
  'taxpayer id',
  'taxpayer id number',
  'tax identification number',
  'taxpayer identification number',
  'date of birth',
  'birth date',
]
/** Short words that also end other words: matched only as whole words. */
const ownersWords = [...ownersOwn, 'id no', 'id number', 'birthday', 'tin', 'itin', 'ein', 'fein']
const tokens = [
  'access token',
  'refresh token',
  'id token',
  'client secret',
  'consumer key',
  'consumer secret',
]

/** Names of values that are never stored. */
export class SensitiveFields {
  readonly #whole: RegExp
  readonly #mayStand: RegExp
  readonly #before: RegExp

  /** `words` match only alone, `endings` also after another word. In lower case. */
  constructor(words: readonly string[], endings: readonly string[]) {
    this.#whole = new RegExp(`(?:^\\s*(?:${anyOf(words)})|${anyOf(endings)})\\s*$`, 'i')
    const standing = `(?:(?:(?<![a-z\\d])|(?<=%22))(?:${anyOf(words)})|${anyOf(endings)})(?![\\w-])`
    this.#mayStand = new RegExp(standing, 'i')
    this.#before = new RegExp(`${standing}${quotes}(?:\\s*${sign}|\\s[^<>]{0,200}>)\\s*`, 'gi')
  }

  /** Whether the value of a field with this name is never stored. */
  has(name: string): boolean {
    return name.length < longestName && this.#whole.test(name)
  }

  /** Whether a text contains any of the names; false is certain. */
  mayStandIn(text: string): boolean {
    return this.#mayStand.test(text)
  }

  /** A text that is not JSON, without the value after each name. */
  removedFrom(text: string): string {
    let rest = ''
    let copiedTo = 0
    for (const found of text.matchAll(this.#before)) {
      const start = found.index + found[0].length
      if (found.index < copiedTo || isEndOfElement(text, found.index)) continue
      const value = valueAt(text, start, found[0])
      if (!isTelling(text.slice(value.start, value.end), value.isQuoted)) continue
      rest += text.slice(copiedTo, value.start) + removed
      copiedTo = value.end
    }
    return rest + text.slice(copiedTo)
  }
}

/** A longer text is no field name. */
const longestName = 200
const anyOf = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll(' ', '[\\s_.-]?')).join('|')

/** A quote in JSON, in JSON within JSON, in a page and in a form. */
const quotes = '(?:[\\\\"\']|&quot;|&#3[49];|%22){0,8}'
/** The separator between a name and its value. */
const sign = '(?:[:=>]|%3a|%3d)'
const opening = /(?:\\*["']|&quot;|&#3[49];|%22)?/iy
const closing = /&quot;|&#3[49];|%22/gi
const bareEnd = /[\r\n<>&,;"'\]}\\]/g
const formEnd = /[\r\n<>&"'\\]/g

interface ValueInText {
  readonly start: number
  readonly end: number
  readonly isQuoted: boolean
}

/**
 * The value at this position. A value that holds others has no certain end: all text after it is
 * removed.
 */
function valueAt(text: string, at: number, before: string): ValueInText {
  if (text.startsWith(removed, at)) return { start: at, end: at + removed.length, isQuoted: false }
  const inElement = before.includes('>')
  const first = text.charAt(at)
  const holdsOthers = first === '[' || first === '{' || (inElement && first === '<')
  if (holdsOthers && text.charAt(at + 1) !== '/') {
    return { start: at, end: text.length, isQuoted: true }
  }
  opening.lastIndex = at
  const mark = opening.exec(text)?.[0] ?? ''
  const start = at + mark.length
  const isQuote = mark === '"' || mark === "'"
  if (isQuote) return { start, end: endOfQuoted(text, start, mark), isQuoted: true }
  if (mark !== '') return { start, end: endOfMarked(text, start, mark), isQuoted: true }
  const bare = before.trimEnd().endsWith('=') ? formEnd : bareEnd
  return { start, end: next(inElement ? /</g : bare, text, start), isQuoted: inElement }
}

function endOfQuoted(text: string, start: number, mark: string): number {
  for (let at = start; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (letter === '\\') at += 1
    else if (letter === mark) return at
  }
  return text.length
}

/** The end of a value in escaped quotes. */
function endOfMarked(text: string, start: number, mark: string): number {
  if (!mark.startsWith('\\')) return next(closing, text, start)
  const end = text.indexOf(mark, start)
  return end < 0 ? text.length : end
}

function next(end: RegExp, text: string, from: number): number {
  end.lastIndex = from
  return end.exec(text)?.index ?? text.length
}

/** `</ssn>`: the text after it is not its value. */
const isEndOfElement = (text: string, at: number): boolean =>
  /<\/[^<>]*$/.test(text.slice(Math.max(0, at - 60), at))

/**
 * An empty value, null, and the bank's own text about a field do not identify the owner: "dob: must
 * be YYYYMMDD".
 */
function isTelling(value: string, isQuoted: boolean): boolean {
  const bare = value.trim()
  if (bare === '' || bare === 'null' || bare.startsWith(removed)) return false
  return isQuoted || !bare.includes(' ') || (bare.match(/\d/g)?.length ?? 0) >= 3
}

const words = [...ownersWords]
const endings = [...ownersEndings, ...tokens]
/** For any call. */
export const sensitiveFields = new SensitiveFields(words, endings)
/** For the token call, where three more names hold credentials (bank notes 1 and 2). */
export const sensitiveOnTokenCall = new SensitiveFields(
  [...words, 'id', 'key', 'client id'],
  endings,
)
/** The owner's numbers only. */
export const ownerNames = new SensitiveFields(ownersWords, ownersEndings)
