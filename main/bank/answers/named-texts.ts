/**
 * Every text of an answer with the names around it, including JSON inside a string: a rejection may
 * mention the payment at any place (bank notes 15 and 18). An answer with another name
 * than those in the request is about something else, and an id that is none of them was assigned by
 * the bank.
 */
import { parseExact } from '../../platform/json/exact-json.ts'
import { scalarText } from './read-shape.ts'

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
  readonly isFreeText: boolean
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
    yield { text, names, isFreeText: typeof value === 'string' }
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
  return body.trim() === '' ? [] : [{ text: body, names: null, isFreeText: true }]
}

/** Returns whether the text's own name, or a name around it, matches. */
export function isUnder({ names }: NamedText, name: RegExp): boolean {
  for (let one = names; one !== null; one = one.around) if (name.test(one.name)) return true
  return false
}

/** The bank may change case, blanks and hyphens. */
const bare = (text: string): string => text.replaceAll(/[\s-]/g, '').toLowerCase()

/** Returns whether two writings are one name: a reference of a payment, a uuid. */
export const isSameName = (one: string, other: string): boolean => bare(one) === bare(other)

/** Returns the writings that a name of ours has here, of which the bank may have written another. */
export const writingsOf = (name: string): readonly string[] => [
  ...new Set([name.trim(), bare(name).toUpperCase(), bare(name)]),
]

/**
 * Returns whether a text is a name in the request: a reference of a payment, a uuid of a batch or
 * its entries.
 */
export function sentNames(request: string): (text: string) => boolean {
  const parsed = parseExact(request)
  const all = 'json' in parsed ? [...namedTexts(parsed.json)] : []
  const given = all
    .filter((one) => isUnder(one, /reference$|^uuid$/i))
    .map(({ text }) => bare(text))
  return (text) => given.includes(bare(text))
}

/** Returns whether a parsed answer names a payment, batch or entry that is not in the request. */
export function namesAnother(json: unknown, isSent: (text: string) => boolean): boolean {
  const isName = ({ names }: NamedText): boolean =>
    names !== null && /^(?:requestReference|uuid)$/i.test(names.name)
  return [...namedTexts(json)].some((one) => isName(one) && !isSent(one.text))
}
