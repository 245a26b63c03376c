/**
 * Amounts are whole numbers of the currency's smallest unit in code and store, decimal text on
 * screen, and JSON numbers only in request bodies. No amount is ever a float.
 */

declare const minorBrand: unique symbol
/**
 * Count of the currency's smallest unit, such as cents; a whole number within the exact range of a
 * double.
 */
export type MinorUnits = number & { readonly [minorBrand]: true }

const digitsBeside2: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ['CLF', 4],
  ['UYW', 4],
])

/** Returns the number of decimals of a currency (ISO 4217). */
export const fractionDigits = (currency: string): number =>
  digitsBeside2.get(currency.toUpperCase()) ?? 2

/**
 * Returns the checked count of smallest units. Throws RangeError for a number that is not whole or
 * not exact as a double.
 */
export function minorUnits(count: number): MinorUnits {
  if (!Number.isSafeInteger(count)) throw new RangeError('amount: not a whole number in range')
  // Minus zero becomes zero: the two look the same but compare differently.
  return (count === 0 ? 0 : count) as MinorUnits
}

/** Reasons why a text is not an amount. */
export type AmountProblem = 'not-an-amount' | 'too-many-decimals' | 'too-large'

/** A parsed amount, or the reason why parsing failed. */
export type AmountRead = { readonly minor: MinorUnits } | { readonly problem: AmountProblem }

const counted = (digits: string): AmountRead => {
  const count = Number(digits)
  return Number.isSafeInteger(count) ? { minor: minorUnits(count) } : { problem: 'too-large' }
}

/**
 * Parses an amount as typed: digits, a decimal point, and well-formed groups of three; no sign, no
 * exponent, no other separators. Refuses texts that another country's format would read as another
 * amount: `1.000` and `12.500` with two decimals, `0,123`, `1,5`.
 */
export function amountFrom(text: string, currency = 'USD'): AmountRead {
  const typed = /^([1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(text.trim())
  if (!typed) return { problem: 'not-an-amount' }
  const [, whole = '', fraction = ''] = typed
  const digits = fractionDigits(currency)
  if (fraction.length > digits) return { problem: 'too-many-decimals' }
  return counted(whole.replaceAll(',', '') + fraction.padEnd(digits, '0'))
}

/**
 * Parses an amount from an answer of the bank, number or text. Also accepts a minus, an exponent
 * (allowed in JSON, and written by common servers from ten million on) and zeros below the smallest
 * unit. An amount that is not a whole number of the smallest unit is too-many-decimals.
 */
export function amountFromAnswer(text: string, currency = 'USD'): AmountRead {
  const written = /^(-?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(
    text.trim(),
  )
  const [, sign = '', grouped = '', fraction = '', exponent = '0'] = written ?? []
  const whole = grouped.replaceAll(',', '')
  if (whole + fraction === '') return { problem: 'not-an-amount' }
  const length = whole.length + Number(exponent) + fractionDigits(currency)
  const units = length < 0 ? '' : (whole + fraction).slice(0, length).padEnd(length, '0')
  const rest = (whole + fraction).slice(Math.max(length, 0))
  return /[1-9]/.test(rest) ? { problem: 'too-many-decimals' } : counted(sign + (units || '0'))
}

/** Returns the exact sum; too-large if it exceeds the exact range of a double. */
export function totalOf(
  amounts: Iterable<MinorUnits>,
): { readonly minor: MinorUnits } | { readonly problem: 'too-large' } {
  let total = 0n
  for (const amount of amounts) total += BigInt(amount)
  const count = Number(total)
  return Number.isSafeInteger(count) ? { minor: minorUnits(count) } : { problem: 'too-large' }
}

/** Returns the amount as plain decimal text, such as `12500.00`, for request bodies and imports. */
export function amountText(minor: MinorUnits, currency = 'USD'): string {
  const digits = fractionDigits(currency)
  const sign = minor < 0 ? '-' : ''
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Returns whole digits of any number, signed or not, in groups such as `-12,500`. */
export function withThousands(whole: string): string {
  const first = whole.length % 3 || 3
  const groups = whole.slice(first).match(/.{3}/g) ?? []
  return [whole.slice(0, first), ...groups].join(',').replace('-,', '-')
}

/** Returns the amount for display, such as `12,500.00`. */
export function amountForReading(minor: MinorUnits, currency = 'USD'): string {
  const [whole = '', fraction] = amountText(minor, currency).split('.')
  const grouped = withThousands(whole)
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** Returns a plain decimal amount with thousands separators; any other text unchanged. */
export function amountAsWritten(text: string): string {
  const plain = /^(-?\d+)(\.\d+)?$/.exec(text)
  if (!plain) return text
  const [, whole = '', fraction = ''] = plain
  return withThousands(whole) + fraction
}
