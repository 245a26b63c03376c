/**
 * The one place that removes secrets and personal numbers from records (bank note 39). Credentials
 * and tokens are removed at every place. An owner's SSN, tax id, date of birth and id number are
 * removed by the names of their fields, and by value if the bank repeats them under another name.
 * Everything else stays byte for byte: the rest of a JSON text is the same JSON text. A text that
 * cannot be searched safely is left out completely, and the record says so.
 */
import { leftOut, removed } from '../../../preload/contract/kernel/not-kept.ts'
import {
  ownerNumberNames,
  secretNames,
  type NamesInWords,
} from '../../../preload/contract/domain/personal-names.ts'
import { isJson, rewriteJson, type JsonScalar } from '../../../preload/contract/kernel/json.ts'

const secretHeaders: ReadonlySet<string> = new Set(secretNames.headers)

/** Removes values that must not be stored from one call. */
export interface Redactor {
  /** A request body or path. */
  text(text: string): string
  /** An answer's body as text; `leftOut` if it cannot be stored. */
  answer(text: string): string
  /** Bytes that are not text; null if they cannot be stored. */
  bytes(bytes: Buffer): Buffer | null
  headers(headers: Readonly<Record<string, string>>): Record<string, string>
}

/** The secret values of one call. */
export interface Confidential extends CallTexts {
  /** Credentials and tokens in force. */
  readonly secrets: readonly string[]
}

/** One call, as far as its redactor depends on it. */
interface CallTexts {
  /** The request body: its owner's numbers are also removed from the answer by value. */
  readonly requestBody?: string | undefined
  readonly tokenCall?: boolean
}

/** The redactor of one call. A text without anything to remove costs one search. */
export const redactorFor = ({ secrets, ...texts }: Confidential): Redactor =>
  redactorWith(marksOf(secrets), texts)

/** Every spelling of every secret, for `redactorWith`. */
export const marksOf = (secrets: readonly string[]): readonly KnownSecret[] =>
  [...new Set(secrets)].flatMap(spellingsOfSecret)

/** The same for secrets whose spellings are known: building them takes longer than most searches. */
export function redactorWith(
  secrets: readonly KnownSecret[],
  { requestBody, tokenCall = false }: CallTexts = {},
): Redactor {
  const names = tokenCall ? sensitiveOnTokenCall : sensitiveFields
  const personal = requestBody === undefined ? [] : personalValues(requestBody)
  const marks = [...secrets, ...(personal ?? []).flatMap(spellingsOfPersonal)]
  const value = (text: string) => withoutSecrets(text, marks)
  const removing: Removing = {
    names,
    value,
    mayHold: (text) => mayHold(text, names, marks),
    mayHoldPlain: (text) => mayHoldPlain(text, names, marks),
  }
  return {
    text: (text) => redactText(text, removing),
    answer: (text) => (personal === null ? leftOut : redactAnswer(text, removing, tokenCall)),
    bytes: (bytes) => {
      if (personal === null || tokenCall) return null
      const redacted = redactText(bytes.toString('latin1'), { ...removing, isBytes: true })
      return redacted === leftOut ? null : Buffer.from(redacted, 'latin1')
    },
    headers: (headers) => redactHeaders(headers, removing),
  }
}

/** The values that are removed from the texts of one call. */
interface Removing {
  readonly names: SensitiveFields
  /** Removes by value. */
  readonly value: (text: string) => string
  readonly mayHold: (text: string) => boolean
  /** The same for a text in which nothing is escaped. */
  readonly mayHoldPlain: (text: string) => boolean
  /** Each character is one byte, so the text must not be rewritten as JSON. */
  readonly isBytes?: boolean
}

function redactText(text: string, removing: Removing): string {
  if (isSlowToRead(text)) return leftOut
  if (!removing.mayHold(text)) return text
  if (text.length > longestRewritten) return leftOut
  const asJson = removing.isBytes !== true && isJson(text)
  return asJson ? redactJson(text, removing) : redactPlain(text, removing)
}

