/** Rows of wire inquiries, each ambiguous field in each of its readings. */
import { describe, expect, it } from 'vitest'
import { readWire } from '../../../../main/assurance/wire-inquiry/read-wire.ts'
import { inferTable } from '../../../../main/bank/answers/inferred-table.ts'
import { parseExact } from '../../../../main/platform/json/exact-json.ts'
import { incomingRow, spelled } from '../../../../main/practice/payments/report-rows.ts'
import type { WireFields } from '../../../../preload/contract/bank/reports/wire-fields.ts'

const payment = {
  transactionId: '20261123C0000000000000001',
  service: 'WIRE',
  accountNumber: '0072004500',
  senderName: 'Tanager Foods',
  senderBank: '041000124',
  date: '2026-03-04',
  amountMinor: 2_500_000,
} as const
const fields: WireFields = {
  account: 'creditAccountNumber',
  amount: 'amount',
  amountUnit: 'dollars',
  direction: 'creditOrDebitCode',
  incoming: 'C',
  date: 'entryDate',
  dateOrder: 'year-first',
  transactionId: 'transactionId',
  reference: null,
  party: 'debitPartyName',
  status: 'tranBusnStatusCode',
}
const plain = { isInCents: false, dayOrder: 'year', isInWords: false } as const

/** Reads the row of the practice bank, as it leaves it. */
function read(spelling: Partial<Parameters<typeof spelled>[1]>, of: WireFields) {
  const { row } = spelled(incomingRow(payment), { ...plain, ...spelling })
  const parsed = parseExact(JSON.stringify({ transactions: [row] }))
  const table = inferTable('json' in parsed ? parsed.json : undefined)
  return readWire(table, table.rows[0] ?? [], of)
}
const tanagers = {
  kind: 'incoming',
  wire: {
    account: '72004500',
    amount: 2_500_000,
    day: '2026-03-04',
    transactionId: payment.transactionId,
    party: 'Tanager Foods',
    status: 'Completed',
  },
}

describe('a row of wire inquiry', () => {
  it.each([
    ['as the practice bank writes it', {}, {}],
    ['in cents', { isInCents: true }, { amountUnit: 'cents' as const }],
    ['with the month first', { dayOrder: 'month' as const }, { dateOrder: 'month-first' as const }],
    ['with the day first', { dayOrder: 'day' as const }, { dateOrder: 'day-first' as const }],
    ['with directions in words', { isInWords: true }, { incoming: 'incoming' }],
  ])('bank note 76: %s is the same wire by its own fields', (_, spelling, part) => {
    expect(read(spelling, { ...fields, ...part })).toMatchObject(tanagers)
  })

  it('is another day where month and day are confirmed the other way', () => {
    expect(read({ dayOrder: 'month' }, { ...fields, dateOrder: 'day-first' })).toMatchObject({
      wire: { day: '2026-04-03' },
    })
  })

  it.each([
    ['account', { account: 'debitPartyName' }],
    ['amount', { amount: 'currency' }],
    ['amount', { amountUnit: 'cents' as const }],
    ['date', { date: 'amount' }],
    ['date', { dateOrder: 'day-first' as const }],
    ['direction', { direction: 'gone' }],
    ['number', { transactionId: 'gone' }],
  ])('is evidence of nothing while its %s is not readable', (field, part) => {
    expect(read({}, { ...fields, ...part })).toEqual({ kind: 'unreadable', field })
  })

  it('is no incoming wire with another direction', () => {
    expect(read({}, { ...fields, incoming: 'D' })).toEqual({ kind: 'other' })
  })
})
