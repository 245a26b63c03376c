/**
 * Returns a name on one line. Node prints one escaped attribute a line in the certificate's order;
 * RFC 4514 (2.1) reverses that order, so the common name comes first. Invisible characters are
 * replaced because they could reorder the line on screen.
 */
export function nameInOneLine(lines: string | undefined): string {
  return (lines ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .toReversed()
    .join(', ')
    .replaceAll(/\p{C}/gu, '\uFFFD')
}
