/**
 * Every text of an answer with the names that it stands under, JSON written inside a string included: what
 * the bank says of a payment may stand anywhere in a refusal (traps 15 and 18).
 */
import { parseExact } from '../../platform/json/exact-json.ts'
import { scalarText } from '../answers/read-shape.ts'

/** The name of a member and the names around it. */
interface Names {
  readonly name: string
  readonly around: Names | null
}

/** One text of an answer and where it stands. */
export interface NamedText {
  readonly text: string
  readonly names: Names | null
  /** Whether it is a string, or a body that is no JSON, in which words may stand. */
  readonly isWords: boolean
}

/** How many times JSON inside a string is opened; what is deeper is searched as words. */
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

/** Every text of a body; one that is no JSON is a single one. */
export function textsOf(body: string): NamedText[] {
  const parsed = parseExact(body)
  if ('json' in parsed) return [...namedTexts(parsed.json)]
  return body.trim() === '' ? [] : [{ text: body, names: null, isWords: true }]
}

/** Whether a text stands under a name, be it its own or one around it. */
export function isUnder({ names }: NamedText, name: RegExp): boolean {
  for (let one = names; one !== null; one = one.around) if (name.test(one.name)) return true
  return false
}