/**
 * A longer text is stored as received if it holds nothing to remove, and is otherwise left out:
 * rewriting 30 MB of small values takes the main process half a minute, and no document has such an
 * answer.
 */
const longestRewritten = 4 * 1024 * 1024
/**
 * Reading this many escapes takes a tenth of a second; a text within `longestRewritten` is read
 * with any number of them.
 */
const mostEscapes = 500_000

function isSlowToRead(text: string): boolean {
  if (text.length <= longestRewritten) return false
  let count = 0
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 2)) {
    count += 1
    if (count > mostEscapes) return true
  }
  return false
}

/**
 * The answer of a token call is stored as JSON, or as the page of a gateway without any mention of
 * a token; in any other text the end of the token cannot be found.
 */
function redactAnswer(text: string, removing: Removing, tokenCall: boolean): string {
  const isSafe = !tokenCall || text.trim() === '' || isJson(text) || isPageWithoutToken(text)
  return isSafe ? redactText(text, removing) : leftOut
}

const isPageWithoutToken = (text: string): boolean =>
  /^\s*<(!doctype html|html)/i.test(text) && !/token|[\\&]/i.test(text)

/**
 * Redacts text that is not JSON. An escaped name or value cannot be cut out of the text as it is.
 */
function redactPlain(text: string, { names, value }: Removing): string {
  const cleaned = (each: string): string => value(names.removedFrom(each))
  const redacted = cleaned(text)
  if (!redacted.includes('\\')) return redacted
  const read = unescaped(redacted)
  return cleaned(read) === read ? redacted : leftOut
}

/** Whether a text may contain anything to remove, escaped or not; false is certain. */
function mayHold(
  text: string,
  names: SensitiveFields,
  marks: readonly KnownSecret[] = [],
): boolean {
  const spellings = text.includes('\\') ? [text, unescaped(text)] : [text]
  return spellings.some((spelling) => mayHoldPlain(spelling, names, marks))
}

function mayHoldPlain(
  text: string,
  names: SensitiveFields,
  marks: readonly KnownSecret[],
): boolean {
  if (names.mayOccurIn(text)) return true
  const lower = text.toLowerCase()
  return marks.some((mark) => mark.mayOccurIn(lower))
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** A JSON text with every escape decoded, so that the content of its strings can be searched. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u([\da-fA-F]{4})|(.))/g, (_all, code: string | undefined, letter: string) =>
    code === undefined
      ? (controls[letter] ?? letter)
      : String.fromCharCode(Number.parseInt(code, 16)),
  )

function redactHeaders(
  headers: Readonly<Record<string, string>>,
  { names, value, mayHoldPlain }: Pick<Removing, 'names' | 'value' | 'mayHoldPlain'>,
): Record<string, string> {
  const redacted = { ...headers }
  const others: string[] = []
  for (const name of Object.keys(headers)) {
    if (secretHeaders.has(name.toLowerCase())) redacted[name] = removed
    else others.push(name)
  }
  // One search of all the rest: a line break ends a name as the end of a text does.
  const rest = others.flatMap((name) => [name, headers[name] ?? '']).join('\n')
  if (!mayHoldPlain(rest)) return redacted
  for (const name of others) {
    redacted[name] = names.has(name) ? removed : value(names.removedFrom(headers[name] ?? ''))
  }
  return redacted
}

/**
 * Rewrites the values of a JSON text; values that are not removed keep their spelling and spacing.
 */
