/** Names entries of a batch for people by their places in it. */

const maxNamed = 5

/**
 * Lists the first places in the given order: `rows 1, 5 and 9`, `rows 1, 2, 3, 4, 5 and 12 more`.
 * Places count from 1.
 */
export function rowsText(numbers: readonly number[]): string {
  const more = numbers.length - maxNamed
  const first = numbers.slice(0, maxNamed).map(String)
  const last = more > 0 ? `${more.toLocaleString('en-US')} more` : first.pop()
  const list = first.length === 0 ? (last ?? '') : `${first.join(', ')} and ${last ?? ''}`
  return `${numbers.length === 1 ? 'row' : 'rows'} ${list}`
}
