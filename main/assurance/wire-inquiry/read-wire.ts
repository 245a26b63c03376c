/** Reads the rows of a wire inquiry by what a person has confirmed of their fields. Pure. */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import type { WireFields } from '../../../preload/contract/bank/reports/wire-fields.ts'
import { isCalendarDate } from '../../../preload/contract/kernel/calendar.ts'
import {
  amountFromAnswer,
  amountText,
  minorUnits,
  type MinorUnits,
} from '../../../preload/contract/kernel/money.ts'
import { wholeDay } from '../../bank/answers/bank-days.ts'
import { filledText } from '../../bank/answers/filled-text.ts'
import { fullAccounts } from '../../money/same-movement.ts'

/** An incoming wire. */
export interface IncomingWire {
  /** Without leading zeros. */
  readonly account: string
  readonly amount: MinorUnits
  /** As the bank wrote it, or in dollars if it wrote cents. */
  readonly amountText: string
  /** YYYY-MM-DD. */
  readonly day: string
  readonly transactionId: string | null
  readonly reference: string | null
  readonly party: string | null
  readonly status: string | null
}

/** A field without which a row is evidence of nothing. */
export type NeededField = 'account' | 'amount' | 'date' | 'direction' | 'number'

export type WireRead =
  | { readonly kind: 'incoming'; readonly wire: IncomingWire }
  | { readonly kind: 'other' }
  | { readonly kind: 'unreadable'; readonly field: NeededField }

const unreadable = (field: NeededField): WireRead => ({ kind: 'unreadable', field })

/** Reads one row. */
export function readWire(
  { columns }: Pick<InferredTable, 'columns'>,
  row: InferredTable['rows'][number],
  fields: WireFields,
): WireRead {
  const text = (name: string | null): string | null =>
    name === null ? null : filledText(row[columns.indexOf(name)])
  const direction = text(fields.direction)
  if (direction === null) return unreadable('direction')
  if (direction.toUpperCase() !== fields.incoming.toUpperCase()) return { kind: 'other' }
  const [account] = fullAccounts([text(fields.account)])
  if (account === undefined) return unreadable('account')
  const amount = amountOf(text(fields.amount), fields.amountUnit)
  if (amount === null) return unreadable('amount')
  const day = dayOf(text(fields.date), fields.dateOrder)
  if (day === null) return unreadable('date')
  const [transactionId, reference] = [text(fields.transactionId), text(fields.reference)]
  if (transactionId === null && reference === null) return unreadable('number')
  const [party, status] = [text(fields.party), text(fields.status)]
  return {
    kind: 'incoming',
    wire: { account, ...amount, day, transactionId, reference, party, status },
  }
}

/** An incoming wire brings money: an amount of nothing or less contradicts its direction. */
function amountOf(
  text: string | null,
  unit: WireFields['amountUnit'],
): Pick<IncomingWire, 'amount' | 'amountText'> | null {
  if (text === null) return null
  if (unit === 'cents') {
    const count = /^\d{1,15}$/.test(text) ? Number(text) : 0
    return count > 0
      ? { amount: minorUnits(count), amountText: amountText(minorUnits(count)) }
      : null
  }
  const read = amountFromAnswer(text)
  return 'minor' in read && read.minor > 0 ? { amount: read.minor, amountText: text } : null
}

const writtenOut = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:$|[T ])/

function dayOf(text: string | null, order: WireFields['dateOrder']): string | null {
  if (order === 'year-first') return wholeDay(text)
  const [, first = '', second = '', year = ''] = writtenOut.exec(text ?? '') ?? []
  const [month, dayOfMonth] = order === 'month-first' ? [first, second] : [second, first]
  const day = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  return isCalendarDate(day) ? day : null
}