function redactJson(text: string, { names, value }: Removing): string {
  const sensitivePaths = new WeakMap<readonly string[], boolean>()
  const isSensitive = (path: readonly string[]): boolean => {
    const known = sensitivePaths.get(path)
    if (known !== undefined) return known
    const isFound = path.some((name) => names.has(name))
    sensitivePaths.set(path, isFound)
    return isFound
  }
  return rewriteJson(text, (scalar) => {
    if (!scalar.isName && isSensitive(scalar.path)) return removedScalar(scalar.token)
    const isText = !scalar.isName && scalar.token.startsWith('"')
    return redactedScalar(scalar, isText ? (each) => value(names.removedFrom(each)) : value)
  })
}

/** A blank or null value shows that nothing was sent, and stays. */
const removedScalar = (token: string): string =>
  token === 'null' || token === '""' ? token : JSON.stringify(removed)

function redactedScalar({ token, text }: JsonScalar, value: (text: string) => string): string {
  const redacted = value(text)
  return redacted === text ? token : JSON.stringify(redacted)
}

/** The owner's numbers in a request body, by name; null when it holds some and cannot be read. */
function personalValues(body: string): { name: string; value: string }[] | null {
  if (!mayHold(body, ownerNames)) return []
  if (!isJson(body)) return null
  const found: { name: string; value: string }[] = []
  rewriteJson(body, ({ token, text, isName, path }) => {
    const isRevealing = !isName && !['null', 'true', 'false', '""'].includes(token)
    const name = isRevealing && path.findLast((each) => ownerNames.has(each))
    if (typeof name === 'string') found.push({ name: documented(name), value: text })
    return token
  })
  return found
}

/** The documented name of a number, by which its usual spellings are chosen. */
function documented(name: string): string {
  const lower = name.toLowerCase()
  if (/birth|dob/.test(lower)) return 'dob'
  return /ssn|social|tax|tin$|ein$/.test(lower) ? 'ssn' : lower
}

/**
 * The names whose values are never stored, and where they are in a text. JSON is searched by its
 * fields. In other text (a form, XML, a page, an answer that was cut off or nests too deep) a value
 * is the text after such a name, and if unsure too much is removed rather than too little.
 */
export class SensitiveFields {
  readonly #whole: RegExp
  readonly #mayOccur: RegExp
  readonly #before: RegExp

  constructor({ words, endings }: NamesInWords) {
    this.#whole = new RegExp(`(?:^\\s*(?:${anyOf(words)})|${anyOf(endings)})\\s*$`, 'i')
    const named = `(?:(?:(?<![a-z\\d])|(?<=%22))(?:${anyOf(words)})|${anyOf(endings)})(?![\\w-])`
    this.#mayOccur = new RegExp(named, 'i')
    this.#before = new RegExp(`${named}${quotes}(?:\\s*${sign}|\\s[^<>]{0,200}>)\\s*`, 'gi')
  }

  /** Whether the value of a field with this name is never stored. */
  has(name: string): boolean {
    return name.length < longestName && this.#whole.test(name)
  }

  /** Whether a text contains any of the names; false is certain. */
  mayOccurIn(text: string): boolean {
    return this.#mayOccur.test(text)
  }

