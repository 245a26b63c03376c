/**
 * JSON in which numbers keep their digits. An amount of the bank is read and written as its
 * original text, never as a double (bank note 53).
 */
import { deepestNesting } from '../../../preload/contract/kernel/json.ts'

// Available in Node 24 and in the V8 of Electron 45; TypeScript's libraries do not have them yet.
declare global {
  interface JSON {
    rawJSON(text: string): unknown
    parse(
      text: string,
      reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown
  }
}

/** A number of a JSON text, by its digits. Written into a body again, it has the same digits. */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.text)
  }
}

/** Why a text cannot be read as JSON. */
export type JsonProblem = 'not-json' | 'too-deep'

/**
 * Returns the digits of a number. Throws without them, because an engine that does not provide them
 * would round amounts without notice; V8 13.6 provides none under a name that it misreads, one that
 * ends in a backslash.
 */
function digitsOf(source: string | undefined): string {
  if (source === undefined) throw new TypeError('JSON.parse: no digits of a number')
  return source
}
// Checked at start-up, so that the problem does not first show in an answer of the bank.
JSON.parse('0', (_name, value, { source }) => [value, digitsOf(source)])

/** Reads a text; numbers become JsonNumber. Never throws. */
export function parseExact(
  text: string,
): { readonly json: unknown } | { readonly problem: JsonProblem } {
  const found = scan(text)
  if ('problem' in found) return found
  try {
    if (found.hasEscapedName) return { json: parseByEngine(text) }
    if (found.digits.length === 0) return { json: JSON.parse(text) as unknown }
    return { json: withDigits(JSON.parse(found.numbered), found.digits) }
  } catch {
    return { problem: 'not-json' }
  }
}

/** Much slower, but detects a misread name: used if a name is written with an escape. */
const parseByEngine = (text: string): unknown =>
  JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' ? new JsonNumber(digitsOf(source)) : value,
  )

/** Result of one pass over a text. */
interface Scanned {
  /** The text with each number replaced by its index in `digits`. */
  readonly numbered: string
  readonly digits: readonly string[]
  readonly hasEscapedName: boolean
}

/**
 * A complete number by JSON's grammar; with more characters directly after it, the text is not
 * JSON.
 */
const wholeNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![-+.\deE])/y

/** The characters that start the parts of a text. */
const [quote, backslash, colon, minus, zero, nine] = [0x22, 0x5c, 0x3a, 0x2d, 0x30, 0x39]
const [listOpens, listCloses, objectOpens, objectCloses] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Extracts the numbers of a text and counts the depth of its brackets, outside strings. */
function scan(text: string): Scanned | { readonly problem: JsonProblem } {
  const digits: string[] = []
  let numbered = ''
  let copiedTo = 0
  let depth = 0
  let isEscaped = false
  let hasEscapedName = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === quote) {
      isEscaped = false
      for (at += 1; at < text.length && text.charCodeAt(at) !== quote; at += 1) {
        if (text.charCodeAt(at) !== backslash) continue
        isEscaped = true
        at += 1
      }
    } else if (letter === colon) hasEscapedName ||= isEscaped
    else if (letter === listOpens || letter === objectOpens) {
      depth += 1
      if (depth > deepestNesting) return { problem: 'too-deep' }
    } else if (letter === listCloses || letter === objectCloses) depth -= 1
    else if (letter === minus || (letter >= zero && letter <= nine)) {
      wholeNumber.lastIndex = at
      const [number] = wholeNumber.exec(text) ?? []
      if (number === undefined) return { problem: 'not-json' }
      numbered += text.slice(copiedTo, at) + String(digits.length)
      digits.push(number)
      copiedTo = at + number.length
      at = copiedTo - 1
    }
  }
  return { numbered: numbered + text.slice(copiedTo), digits, hasEscapedName }
}

/** Replaces the indexes with the numbers, in the parsed value itself. */
function withDigits(value: unknown, digits: readonly string[]): unknown {
  if (typeof value === 'number') return new JsonNumber(digitsOf(digits[value]))
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) {
      if (typeof inner === 'number' || typeof inner === 'object')
        value[index] = withDigits(inner, digits)
    }
  } else if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>
    for (const name of Object.keys(object)) {
      const inner = object[name]
      if (typeof inner !== 'number' && typeof inner !== 'object') continue
      const exact = withDigits(inner, digits)
      if (exact === inner) continue
      // An assignment would change the prototype and not the member of that name.
      if (name === '__proto__') Object.defineProperty(object, name, { value: exact })
      else object[name] = exact
    }
  }
  return value
}

/**
 * Returns a number for a body, with exactly these digits. Throws SyntaxError if they are not a JSON
 * number.
 */
export function jsonNumber(digits: string): unknown {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(digits)) throw new SyntaxError(`${digits}: not a number`)
  return JSON.rawJSON(digits)
}
