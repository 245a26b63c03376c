/** An alert in one sentence. */
import { alertKindLabels, type AlertLine } from '../../../preload/contract/api/alerts/alert.ts'
import { amountAsWritten } from '../../../preload/contract/kernel/money.ts'
import { eventOf } from './text.ts'

/** The currency; ACH moves dollars only. Null: not stated. */
export const currencyOf = ({ kind, currency }: Pick<AlertLine, 'kind' | 'currency'>) =>
  currency ?? (kind === 'ach' ? 'USD' : null)

/** The amount as the bank wrote it, with thousands separators; empty if there is none. */
export function amountOf(alert: Pick<AlertLine, 'kind' | 'amount' | 'currency'>): string {
  if (alert.amount === null) return ''
  const amount = amountAsWritten(alert.amount)
  const currency = currencyOf(alert)
  return currency === null ? `${amount}, no currency` : `${currency} ${amount}`
}

/**
 * The parties. An ACH entry does not state which side is this client's, so both are named by their
 * role.
 */
function sidesOf({ kind, direction, account, party }: AlertLine): string {
  const sideText = (word: string, side: string | null): string =>
    side === null ? '' : `${word} ${side}`
  if (kind === 'ach') {
    const sides = [sideText('by originating account', account), sideText('to receiver', party)]
    return sides.filter((side) => side !== '').join(' ')
  }
  const sides =
    direction === null
      ? [sideText('of account', account), sideText('with', party)]
      : direction === 'credit'
        ? [sideText('from', party), sideText('to', account)]
        : [sideText('from', account), sideText('to', party)]
  return sides.filter((side) => side !== '').join(' ')
}

/** A documented status in lower case, any other in quotation marks. */
function statusText({ kind, status }: AlertLine): string {
  if (status === null) return 'without a status'
  const { tone, label } = eventOf({ kind, status })
  return tone === 'unknown' ? `status \u201c${status}\u201d` : label.toLowerCase()
}

/** For example: Wire credit of USD 12,500.00 from Ridgeway Supply to ••••7890, completed. */
export function headingOf(alert: AlertLine): string {
  const { kind, code, direction } = alert
  const what = kind === 'other' ? `Alert ${code ?? 'without a code'}` : alertKindLabels[kind]
  const amount = amountOf(alert)
  const event = kind === 'other' ? '' : (direction ?? (kind === 'ach' ? 'entry' : 'payment'))
  const parts = [what, event, amount === '' ? '' : `of ${amount}`, sidesOf(alert)]
  return `${parts.filter((part) => part !== '').join(' ')}, ${statusText(alert)}`
}
