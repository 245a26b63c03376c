/**
 * Redacts texts that leave this computer, such as a diagnostics bundle: beside what is never stored,
 * they lose every number that may be an account's or a person's, and the names stored here, of which
 * there may be many thousands.
 */
import { withoutNumbers } from '../../platform/log/log-entry.ts'
import { redactorFor, type Confidential } from './redact.ts'

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

/** The replacement for a name. */
const strippedName = '[name]'

const word = /[\p{L}\p{N}\p{M}]+/gu
/** One spelling for all: accents composed or not, letters of full width or not. */
const asOne = (text: string): string => text.normalize('NFKC').toLowerCase()
const wordsOf = (text: string): string[] => asOne(text).match(word) ?? []

/**
 * Blanks in the notation of addresses, JSON and pages; each becomes as many blanks, so that
 * positions stay the same.
 */
const coded = /%20|%c2%a0|\\u00[2a]0|&nbsp;|&#(?:160|xa0|32|x20);/gi
const uncoded = (text: string): string => text.replace(coded, (one) => ' '.repeat(one.length))

/** A name of several words is also written with its last word first: "Ruiz, Ana". */
const spellingsOf = (words: readonly string[]): readonly (readonly string[])[] =>
  words.length < 2 ? [words] : [words, [...words.slice(-1), ...words.slice(0, -1)]]

/**
 * The text without any of these names, in any case, either word order and with any separators
 * between their words. Each word of a text is looked up among the first words of the names, so that
 * the number of names costs nothing.
 */
export function stripNames(names: readonly string[]): (text: string) => string {
  const byFirst = new Map<string, (readonly string[])[]>()
  for (const words of [...new Set(names)].flatMap((name) => spellingsOf(wordsOf(name)))) {
    const [first] = words
    if (first === undefined) continue
    const known = byFirst.get(first)
    if (known) known.push(words)
    else byFirst.set(first, [words])
  }
  return (text) => {
    const found = [...uncoded(text).matchAll(word)].map(({ index, 0: each }) => ({
      word: asOne(each),
      from: index,
      until: index + each.length,
    }))
    const isHere = (words: readonly string[], at: number): boolean =>
      words.every((one, offset) => found[at + offset]?.word === one)
    let rest = ''
    let taken = 0
    for (let at = 0; at < found.length; at += 1) {
      const here = (byFirst.get(found[at]?.word ?? '') ?? []).filter((words) => isHere(words, at))
      if (here.length === 0) continue
      const last = at + Math.max(...here.map(({ length }) => length)) - 1
      rest += `${text.slice(taken, found[at]?.from)}${strippedName}`
      taken = found[last]?.until ?? text.length
      at = last
    }
    return rest + text.slice(taken)
  }
}
