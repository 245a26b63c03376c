/**
 * The one place that removes secrets and personal numbers from records (bank note 39). Credentials
 * and tokens are removed at every place. An owner's SSN, tax id, date of birth and id number are
 * removed by name (sensitive-fields.ts), and by value if the bank repeats them under another name.
 * Everything else stays byte for byte: the rest of a JSON text is the same JSON text. A text that
 * cannot be searched safely is left out completely, and the record says so.
 */
import { withoutNumbers } from '../../platform/log/log-entry.ts'
import { isJson, rewriteJson, type JsonScalar } from '../../../preload/contract/kernel/json.ts'
import {
  spellingsOfPersonal,
  removed,
  spellingsOfSecret,
  withoutSecrets,
  type KnownSecret,
} from './known-secrets.ts'
import { stripNames } from './strip-names.ts'
import {
  ownerNames,
  sensitiveFields,
  sensitiveOnTokenCall,
  type SensitiveFields,
} from './sensitive-fields.ts'

export { removed } from './known-secrets.ts'

/** The replacement for a body that could not be searched safely. */
export const leftOut = '[not kept: what must not be kept could not be told from the rest]'

const unkeptHeaders = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'www-authenticate',
])

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
export interface Confidential {
  /** Credentials and tokens in force. */
  readonly secrets: readonly string[]
  /** The request body: its owner's numbers are also removed from the answer by value. */
  readonly requestBody?: string | undefined
  readonly tokenCall?: boolean
}

/** The redactor of one call. A text without anything to remove costs one search. */
export function redactorFor({ secrets, requestBody, tokenCall = false }: Confidential): Redactor {
  const names = tokenCall ? sensitiveOnTokenCall : sensitiveFields
  const personal = requestBody === undefined ? [] : personalValues(requestBody)
  const marks = [
    ...[...new Set(secrets)].flatMap(spellingsOfSecret),
    ...(personal ?? []).flatMap(spellingsOfPersonal),
  ]
  const value = (text: string) => withoutSecrets(text, marks)
  const removing: Removing = { names, value, mayHold: (text) => mayHold(text, names, marks) }
  return {
    text: (text) => redactText(text, removing),
    answer: (text) => (personal === null ? leftOut : redactAnswer(text, removing, tokenCall)),
    bytes: (bytes) => {
      if (personal === null || tokenCall) return null
      const kept = redactText(bytes.toString('latin1'), { ...removing, isBytes: true })
      return kept === leftOut ? null : Buffer.from(kept, 'latin1')
    },
    headers: (headers) => redactHeaders(headers, value),
  }
}

/**
 * Grouped numbers as people write them: 123-45-6789, 4111 1111 1111, 021.000.021, 1,234,567,890;
 * with dashes, dots and blanks of any kind. No date, instant or version has this form, and an IP
 * address is recognized (`isAddress`).
 */
const grouped = groupedNumbers()
function groupedNumbers(): RegExp {
  const mark = String.raw`[-. \u00a0\u2007\u2009\u202f\u2010-\u2015\u2212]`
  const groups = (...lengths: number[]): string =>
    lengths.map((length) => String.raw`\p{Nd}{${String(length)}}`).join(mark)
  const shapes = [
    // IP addresses first, so that none of their groups is matched alone; not if the last group
    // begins a number.
    String.raw`\p{Nd}{1,3}(?:\.\p{Nd}{1,3}){3}(?!${mark}(?:${groups(2, 4)}|${groups(3, 3)}))`,
    groups(3, 2, 4),
    `${groups(4)}(?:${mark}${groups(4)})+`,
    `${groups(3, 3)}(?:${mark}${groups(3)})+`,
    String.raw`\p{Nd}{1,3}(?:,\p{Nd}{3}){3,}`,
  ]
  return new RegExp(String.raw`(?<![\p{Nd}-])(?:${shapes.join('|')})(?![\p{Nd}-])`, 'gu')
}
const isAddress = (text: string): boolean =>
  /^\d+(?:\.\d+){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255)

