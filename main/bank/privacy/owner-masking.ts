/**
 * Masks the account owner in text that the bank sent or an operator wrote: the owner's name in any
 * order, case and spelling of its accents, and the address lines and telephone numbers of the
 * request. City, state and ZIP code identify nobody and stay; SSN, date of birth and id number are
 * not stored (bank note 39).
 */
import { maskedName } from '../../../preload/contract/domain/owner-name.ts'
import { endOfString } from '../../../preload/contract/kernel/json.ts'
import {
  apostropheReadings,
  wordsOf,
  type ApostropheReading,
  type Word,
} from '../../platform/folded-text.ts'

/** The owner's name as sent, and the request as recorded. */
export interface KnownOwner {
  readonly name: string
  /** Null: no call was recorded. */
  readonly requestBody: string | null
}

/** A range of the original text. */
interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The most characters between two words of one name: a comma and a space, or the separator between
 * two fields.
 */
const widestGap = 2
const dots = '\u2022\u2022\u2022\u2022'

const follows = (one: Word | undefined, next: Word | undefined): boolean =>
  one !== undefined && next !== undefined && next.start - one.end <= widestGap

/**
 * Initials and bare numbers would match in every code: they count only beside another word of the
 * name.
 */
const standsAlone = (word: string): boolean => !/^(\p{N}+|[a-z])$/u.test(word)

/** Whether a word is a word of the name, or several of them without a gap: `margaretalder`. */
function tellsName(word: string, name: readonly string[]): boolean {
  if (!name.some((part) => standsAlone(part) && word.includes(part))) return false
  const reached = new Set([0])
  for (const from of reached) {
    for (const part of name) {
      if (word.startsWith(part, from)) reached.add(from + part.length)
    }
  }
  return reached.has(word.length)
}

/** Every place where the words follow one another. */
function inOrder(words: readonly Word[], wanted: readonly string[]): Word[][] {
  return words.flatMap(({ text }, from) => {
    if (text !== wanted[0]) return []
    const here = words.slice(from, from + wanted.length)
    const isHere = wanted.every(
      (each, index) =>
        here[index]?.text === each && (index === 0 || follows(here[index - 1], here[index])),
    )
    return isHere ? [here] : []
  })
}

/**
 * A script without capitals has no gaps between words, so a name is also searched inside a longer
 * word.
 */
function inside(words: readonly Word[], name: readonly string[]): Span[] {
  const parts = name.filter((part) => !/[\p{Ll}\p{N}]/u.test(part))
  return words.flatMap(({ text, start }) =>
    parts.flatMap((part) =>
      [...text.matchAll(new RegExp(part, 'gu'))].map(({ index }) => ({
        start: start + index,
        end: start + index + part.length,
      })),
    ),
  )
}

/** Every place that contains a word of the name. */
function placesOfName(text: string, name: string, reading: ApostropheReading): Span[] {
  const wanted = wordsOf(name, reading).map((word) => word.text)
  const words = wordsOf(text, reading)
  const longest = wanted.join('').length
  const found = new Set(wanted.length > 1 ? inOrder(words, wanted).flat() : [])
  for (const word of words) {
    if (word.text.length <= longest && tellsName(word.text, wanted)) found.add(word)
  }
  // Forwards and then backwards, because an initial may be before or after the word that makes it
  // part of the name.
  for (const order of [[...words.keys()], [...words.keys()].reverse()]) {
    for (const index of order) {
      const word = words[index]
      if (!word || !wanted.includes(word.text)) continue
      const [before, after] = [words[index - 1], words[index + 1]]
      const besideBefore = before && found.has(before) && follows(before, word)
      const besideAfter = after && found.has(after) && follows(word, after)
      if (besideBefore || besideAfter) found.add(word)
    }
  }
  return [...found, ...inside(words, wanted)]
}

/**
 * The fields of the recorded request, by the bank's own names, that identify an owner besides the
 * name.
 */
const lineFields = new Set(['addressLine1', 'addressLine2'])
const phoneFields = new Set(['homePhone', 'workPhone'])

/** The address lines and telephone numbers in a recorded request. */
function tellingValues(requestBody: string | null) {
  const lines: string[] = []
  const phones: string[] = []
  try {
    JSON.parse(requestBody ?? '{}', (name: string, value: unknown) => {
      if (typeof value !== 'string') return value
      if (lineFields.has(name)) lines.push(value)
      if (phoneFields.has(name) && /^\d{4,}$/.test(value)) phones.push(value)
      return value
    })
  } catch {
    return { lines: [], phones: [] }
  }
  return { lines, phones }
}

/** A line of a single short word, such as `B`, identifies nobody and would match everywhere. */
const least = 4

function placesOfLine(text: string, line: string): Span[] {
  const wanted = wordsOf(line, 'gap').map((word) => word.text)
  if (wanted.join('').length < least) return []
  return inOrder(wordsOf(text, 'gap'), wanted).map((found) => ({
    start: found[0]?.start ?? 0,
    end: found.at(-1)?.end ?? 0,
  }))
}

/** The digits may be grouped in any way. */
function placesOfPhone(text: string, phone: string): Span[] {
  const grouped = new RegExp(`(?<!\\d)${phone.split('').join('[ ()./-]{0,3}')}(?!\\d)`, 'g')
  return [...text.matchAll(grouped)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
}

function replaceAt(text: string, spans: readonly Span[], mask: (found: string) => string): string {
  let rest = ''
  let from = 0
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (end <= from) continue
    rest += text.slice(from, Math.max(start, from)) + mask(text.slice(Math.max(start, from), end))
    from = end
  }
  return rest + text.slice(from)
}

/** The content of a string with escapes; undefined if it has none or JSON has no such string. */
function unescaped(token: string): string | undefined {
  if (!token.includes('\\')) return undefined
  try {
    return String(JSON.parse(token))
  } catch {
    return undefined
  }
}

/**
 * Masks a text as written, and the JSON strings in it as decoded; a string without anything to mask
 * keeps its spelling.
 */
function maskStrings(text: string, mask: (text: string) => string): string {
  let inside = ''
  let copiedTo = 0
  for (let at = text.indexOf('"'), end = 0; at >= 0; at = text.indexOf('"', end)) {
    end = endOfString(text, at)
    const value = unescaped(text.slice(at, end))
    if (value === undefined) continue
    const masked = maskStrings(value, mask)
    if (masked === value) continue
    inside += text.slice(copiedTo, at) + JSON.stringify(masked)
    copiedTo = end
  }
  return mask(inside + text.slice(copiedTo))
}

/** Creates the mask of one owner; a text without the owner is returned unchanged. */
export function ownerMask({ name, requestBody }: KnownOwner): (text: string) => string {
  const { lines, phones } = tellingValues(requestBody)
  const mask = (text: string): string => {
    const telling = [
      ...lines.flatMap((line) => placesOfLine(text, line)),
      ...phones.flatMap((phone) => placesOfPhone(text, phone)),
    ]
    return apostropheReadings.reduce(
      (rest, reading) => replaceAt(rest, placesOfName(rest, name, reading), maskedName),
      replaceAt(text, telling, () => dots),
    )
  }
  return (text) => maskStrings(text, mask)
}
