/** Payment amounts, read by their digits, never through a float. */
import { jsonNumber, JsonNumber } from '../../platform/json/exact-json.ts'
import type { Finding } from '../replies.ts'
import type { Echo, PaymentErrorId, PaymentOrder } from './payment-order.ts'

/**
 * A request as read: the order when all of it is valid, otherwise the first reason to refuse it.
 */
export interface RequestReading {
  readonly order: PaymentOrder | null
  readonly problem: { readonly id: PaymentErrorId; readonly description: string } | null
  readonly findings: readonly Finding[]
  readonly echo: Echo
}

/** Collects findings, and the first reason to refuse, while the fields are read one by one. */
export class RequestReader {
  readonly findings: Finding[] = []
  problem: RequestReading['problem'] = null

  refuse(rule: Finding['rule'], detail: string, id: PaymentErrorId = 'invalid'): void {
    this.findings.push({ rule, detail })
    this.problem ??= { id, description: detail }
  }

  missing(name: string): void {
    this.refuse('payment-field-missing', name, 'missing')
  }
}

/** The decimals of currencies that do not have two (ISO 4217). */
const byDecimals = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const decimalsOf: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(byDecimals).flatMap(([places, codes]) =>
    codes.split(' ').map((code) => [code, Number(places)] as const),
  ),
)
const decimals = (currency: string): number => decimalsOf[currency] ?? 2

/** The number of digits that a JavaScript number holds exactly; the document shows no maximum. */
const digitsAtMost = 16

/**
 * Returns the amount in minor units; 0 after refusing one that is no number in the currency's
 * format.
 */
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

/** Returns the amount as a JSON number in the currency's format, such as 12500.00. */
export function amountNumber(amountMinor: number, currency: string): unknown {
  const places = decimals(currency)
  const digits = String(amountMinor).padStart(places + 1, '0')
  if (places === 0) return jsonNumber(digits)
  return jsonNumber(`${digits.slice(0, -places)}.${digits.slice(-places)}`)
}

/** Returns the amount without its decimals, as an integer. */
export const wholeAmount = (amountMinor: number, currency: string): number =>
  Math.trunc(amountMinor / 10 ** decimals(currency))
