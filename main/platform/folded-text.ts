/**
 * Text without case and accents, split into words, with the position of each word in the original.
 */

/**
 * Returns a name's key for each reading of its apostrophes: names that share a key are the same. A
 * name without words has none.
 */
export const nameKeys = (name: string): readonly string[] =>
  apostropheReadings.flatMap((reading) => {
    const words = wordsOf(name, reading).map(({ text }) => text)
    return words.length === 0 ? [] : [`${reading} ${words.join(' ')}`]
  })

/**
 * Returns whether two names have the same words in the same order, without regard to case, accents
 * and signs in between.
 */
export function isSameName(one: string, other: string): boolean {
  const keys = new Set(nameKeys(one))
  return nameKeys(other).some((key) => keys.has(key))
}

/** Letters that Unicode does not decompose, as a bank's system writes them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

function plain(char: string): string {
  if (char < '\u0080') return char.toLowerCase()
  const bare = char.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return Array.from(bare, (letter) => plainLetters[letter] ?? letter).join('')
}

const apostrophe = /['\u2019\u02bc`]/

/**
 * Readings of an apostrophe: as a gap between two words, or as nothing. Each finds names that the
 * other misses.
 */
export const apostropheReadings = ['gap', 'nothing'] as const
export type ApostropheReading = (typeof apostropheReadings)[number]

/** A run of letters or of digits; `start` and `end` are positions in the original text. */
export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Returns the words of a text in order. A combining mark belongs to the letter before it. */
export function wordsOf(original: string, reading: ApostropheReading): Word[] {
  let text = ''
  let at = 0
  const places: number[] = []
  for (const char of original) {
    const folded = reading === 'nothing' && apostrophe.test(char) ? '' : plain(char)
    places.push(...Array<number>(folded.length).fill(at))
    text += folded
    at += char.length
  }
  places.push(at)
  return [...text.matchAll(/\p{L}+|\p{N}+/gu)].map((match) => ({
    text: match[0],
    start: places[match.index] ?? at,
    end: places[match.index + match[0].length] ?? at,
  }))
}
