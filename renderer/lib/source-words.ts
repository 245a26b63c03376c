/** Where a rule stands, as an operator reads it. */

/** The bank's documents by their number. Rows that an earlier version kept may name traps, which tell an operator nothing. */
export const sourceWords = (source: string): string =>
  source
    .replaceAll(/\b(\d)-[a-z-]+\.md/g, 'bank document $1')
    .replaceAll(/\s*\(traps? [^)]*\)/g, '')
    .replaceAll(/[;,]\s*traps? \d+(?:(?:,| and| to) \d+)*/g, '')
    .trim()

/** A source in few words; the bank's documents by their number. */
export const shortSource = (source: string): string =>
  /^[123]-/.test(source) ? `bank, document ${source.charAt(0)}` : sourceWords(source)
