/**
 * Amounts as people paste them. Main takes only the exact form, so a field shows that form
 * when it is left; a text that could mean two things is never changed.
 */
import { amountForReading, amountFrom } from '../../preload/contract/kernel/money.ts'

/**
 * Returns the digits as typed of an amount of this currency, such as `12,500` for `$12,500` or
 * `USD 12,500`; any other text unchanged.
 */
export function withoutCurrency(text: string, currency: string): string {
  const pasted = /^(US\$|\$|[a-z]{3})?\s*([\d.,]+)\s*([a-z]{3})?$/i.exec(text.trim())
  const [, before = '', digits = text, after = ''] = pasted ?? []
  const isOf = (unit: string): boolean =>
    unit === '' || unit.toUpperCase() === currency || (unit.endsWith('$') && currency === 'USD')
  return isOf(before) && isOf(after) ? digits : text
}

/**
 * Returns the amount as it is shown and sent, such as `12,500.00` for `$12,500` or `USD 12,500`; the
 * text unchanged if it is no amount of this currency.
 */
export function exactAmount(text: string, currency: string): string {
  const read = amountFrom(withoutCurrency(text, currency), currency)
  return 'minor' in read ? amountForReading(read.minor, currency) : text
}
