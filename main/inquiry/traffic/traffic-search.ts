/** What an operator types, as questions to the store. Every text is a search; none is a query language. */

/** The words of one search; a call is found when all of them are in it. */
export interface TrafficSearch {
  /** For MATCH of the full-text index; null when no word is long enough for it. */
  readonly match: string | null
  /** Words too short for the index, in lower case. */
  readonly short: readonly string[]
}

/** The index knows three letters at a time. */
const shortest = 3
/** A mark is no letter of its own to the index. */
const letters = (word: string): number => Array.from(word.replace(/\p{M}/gu, '')).length
/** Quoted, a word is nothing but itself: no operator, no column, no wildcard. */
const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`

/** Reads a search. What a database would end a text at is a blank. */
export function readSearch(typed: string): TrafficSearch {
  const words = typed
    .toWellFormed()
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  const long = words.filter((word) => letters(word) >= shortest)
  return {
    match: long.length === 0 ? null : long.map(quoted).join(' AND '),
    short: words.filter((word) => letters(word) < shortest).map((word) => word.toLowerCase()),
  }
}
