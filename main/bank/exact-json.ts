/**
 * JSON in which numbers keep their digits. An amount of the bank is read and written as the text that it
 * is: no double stands in between (design, Data and money; trap 53).
 */

/** A number of a JSON text, by its digits. */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What cannot be read as JSON, and why. */
export type JsonProblem = 'not-json' | 'too-deep'

/** Far above any answer of the document, far below what a call stack holds. */
export const deepestNesting = 100

interface SourceContext {
  readonly source?: string
}
type ParseWithSource = (
  text: string,
  reviver: (name: string, value: unknown, context: SourceContext) => unknown,
) => unknown
const parseWithSource = JSON.parse as ParseWithSource

/** Reads a text; numbers come out as JsonNumber. Never throws. */
export function parseExact(
  text: string,
): { readonly json: unknown } | { readonly problem: JsonProblem } {
  if (nesting(text) > deepestNesting) return { problem: 'too-deep' }
  try {
    const json = parseWithSource(text, (_name, value, { source }) =>
      typeof value === 'number' ? new JsonNumber(source ?? String(value)) : value,
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

type RawJson = (text: string) => unknown
const { rawJSON } = JSON as unknown as { readonly rawJSON: RawJson }

/** A number as it is to stand in a body, digit by digit. Throws SyntaxError for what is no JSON number. */
export function jsonNumber(digits: string): unknown {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(digits)) throw new SyntaxError(`${digits}: not a number`)
  return rawJSON(digits)
}
