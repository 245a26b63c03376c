/**
 * The one place that keeps secrets and personal numbers out of records (design, Data and money; trap 39).
 * Credentials and tokens are removed wherever they appear. An owner's SSN, date of birth and id number
 * are removed by name and, where the bank repeats them under another name, by value. Everything else
 * stays as it came, to the byte: what is left of a JSON text is still the same JSON text.
 */
import { unstoredOwnerFields } from '../../preload/contract/account-validation.ts'
import { isJson } from '../../preload/contract/json-text.ts'
import { rewriteJson, type JsonScalar } from './json-scalars.ts'

/** What stands where something was removed: that it was sent is kept, what it was is not. */
export const removed = '[not kept]'

/** The owner's numbers, compared without case. */
const personalNames = new Set(unstoredOwnerFields.map((name) => name.toLowerCase()))
/** Names whose values are never kept, compared without case. */
const unkeptNames = new Set([
  ...personalNames,
  'access_token',
  'refresh_token',
  'client_secret',
  'consumer_key',
  'consumer_secret',
])
/** Names that are credentials on the token call alone (traps 1 and 2). */
const tokenCallNames = new Set(['id', 'key', 'client_id'])
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

/** The redactor of one call. */
export function redactorFor({ secrets, requestBody, tokenCall = false }: Confidential): Redactor {
  const names = tokenCall ? new Set([...unkeptNames, ...tokenCallNames]) : unkeptNames
  const personal = requestBody === undefined ? [] : personalValues(requestBody)
  const patterns = [
    ...secrets.flatMap(secretForms).map(valuePattern),
    ...personal.flatMap(personalPatterns),
  ].filter((pattern) => pattern !== null)
  const value = (text: string) =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, removed), text)
  const inText = (text: string) => value(redactForm(text, names))
  return {
    text: (text) => (isJson(text) ? redactJson(text, names, value) : inText(text)),
    bytes: (bytes) => Buffer.from(value(bytes.toString('latin1')), 'latin1'),
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, text]) => [
          name,
          unkeptHeaders.has(name.toLowerCase()) ? removed : value(text),
        ]),
      ),
  }
}

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
  if (!isJson(body)) return []
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

function personalPatterns({ name, value }: { name: string; value: string }): (RegExp | null)[] {
  if (name === 'ssn' && /^\d{9}$/.test(value)) {
    const masked = '[\\dxX*#\\u2022]'
    const last = value.slice(5)
    return [
      valuePattern(value),
      new RegExp(`${masked}{3}[- ]?${masked}{2}[- ]?${last}(?!\\d)`, 'g'),
    ]
  }
  const date = /^(\d{4})(\d{2})(\d{2})$/.exec(value)
  if (name === 'dob' && date) {
    const [, year = '', month = '', day = ''] = date
    const gap = '[-/. ]?'
    return [
      new RegExp(year + gap + month + gap + day, 'g'),
      new RegExp(month + gap + day + gap + year, 'g'),
    ]
  }
  return [valuePattern(value)]
}

/** A secret as it stands, and as forms and JSON texts write it. */
function secretForms(secret: string): string[] {
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ]
  return [...new Set(forms)]
}

/** A short value must stand alone, or it would be found inside dates and amounts; one or two characters never do. */
function valuePattern(value: string): RegExp | null {
  if (value.length < 3) return null
  const literal = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  if (value.length >= 6) return new RegExp(literal, 'gi')
  return new RegExp(String.raw`(?<![\w/-]|\d\.)${literal}(?![\w/-]|\.\d)`, 'gi')
}