  /** A text that is not JSON, without the value after each name. */
  removedFrom(text: string): string {
    let rest = ''
    let copiedTo = 0
    for (const found of text.matchAll(this.#before)) {
      const start = found.index + found[0].length
      if (found.index < copiedTo || isEndOfElement(text, found.index)) continue
      const value = valueAt(text, start, found[0])
      if (!isRevealing(text.slice(value.start, value.end), value.isQuoted)) continue
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
function isRevealing(value: string, isQuoted: boolean): boolean {
  const bare = value.trim()
  if (bare === '' || bare === 'null' || bare.startsWith(removed)) return false
  return isQuoted || !bare.includes(' ') || (bare.match(/\d/g)?.length ?? 0) >= 3
}

const { words, endings } = ownerNumberNames
const unstored: NamesInWords = { words, endings: [...endings, ...secretNames.endings] }
/** For any call. */
export const sensitiveFields = new SensitiveFields(unstored)
/** For the token call, where three more names hold credentials (bank notes 1 and 2). */
export const sensitiveOnTokenCall = new SensitiveFields({
  ...unstored,
  words: [...words, ...secretNames.onTokenCall],
})
/** The owner's numbers only. */
export const ownerNames = new SensitiveFields(ownerNumberNames)

/**
 * One spelling of a secret in a text: a pattern that is slow to build and run, and a sign without
 * which the pattern cannot match, so that most texts cost one search for the sign.
 */
export class KnownSecret {
  readonly #sign: string | null
  readonly #source: string
  readonly #flags: string
  #pattern: RegExp | undefined

  /**
   * `sign`: in ASCII and lower case, and part of every match of the pattern; null when there is no
   * such text.
   */
  constructor(sign: string | null, source: string, flags: 'g' | 'gi') {
    this.#sign = sign
    this.#source = source
    this.#flags = flags
  }

  /** Whether a text, given in lower case, may contain the secret; false is certain. */
  mayOccurIn(lower: string): boolean {
    return this.#sign === null || lower.includes(this.#sign)
  }

  /** The text without the secret. */
  removedFrom(text: string): string {
    this.#pattern ??= new RegExp(this.#source, this.#flags)
    return text.replace(this.#pattern, removed)
  }
}

/** Removes every mark at every place. */
export function withoutSecrets(text: string, marks: readonly KnownSecret[]): string {
  let rest = text
  let lower = text.toLowerCase()
  for (const mark of marks) {
    if (!mark.mayOccurIn(lower)) continue
    rest = mark.removedFrom(rest)
    lower = rest.toLowerCase()
  }
  return rest
}

/**
 * A secret as it is, and encoded as in forms, JSON and base64. An unpaired surrogate, which a
 * bank's JSON may hold, has no form encoding.
 */
export function spellingsOfSecret(secret: string): KnownSecret[] {
  const forms = [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ]
  return [...new Set(forms)].flatMap(valueMarks)
}

/** One of the owner's numbers in its usual spellings; `name` in lower case. */
export function spellingsOfPersonal({
  name,
  value,
}: {
  name: string
  value: string
}): KnownSecret[] {
  if (name === 'ssn' && /^\d{9}$/.test(value)) {
    const last = value.slice(5)
    const masked = String.raw`xX*#\u2022`
    const places = (digits: string): string => digits.replaceAll(/\d/g, `[$&${masked}]`)
    const spelled = `${places(value.slice(0, 3))}[- ]?${places(value.slice(3, 5))}[- ]?${last}(?!\\d)`
    // Masked by other digits, it is known by its groups: account numbers end in the same four.
    const place = `[\\d${masked}]`
    const grouped = `${place}{3}[- ]${place}{2}[- ]${last}(?!\\d)`
    return [...valueMarks(value), new KnownSecret(last, `${spelled}|${grouped}`, 'g')]
  }
  const date = /^(\d{4})(\d{2})(\d{2})$/.exec(value)
  if (name === 'dob' && date) {
    const [, year = '', month = '', day = ''] = date
    const gap = '[-/. ]?'
    return [
      new KnownSecret(year, year + gap + month + gap + day, 'g'),
      new KnownSecret(year, month + gap + day + gap + year, 'g'),
    ]
  }
  return valueMarks(value)
}

/**
 * A short value must be a word by itself, or it would match inside dates and amounts; one or two
 * characters are never searched.
 */
function valueMarks(value: string): KnownSecret[] {
  if (value.length < 3) return []
  const literal = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const alone = String.raw`(?<![\w/-]|\d\.)${literal}(?![\w/-]|\.\d)`
  return [new KnownSecret(signOf(value), value.length >= 6 ? literal : alone, 'gi')]
}

/** Beyond ASCII, a case-insensitive pattern and lower case do not agree on what is one letter. */
const signOf = (value: string): string | null =>
  /^[\0-\x7f]*$/.test(value) ? value.toLowerCase() : null
