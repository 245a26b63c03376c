/**
 * The digits of a number cell as a person would type them: workbooks store binary numbers, in their
 * longest form.
 */

/** The digits, and why they may differ from the typed ones. */
export interface ExactDigits {
  readonly text: string
  readonly isScientific: boolean
  readonly isBeyondFifteen: boolean
}

const digitsOf = (text: string): number => text.replace(/\D/g, '').replace(/^0+/, '').length

/** Returns the shortest digits of the same number, without an exponent. */
export function exactDigits(raw: string): ExactDigits {
  const stored = raw.trim()
  const value = Number(stored)
  const isScientific = /e/i.test(stored)
  // Programs other than Excel may write more digits than a binary number holds; all of them are
  // kept.
  const isWhole = /^-?\d+$/.test(stored)
  const text = isWhole || !Number.isFinite(value) ? stored : plain(value)
  return {
    text,
    isScientific,
    isBeyondFifteen: digitsOf(text.replace(/(?<!0)0+$/, '')) > 15 || isLong(text),
  }
}

const isLong = (text: string): boolean => /^-?\d{16,}$/.test(text)

function plain(value: number): string {
  const [mantissa = '', power] = String(value).split('e')
  if (power === undefined) return mantissa
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = whole + fraction
  const point = whole.length + Number(power)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits.padEnd(point, '0')
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}