/**
 * The redactor of texts that leave the computer, such as a diagnostics bundle: no secret, no number
 * that may be an account's or a person's, and none of the names stored on this computer, in any of
 * their spellings.
 */
export function redactorForAway({
  secrets,
  names,
}: Pick<Confidential, 'secrets'> & { readonly names: readonly string[] }): (
  text: string,
) => string {
  const redactor = redactorFor({ secrets })
  const unnamed = stripNames(names)
  const ungrouped = (text: string): string =>
    text.replace(grouped, (one) => (isAddress(one) ? one : '[number]'))
  return (text) => withoutNumbers(ungrouped(unnamed(redactor.text(text))))
}

/** The values that are removed from the texts of one call. */
interface Removing {
  readonly names: SensitiveFields
  /** Removes by value. */
  readonly value: (text: string) => string
  readonly mayHold: (text: string) => boolean
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
  const isTold = !tokenCall || text.trim() === '' || isJson(text) || isPageWithoutToken(text)
  return isTold ? redactText(text, removing) : leftOut
}

const isPageWithoutToken = (text: string): boolean =>
  /^\s*<(!doctype html|html)/i.test(text) && !/token|[\\&]/i.test(text)

/**
 * Redacts text that is not JSON. An escaped name or value cannot be cut out of the text as it is.
 */
function redactPlain(text: string, { names, value }: Removing): string {
  const cleaned = (each: string): string => value(names.removedFrom(each))
  const kept = cleaned(text)
  if (!kept.includes('\\')) return kept
  const read = unescaped(kept)
  return cleaned(read) === read ? kept : leftOut
}

/** Whether a text may contain anything to remove, escaped or not; false is certain. */
function mayHold(
  text: string,
  names: SensitiveFields,
  marks: readonly KnownSecret[] = [],
): boolean {
  const spellings = text.includes('\\') ? [text, unescaped(text)] : [text]
  return spellings.some((spelling) => {
    if (names.mayStandIn(spelling)) return true
    const lower = spelling.toLowerCase()
    return marks.some((mark) => mark.mayStandIn(lower))
  })
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** A JSON text with every escape decoded, so that the content of its strings can be searched. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u([\da-fA-F]{4})|(.))/g, (_all, code: string | undefined, letter: string) =>
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

/**
 * Rewrites the values of a JSON text; values that are not removed keep their spelling and spacing.
 */
function redactJson(text: string, { names, value }: Removing): string {
  const unkeptPaths = new WeakMap<readonly string[], boolean>()
  const isUnkept = (path: readonly string[]): boolean => {
    const known = unkeptPaths.get(path)
    if (known !== undefined) return known
    const unkept = path.some((name) => names.has(name))
    unkeptPaths.set(path, unkept)
    return unkept
  }
  return rewriteJson(text, (scalar) => {
    if (!scalar.isName && isUnkept(scalar.path)) return unkeptScalar(scalar.token)
    const isText = !scalar.isName && scalar.token.startsWith('"')
    return keptScalar(scalar, isText ? (each) => value(names.removedFrom(each)) : value)
  })
}

/** A blank or null value shows that nothing was sent, and stays. */
const unkeptScalar = (token: string): string =>
  token === 'null' || token === '""' ? token : JSON.stringify(removed)

function keptScalar({ token, text }: JsonScalar, value: (text: string) => string): string {
  const kept = value(text)
  return kept === text ? token : JSON.stringify(kept)
}

/** The owner's numbers in a request body, by name; null when it holds some and cannot be read. */
function personalValues(body: string): { name: string; value: string }[] | null {
  if (!mayHold(body, ownerNames)) return []
  if (!isJson(body)) return null
  const found: { name: string; value: string }[] = []
  rewriteJson(body, ({ token, text, isName, path }) => {
    const isTelling = !isName && !['null', 'true', 'false', '""'].includes(token)
    const name = isTelling && path.findLast((each) => ownerNames.has(each))
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
