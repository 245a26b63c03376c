/** Text as it is sorted and searched: without case and accents, so that É stands beside E and not behind Z. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
