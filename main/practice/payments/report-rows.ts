/**
 * The rows of the reports. The document shows no payload: these are plausible shapes, with the
 * names of document 1 where it has any.
 */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { jsonNumber } from '../../platform/json/exact-json.ts'
import type { AccountEntry } from '../data/client-accounts.ts'
import { amountNumber } from './payment-amount.ts'
import type { IncomingPayment } from './payment-history.ts'
import type { BusinessStatus, Payment } from './payment-course.ts'

/** A row with its filter and sort values. */
export interface ReportRow {
  readonly accountNumber: string
  /** YYYY-MM-DD. */
  readonly date: string
  /** Keeps the rows of a day in the same order in every answer. */
  readonly key: string
  readonly row: object
}

/** Returns an outgoing payment as wire and RTP inquiry show it. */
export function outgoingRow(payment: Payment, status: BusinessStatus): ReportRow {
  const { order, transactionId, acceptedAtMs } = payment
  return {
    accountNumber: order.debitAccount,
    date: utcDay(acceptedAtMs),
    key: transactionId,
    row: {
      transactionId,
      requestReference: order.requestReference,
      creditOrDebitCode: 'D',
      debitAccountNumber: order.debitAccount,
      creditAccountNumber: order.creditAccount,
      creditBankRoutingNumber: order.creditBank,
      creditPartyName: order.creditName,
      entryDate: utcDay(acceptedAtMs),
      valueDate: order.valueDate,
      amount: amountNumber(order.amountMinor, order.currency),
      currency: order.currency,
      tranBusnStatusCode: status,
      baiCode: order.service === 'WIRE' ? '495' : '458',
    },
  }
}

/** Returns an incoming payment. */
export const incomingRow = (payment: IncomingPayment): ReportRow => ({
  accountNumber: payment.accountNumber,
  date: payment.date,
  key: payment.transactionId,
  row: {
    transactionId: payment.transactionId,
    creditOrDebitCode: 'C',
    creditAccountNumber: payment.accountNumber,
    debitBankRoutingNumber: payment.senderBank,
    debitPartyName: payment.senderName,
    entryDate: payment.date,
    valueDate: payment.date,
    amount: amountNumber(payment.amountMinor, 'USD'),
    currency: 'USD',
    tranBusnStatusCode: 'Completed',
    baiCode: payment.service === 'WIRE' ? '195' : '158',
  },
})

/** A row of wire inquiry as a bank may write it instead: no document shows its fields. */
export interface WireSpelling {
  readonly isInCents: boolean
  readonly dayOrder: 'year' | 'month' | 'day'
  readonly isInWords: boolean
}

/** Returns a row of wire inquiry in this spelling. */
export function spelled(
  of: ReportRow,
  { isInCents, dayOrder, isInWords }: WireSpelling,
): ReportRow {
  const row = of.row as Readonly<Record<string, unknown>>
  const { creditOrDebitCode } = row
  const day = (name: string): string => {
    const written = String(row[name])
    const [year = '', month = '', date = ''] = written.split('-')
    if (dayOrder === 'year') return written
    return dayOrder === 'month' ? `${month}/${date}/${year}` : `${date}/${month}/${year}`
  }
  const cents = jsonNumber(JSON.stringify(row['amount']).replace('.', ''))
  const words = creditOrDebitCode === 'C' ? 'INCOMING' : 'OUTGOING'
  return {
    ...of,
    row: {
      ...row,
      entryDate: day('entryDate'),
      valueDate: day('valueDate'),
      ...(isInCents && { amount: cents }),
      ...(isInWords && { creditOrDebitCode: words }),
    },
  }
}

/**
 * Returns an account entry as previous-day and intraday reporting show it; transactionCode is the
 * BAI2 one (bank note 51).
 */
export const entryRow = (entry: AccountEntry): ReportRow => ({
  accountNumber: entry.accountNumber,
  date: entry.date,
  key: `${entry.reference} ${entry.creditOrDebit}`,
  row: {
    accountNumber: entry.accountNumber,
    transactionDate: entry.date,
    amount: amountNumber(entry.amountMinor, 'USD'),
    currency: 'USD',
    creditOrDebitCode: entry.creditOrDebit,
    baiCode: entry.baiCode,
    transactionCode: entry.baiCode,
    description: entry.text,
    referenceNumber: entry.reference,
  },
})

/** Returns the account entry of an incoming payment. */
export const incomingEntry = (payment: IncomingPayment): AccountEntry => ({
  accountNumber: payment.accountNumber,
  date: payment.date,
  amountMinor: payment.amountMinor,
  creditOrDebit: 'C',
  baiCode: payment.service === 'WIRE' ? '195' : '158',
  text: `${payment.service} CREDIT ${payment.senderName}`,
  reference: payment.transactionId,
})
