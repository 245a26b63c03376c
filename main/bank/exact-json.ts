/**
 * JSON in which numbers keep their digits. An amount of the bank is read and written as the text that it
 * is: no double stands in between (design, Data and money; trap 53).
 */

// Both are in Node 24 and in the V8 of Electron 45; TypeScript's libraries do not know them yet.
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

/** What cannot be read as JSON, and why. */
export type JsonProblem = 'not-json' | 'too-deep'

/** Far above any answer of the document, far below what a call stack holds. */
export const deepestNesting = 100

/**
 * The digits of a number. An engine that does not hand them out would round amounts in silence; V8 13.6
 * hands none out under a name that it misread, which takes a name that ends in a backslash.
 */
function digitsOf(source: string | undefined): string {
  if (source === undefined) throw new TypeError('JSON.parse: no digits of a number')
  return source
}
// Asked at start-up, so that no answer of the bank is the first to find out.
JSON.parse('0', (_name, value, { source }) => [value, digitsOf(source)])

/** Reads a text; numbers come out as JsonNumber. Never throws. */
export function parseExact(
  text: string,
): { readonly json: unknown } | { readonly problem: JsonProblem } {
  if (nesting(text) > deepestNesting) return { problem: 'too-deep' }
  try {
    const json = JSON.parse(text, (_name, value, { source }) =>
      typeof value === 'number' ? new JsonNumber(digitsOf(source)) : value,
    )
    return { json }
  } catch {
    return { problem: 'not-json' }
  }
}

/** How deep brackets open, strings aside. */
function nesting(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (inString && character === '\\') at += 1
    else if (character === '"') inString = !inString
    else if (inString) continue
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** A number as it is to stand in a body, digit by digit. Throws SyntaxError for what is no JSON number. */
export function jsonNumber(digits: string): unknown {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(digits)) throw new SyntaxError(`${digits}: not a number`)
  return JSON.rawJSON(digits)
}
