/**
 * The one place that keeps secrets and personal numbers out of records (design, Data and money; trap 39).
 * Credentials and tokens are removed wherever they appear. An owner's SSN, date of birth and id number
 * are removed by name and, where the bank repeats them under another name, by value. Everything else
 * stays as it came, to the byte: what is left of a JSON text is still the same JSON text.
 */
import { unstoredOwnerFields } from '../../preload/contract/account-validation.ts'
import { isJson } from '../../preload/contract/json-text.ts'
import { rewriteJson, type JsonScalar } from './json-scalars.ts'
import {
  personalMarks,
  removed,
  secretMarks,
  withoutMarks,
  type SecretMark,
} from './secret-marks.ts'

export { removed } from './secret-marks.ts'

/** The owner's numbers, compared without case. */
const personalNames = new Set(unstoredOwnerFields.map((name) => name.toLowerCase()))
/** Names whose values are never kept, compared without case. */
const unkeptNames = [
  ...personalNames,
  'access_token',
  'refresh_token',
  'client_secret',
  'consumer_key',
  'consumer_secret',
]
/** Names that are credentials on the token call alone (traps 1 and 2). */
const tokenCallNames = ['id', 'key', 'client_id']

/** Finds each name as JSON or a form writes it, in a text in lower case. */
const pointer = (names: Iterable<string>): RegExp =>
  new RegExp(`(?:^|[&"])(?:${[...names].join('|')})["=]`)
const unkept = { names: new Set(unkeptNames), pointer: pointer(unkeptNames) }
const allNames = [...unkeptNames, ...tokenCallNames]
const unkeptOnTokenCall = { names: new Set(allNames), pointer: pointer(allNames) }
const personalPointer = pointer(personalNames)
const unkeptHeaders = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'www-authenticate',
])

/** Removes what must not be kept from one call. */
export interface Redactor {
  /** A body or path, as text. */
  text(text: string): string
  /** Bytes that are not text. */
  bytes(bytes: Buffer): Buffer
  headers(headers: Readonly<Record<string, string>>): Record<string, string>
}

/** What is secret about one call. */
export interface Confidential {
  /** Credentials and tokens in force. */
  readonly secrets: readonly string[]
  /** The request body: its owner's numbers are found in it, so that the answer cannot repeat them. */
  readonly requestBody?: string | undefined
  readonly tokenCall?: boolean
}

/** The redactor of one call. A text that holds nothing to remove costs one search for it. */
export function redactorFor({ secrets, requestBody, tokenCall = false }: Confidential): Redactor {
  const { names, pointer } = tokenCall ? unkeptOnTokenCall : unkept
  const marks = [
    ...[...new Set(secrets)].flatMap(secretMarks),
    ...(requestBody === undefined ? [] : personalValues(requestBody)).flatMap(personalMarks),
  ]
  const value = (text: string) => withoutMarks(text, marks)
  const inText = (text: string) => value(redactForm(text, names))
  const inAnyText = (text: string) => (isJson(text) ? redactJson(text, names, value) : inText(text))
  return {
    text: (text) => (mayHold(text, pointer, marks) ? inAnyText(text) : text),
    bytes: (bytes) => Buffer.from(value(bytes.toString('latin1')), 'latin1'),
    headers: (headers) => redactHeaders(headers, value),
  }
}

/** Whether anything that is removed may stand in a text, be it in escapes; false is beyond doubt. */
function mayHold(text: string, names: RegExp, marks: readonly SecretMark[] = []): boolean {
  const spellings = text.includes('\\') ? [text, unescaped(text)] : [text]
  return spellings.some((spelling) => {
    const lower = spelling.toLowerCase()
    return names.test(lower) || marks.some((mark) => mark.mayStandIn(lower))
  })
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** A JSON text with every escape read: what its strings say stands in it, letter by letter. */
const unescaped = (text: string): string =>
  text.replaceAll(
    /\\(?:u([\da-fA-F]{4})|(.))/g,
    (_all, code: string | undefined, letter: string) =>
      code === undefined
        ? (controls[letter] ?? letter)
        : String.fromCharCode(Number.parseInt(code, 16)),
  )

const redactHeaders = (
  headers: Readonly<Record<string, string>>,
  value: (text: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [
      name,
      unkeptHeaders.has(name.toLowerCase()) ? removed : value(text),
    ]),
  )

/** Walks the values of a valid JSON text, so that what is not removed keeps its spelling and spacing. */
const redactJson = (
  text: string,
  names: ReadonlySet<string>,
  value: (text: string) => string,
): string =>
  rewriteJson(text, (scalar) => {
    const unkept = !scalar.isName && scalar.path.some((name) => names.has(name.toLowerCase()))
    return unkept ? unkeptScalar(scalar.token) : keptScalar(scalar, value)
  })

/** A blank or null value says that nothing was sent, and stays. */
const unkeptScalar = (token: string): string =>
  token === 'null' || token === '""' ? token : JSON.stringify(removed)

function keptScalar({ token, text }: JsonScalar, value: (text: string) => string): string {
  const kept = value(text)
  return kept === text ? token : JSON.stringify(kept)
}

function redactForm(text: string, names: ReadonlySet<string>): string {
  if (!/^[^\s=&]+=[^\s&]*(&[^\s=&]+=[^\s&]*)*$/.test(text)) return text
  return text
    .split('&')
    .map((pair) => {
      const name = pair.slice(0, pair.indexOf('='))
      return names.has(name.toLowerCase()) ? `${name}=${encodeURIComponent(removed)}` : pair
    })
    .join('&')
}

/** The owner's numbers in a request body, by name. */
function personalValues(body: string): { name: string; value: string }[] {
  if (!mayHold(body, personalPointer) || !isJson(body)) return []
  const found: { name: string; value: string }[] = []
  JSON.parse(body, (name: string, value: unknown) => {
    const lower = name.toLowerCase()
    const text = typeof value === 'number' ? String(value) : value
    if (personalNames.has(lower) && typeof text === 'string')
      found.push({ name: lower, value: text })
    return value
  })
  return found
}
