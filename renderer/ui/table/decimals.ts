/** Decimal text as an exact number of units of 10^-scale. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

const written = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

/** Parses decimal text, with thousands in groups of three or none; undefined for anything else. */
export function decimalFrom(text: string): Decimal | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = written.exec(text.trim()) ?? []
  const digits = whole.replaceAll(',', '') + fraction
  if (digits === '') return undefined
  const scale = fraction.length - Number(exponent)
  const count = BigInt(digits) * (sign === '-' ? -1n : 1n)
  return scale < 0 ? { digits: count * 10n ** BigInt(-scale), scale: 0 } : { digits: count, scale }
}

const atScale = ({ digits, scale }: Decimal, wanted: number): bigint =>
  digits * 10n ** BigInt(wanted - scale)

/** The exact sum, with the larger number of decimals. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: atScale(a, scale) + atScale(b, scale), scale }
}

/** Compares exactly: negative, zero or positive. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale)
  const difference = atScale(a, scale) - atScale(b, scale)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

/** Digits without a sign in groups, such as `12,500`. */
export function withThousands(whole: string): string {
  const first = whole.length % 3 || 3
  const groups = whole.slice(first).match(/.{3}/g) ?? []
  return [whole.slice(0, first), ...groups].join(',')
}

/** For people, such as `-12,500.00`. */
export function decimalForReading({ digits, scale }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const whole = withThousands(text.slice(0, text.length - scale))
  const fraction = text.slice(text.length - scale)
  return `${digits < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
