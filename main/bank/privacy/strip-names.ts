/** Removes the names stored on this computer from a text; there may be many thousands of them. */

/** The replacement for a name. */
export const strippedName = '[name]'

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
