import { describe, expect, it } from 'vitest'
import {
  codeReadings,
  codeMeaning,
  fieldLabel,
  filteredRows,
  reportColumns,
} from '../../../../../renderer/features/inquiry/reports/report-columns.ts'
import { sumTexts, sumsOf } from '../../../../../renderer/ui/table/sums.ts'

const table = {
  path: 'transactions',
  columns: [
    'accountNumber',
    'amount',
    'currency',
    'creditOrDebitCode',
    'baiCode',
    'transactionCode',
  ],
  rows: [
    ['0011', '12500.10', 'USD', 'D', '495', '495'],
    ['0011', '0.20', 'USD', 'C', '165', '22'],
    ['0012', '7', 'EUR', 'C', '010', '999'],
    ['0012', null, 'USD', 'C', null, null],
  ],
  other: [],
}
const sumOf = (name: string) => {
  const column = reportColumns(table).filter(({ id }) => id === name)
  return sumTexts(sumsOf(column, filteredRows(table, '')))
}

describe('the columns of a report', () => {
  it('bank note 51: read transactionCode as a BAI code and as an ACH code, and show both', () => {
    expect(codeReadings('transactionCode', '22').map(({ family }) => family)).toEqual([
      'bai-transaction',
      'ach-transaction-code',
    ])
    expect(codeReadings('entry.transactionCode', '22')[1]?.meaning).not.toBeNull()
    expect(codeReadings('baiCode', '495')).toHaveLength(1)
    expect(codeReadings('baiCode', '010')[0]?.family).toBe('bai-balance')
  })

  it('bank note 52: show an undocumented code as received, without a meaning', () => {
    expect(codeReadings('baiCode', '999')).toEqual([
      { label: 'BAI transaction', family: 'bai-transaction', meaning: null },
    ])
    expect(codeMeaning('baiCode', '999')).toBe('')
  })

  it('sum amounts exactly, with credits, debits and currencies apart', () => {
    expect(sumOf('amount')).toEqual([
      'Debits USD 12,500.10',
      'Credits USD 0.20',
      'Credits EUR 7',
      '1 without an amount',
    ])
    expect(sumOf('accountNumber')).toEqual([])
    expect(sumOf('baiCode')).toEqual([])
  })

  it('have a header in words, and amounts the decimals of their currency', () => {
    expect(reportColumns(table).map(({ header }) => header)).toEqual([
      'Account',
      'Amount',
      'Currency',
      'Direction',
      'BAI code',
      'Transaction',
    ])
    const twice = { ...table, columns: ['accountNumber', 'account'], rows: [] }
    expect(reportColumns(twice).map(({ header }) => header)).toEqual(['Account number', 'Account'])
    const side = reportColumns(table).find(({ id }) => id === 'creditOrDebitCode')
    const [first] = filteredRows(table, '')
    expect(first && [side?.text?.(first), side?.copy?.(first)]).toEqual(['Debit', 'D'])
    expect(['entry.baiCode', 'AMT_1', '', 'tran id'].map(fieldLabel)).toEqual([
      'Entry, BAI code',
      'AMT_1',
      '(no name)',
      'tran id',
    ])
    const amounts = reportColumns(table).find(({ id }) => id === 'amount')
    expect(filteredRows(table, '').map((row) => amounts?.text?.(row))).toEqual([
      '12,500.10',
      '0.20',
      '7.00',
      '',
    ])
    expect(filteredRows(table, '').map((row) => amounts?.copy?.(row))[2]).toBe('7')
  })

  it('shows a long name that is written in another way at once', () => {
    const name = `a${'A'.repeat(80)}-`
    expect(fieldLabel(name)).toBe(name)
  })

  it('leave dates, accounts and amounts whole, and the room to longer texts', () => {
    const columns = ['accountNumber', 'transactionDate', 'amount', 'baiCode', 'description']
    const row = ['0011', '2026-05-08', '1234567.80', '495', 'ACH VENDOR PAY Ridgeway']
    const shown = reportColumns({ ...table, columns, rows: [row] })
    expect(shown.map(({ fits, grow }) => fits?.[0] ?? grow)).toEqual([
      '0011',
      '2026-05-08',
      '1,234,567.80',
      1,
      1,
    ])
  })

  it('show an amount as received where its currency is not stated or does not fit', () => {
    const shown = (currency: string | null, amount: string) => {
      const one = { ...table, columns: ['currency', 'amount'], rows: [[currency, amount]] }
      const [row] = filteredRows(one, '')
      return row && reportColumns(one)[1]?.text?.(row)
    }
    expect(shown(null, '7')).toBe('7')
    expect(shown('JPY', '700.5')).toBe('700.5')
    expect(shown('USD', 'n/a')).toBe('n/a')
  })

  it('copy a code as received, with leading zeros', () => {
    const bai = reportColumns(table).find(({ id }) => id === 'baiCode')
    const [, , third] = filteredRows(table, '')
    expect(third && bai?.copy?.(third)).toBe('010')
  })

  it('find rows by any text and by the meaning of a code', () => {
    expect(filteredRows(table, 'eur').map(({ key }) => key)).toEqual(['2'])
    expect(filteredRows(table, 'opening ledger').map(({ key }) => key)).toEqual(['2'])
    expect(filteredRows(table, 'debit').map(({ key }) => key)).toEqual(['0'])
    expect(filteredRows(table, 'usd 165').map(({ key }) => key)).toEqual(['1'])
  })

  it('are named as the bank names them, so that a layout fits the next answer too', () => {
    const turned = { ...table, columns: table.columns.toReversed(), rows: [] }
    const ids = (one: typeof table) => reportColumns(one).map(({ id }) => id)
    expect(ids(turned).toSorted()).toEqual(ids(table).toSorted())
  })
})
