/**
 * Node gives one attribute a line in the certificate's order, escaped; RFC 4514 turns that order round
 * (2.1), so that the common name comes first. Invisible characters could reorder the line on screen.
 */
export function nameInOneLine(lines: string | undefined): string {
  return (lines ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .toReversed()
    .join(', ')
    .replaceAll(/\p{C}/gu, '\uFFFD')
}
