/**
 * Amounts: a whole number of the currency's smallest unit in code and in the store, decimal text on
 * screen, a JSON number only in a body (design, Data and money). No amount is ever a float.
 */

declare const minorBrand: unique symbol
/** So many of the currency's smallest unit, such as cents; a whole number, never beyond what a double holds exactly. */
export type MinorUnits = number & { readonly [minorBrand]: true }

const digitsBeside2: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ['CLF', 4],
  ['UYW', 4],
])

/** How many decimals a currency's amounts have (ISO 4217). */
export const fractionDigits = (currency: string): number =>
  digitsBeside2.get(currency.toUpperCase()) ?? 2

/** So many smallest units, checked. Throws RangeError for what is no whole number a double holds exactly. */
export function minorUnits(count: number): MinorUnits {
  if (!Number.isSafeInteger(count)) throw new RangeError('amount: not a whole number in range')
  // Minus zero becomes zero: the two would read alike and compare apart.
  return (count === 0 ? 0 : count) as MinorUnits
}

/** Why a text is no amount. */
export type AmountProblem = 'not-an-amount' | 'too-many-decimals' | 'too-large'

/** An amount that was read, or why it was not. */
export type AmountRead = { readonly minor: MinorUnits } | { readonly problem: AmountProblem }

const counted = (digits: string): AmountRead => {
  const count = Number(digits)
  return Number.isSafeInteger(count) ? { minor: minorUnits(count) } : { problem: 'too-large' }
}

/**
 * Reads an amount as a person types it: digits, a decimal point, and thousands in groups of three where
 * they are well formed; no sign, no exponent, no other separators. What another country's habit would
 * read as another amount is refused: `1.000` and `12.500` where there are two decimals, `0,123`, `1,5`.
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
 * Reads an amount as an answer of the bank writes it, in digits or as text: also with a minus, with an
 * exponent (which JSON allows, and which common servers write from ten million on) and with zeros below
 * the smallest unit. Whatever is not a whole number of the smallest unit is too-many-decimals.
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

/** The sum, to the last unit; too-large where it is more than a double holds exactly. */
export function totalOf(
  amounts: Iterable<MinorUnits>,
): { readonly minor: MinorUnits } | { readonly problem: 'too-large' } {
  let total = 0n
  for (const amount of amounts) total += BigInt(amount)
  const count = Number(total)
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
