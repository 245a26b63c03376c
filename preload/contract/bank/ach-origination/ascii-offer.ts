/**
 * Replacements for texts in fields that carry only ASCII. Offered to a person, never applied
 * automatically.
 */

const written: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '\u00df': 'ss',
    '\u1e9e': 'SS',
    '\u00e6': 'ae',
    '\u00c6': 'AE',
    '\u0153': 'oe',
    '\u0152': 'OE',
    '\u00f8': 'o',
    '\u00d8': 'O',
    '\u0142': 'l',
    '\u0141': 'L',
    '\u0111': 'd',
    '\u0110': 'D',
    '\u00f0': 'd',
    '\u00d0': 'D',
    '\u00fe': 'th',
    '\u00de': 'Th',
    '\u0131': 'i',
    '\u2018': "'",
    '\u2019': "'",
    '\u201a': "'",
    '\u2032': "'",
    '\u201c': '"',
    '\u201d': '"',
    '\u201e': '"',
    '\u2010': '-',
    '\u2011': '-',
    '\u2012': '-',
    '\u2013': '-',
    '\u2014': '-',
    '\u2212': '-',
    '\t': ' ',
    '\n': ' ',
    '\r': ' ',
  }),
)

/**
 * Returns the text in printable ASCII, without diacritics and with signs replaced; null if it is
 * ASCII already, or has no replacement.
 */
export function asciiOffer(text: string): string | null {
  if (/^[ -~]*$/.test(text)) return null
  const offer = text
    .replace(/\r\n/g, '\n')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]/gu, (sign) => written.get(sign) ?? sign)
  return /^ *[!-~][ -~]*$/.test(offer) ? offer : null
}
