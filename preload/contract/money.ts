/**
 * Amounts: a whole number of the currency's smallest unit in code and in the store, decimal text on
 * screen, a JSON number only in a body (design, Data and money). No amount is ever a float.
 */

declare const minorBrand: unique symbol
/** So many of the currency's smallest unit, such as cents; a whole number, never beyond what a double holds exactly. */
export type MinorUnits = number & { readonly [minorBrand]: true }

const digitsBeside2: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
      .split(' ')
      .map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
}

/** How many decimals a currency's amounts have (ISO 4217). */
export const fractionDigits = (currency: string): number =>
  digitsBeside2[currency.toUpperCase()] ?? 2

/** So many smallest units, checked. Throws RangeError for what is no whole number a double holds exactly. */
export function minorUnits(count: number): MinorUnits {
  if (!Number.isSafeInteger(count)) throw new RangeError('amount: not a whole number in range')
  return count as MinorUnits
}

/** Why a text is no amount. */
export type AmountProblem = 'not-an-amount' | 'too-many-decimals' | 'too-large'

/**
 * Reads an amount as a person types it or the bank writes it: digits, a decimal point, and thousands in
 * groups of three where they are well formed; no sign, no exponent, no other separators.
 */
export function amountFrom(
  text: string,
  currency = 'USD',
): { readonly minor: MinorUnits } | { readonly problem: AmountProblem } {
  const typed = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?$/.exec(text.trim())
  if (!typed) return { problem: 'not-an-amount' }
  const [, whole = '', fraction = ''] = typed
  const digits = fractionDigits(currency)
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > digits) return { problem: 'too-many-decimals' }
  const count = Number(whole.replaceAll(',', '') + kept.padEnd(digits, '0'))
  return Number.isSafeInteger(count) ? { minor: minorUnits(count) } : { problem: 'too-large' }
}

/** The amount as plain decimal text, such as `12500.00`: what a body carries and an import reads. */
export function amountText(minor: MinorUnits, currency = 'USD'): string {
  const digits = fractionDigits(currency)
  const sign = minor < 0 ? '-' : ''
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** The amount for a reader, such as `12,500.00`. */
export function amountForReading(minor: MinorUnits, currency = 'USD'): string {
  const [whole = '', fraction] = amountText(minor, currency).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
