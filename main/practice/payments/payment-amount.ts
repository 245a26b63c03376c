/** Amounts of payments, by their digits: no float stands in between. */
import { jsonNumber, JsonNumber } from '../../bank/exact-json.ts'
import type { RequestReader } from './payment-request.ts'

/** The decimals of a currency as the system's own data have them; two where it knows none of the name. */
function decimals(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

const digitsAtMost = 15

/** The amount in minor units; 0 after refusing one that is no number in the currency's format. */
export function readAmount(reader: RequestReader, sent: unknown, currency: string): number {
  if (sent === undefined) {
    reader.missing('transferAmount')
    return 0
  }
  if (!(sent instanceof JsonNumber)) {
    reader.refuse('payment-field-type', 'transferAmount: a number')
    return 0
  }
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(sent.text)
  const places = decimals(currency)
  const [, whole = '', fraction = ''] = parts ?? []
  const digits = whole + fraction.padEnd(places, '0')
  if (!parts || fraction.length > places || digits.length > digitsAtMost || !/[1-9]/.test(digits)) {
    reader.refuse(
      'payment-amount-wrong',
      `transferAmount: above zero, with at most ${String(places)} decimals`,
    )
    return 0
  }
  return Number(digits)
}

/** The amount as a JSON number of the currency's format, such as 12500.00. */
export function amountNumber(amountMinor: number, currency: string): unknown {
  const places = decimals(currency)
  const digits = String(amountMinor).padStart(places + 1, '0')
  if (places === 0) return jsonNumber(digits)
  return jsonNumber(`${digits.slice(0, -places)}.${digits.slice(-places)}`)
}

/** The amount without its decimals, as an integer. */
export const wholeAmount = (amountMinor: number, currency: string): number =>
  Math.trunc(amountMinor / 10 ** decimals(currency))
