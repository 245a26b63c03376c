/**
 * Every text of an answer with the names around it, including JSON inside a string: a rejection may
 * mention the payment at any place (bank notes 15 and 18).
 */
import { parseExact } from '../../platform/json/exact-json.ts'
import { scalarText } from '../answers/read-shape.ts'

/** The name of a member and the names around it. */
interface Names {
  readonly name: string
  readonly around: Names | null
}

/** One text of an answer and its place. */
export interface NamedText {
  readonly text: string
  readonly names: Names | null
  /** Whether it is a string, or a body that is not JSON, and so may contain free text. */
  readonly isWords: boolean
}

/** How many levels of JSON inside a string are parsed; deeper levels are searched as free text. */
const mostOpened = 4
const looksLikeJson = /^\s*[[{"]/

/** Every scalar of a parsed body. */
export function* namedTexts(
  value: unknown,
  names: Names | null = null,
  opened = 0,
): Generator<NamedText> {
  const text = scalarText(value)
  if (text !== null) {
    yield { text, names, isWords: typeof value === 'string' }
    if (typeof value !== 'string' || opened === mostOpened || !looksLikeJson.test(value)) return
    const inside = parseExact(value)
    if ('json' in inside) yield* namedTexts(inside.json, names, opened + 1)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const isList = Array.isArray(value)
  for (const [name, inner] of Object.entries(value)) {
    yield* namedTexts(inner, isList ? names : { name, around: names }, opened)
  }
}

/** Every text of a body; a body that is not JSON is a single text. */
export function textsOf(body: string): NamedText[] {
  const parsed = parseExact(body)
  if ('json' in parsed) return [...namedTexts(parsed.json)]
  return body.trim() === '' ? [] : [{ text: body, names: null, isWords: true }]
}

/** Whether the text's own name, or a name around it, matches. */
export function isUnder({ names }: NamedText, name: RegExp): boolean {
  for (let one = names; one !== null; one = one.around) if (name.test(one.name)) return true
  return false
}
