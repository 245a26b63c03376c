/** Names entries of a batch for people by their places in it. */

const mostNamed = 5

/**
 * Lists the first places in the given order: `rows 1, 5 and 9`, `rows 1, 2, 3, 4, 5 and 12 more`.
 * Places count from 1.
 */
export function rowsText(numbers: readonly number[]): string {
  const more = numbers.length - mostNamed
  const first = numbers.slice(0, mostNamed).map(String)
  const last = more > 0 ? `${more.toLocaleString('en-US')} more` : first.pop()
  const said = first.length === 0 ? (last ?? '') : `${first.join(', ')} and ${last ?? ''}`
  return `${numbers.length === 1 ? 'row' : 'rows'} ${said}`
}
