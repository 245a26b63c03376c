/** Similarity of two texts without case, spacing and punctuation (bank document 2). */

/** The result of a comparison, and its share of a full match: 0 to 1. */
export interface Similarity {
  readonly kind: 'same' | 'near' | 'different'
  readonly worth: number
}

export const same: Similarity = { kind: 'same', worth: 1 }
export const different: Similarity = { kind: 'different', worth: 0 }
export const near = (worth: number): Similarity => ({ kind: 'near', worth })

/** The lowest similarity that counts as near. */
const nearFrom = 0.7
/** Shorter texts must be equal: one letter of "Ann" is too large a part of it. */
const longEnoughToBeClose = 6

/** Returns letters and digits in lower case, accents folded, and drops everything else. */
export const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** Returns the words of a text, each reduced by `bare`. */
export const words = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{M}\p{N}'’.]+/u)
    .map(bare)
    .filter((word) => word !== '')

/** Returns the edit distance: the fewest letters to insert, delete, replace or swap. */
export function distance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const changed = one[row - 1] === other[column - 1] ? 0 : 1
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + changed,
      )
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (row > 1 && column > 1 && swapped)
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1)
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}

/**
 * Compares two bare texts. Equal texts, or long texts one letter apart with the same digits, are
 * close (the document's Y covers either); 70 percent similar is near.
 */
export function similarity(sent: string, known: string): Similarity {
  if (sent === known) return same
  const apart = distance(sent, known)
  const longest = Math.max(sent.length, known.length)
  const sameDigits = digitsOf(sent) === digitsOf(known)
  if (apart === 1 && longest >= longEnoughToBeClose && sameDigits) return same
  const closeness = 1 - apart / longest
  return closeness >= nearFrom ? near(closeness) : different
}
