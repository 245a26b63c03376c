/** Takes the names that this computer knows out of a text; there may be many thousands of them. */

/** What stands in the place of a name. */
export const nameLeftOut = '[name]'

const word = /[\p{L}\p{N}]+/gu
const wordsOf = (text: string): string[] => text.toLowerCase().match(word) ?? []

/**
 * The same text without any of these names, whatever their case and whatever stands between their words. Each word of a
 * text is looked up among the first words of the names, so that their number costs nothing.
 */
export function withoutNames(names: readonly string[]): (text: string) => string {
  const byFirst = new Map<string, string[][]>()
  for (const name of new Set(names)) {
    const words = wordsOf(name)
    const [first] = words
    if (first === undefined) continue
    const known = byFirst.get(first)
    if (known) known.push(words)
    else byFirst.set(first, [words])
  }
  return (text) => {
    const found = [...text.matchAll(word)].map(({ index, 0: each }) => ({
      ...{ word: each.toLowerCase(), from: index, until: index + each.length },
    }))
    const isHere = (words: readonly string[], at: number): boolean =>
      words.every((one, offset) => found[at + offset]?.word === one)
    let rest = ''
    let taken = 0
    for (let at = 0; at < found.length; at += 1) {
      const here = (byFirst.get(found[at]?.word ?? '') ?? []).filter((words) => isHere(words, at))
      if (here.length === 0) continue
      const last = at + Math.max(...here.map(({ length }) => length)) - 1
      rest += `${text.slice(taken, found[at]?.from)}${nameLeftOut}`
      taken = found[last]?.until ?? text.length
      at = last
    }
    return rest + text.slice(taken)
  }
}
