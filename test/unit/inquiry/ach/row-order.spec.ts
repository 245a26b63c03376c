/** Sorting and finding rows: amounts and dates by value, never through a float. */
import { describe, expect, it } from 'vitest'
import { exactAmount, orderedRows } from '../../../../main/inquiry/ach/row-order.ts'
import type { AchRow } from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'

const line = (row: number, part: Partial<AchRow>): AchRow => ({
  row,
  status: null,
  parNumber: null,
  traceNumber: null,
  amount: null,
  creditOrDebit: null,
  date: null,
  dateIs: null,
  secCode: null,
  transactionCode: null,
  account: null,
  receiver: null,
  originator: null,
  returnReasonCode: null,
  addenda: null,
  notificationsOfChange: null,
  internationalAddenda: null,
  ...part,
})
const wanted = { search: '', status: null, sort: null }
const by = (column: 'amount' | 'date', direction: 'ascending' | 'descending') => ({
  ...wanted,
  sort: { column, direction },
})

describe('the order of rows', () => {
  it('bank note 53: compares amounts to the last digit, however they are written', () => {
    const amounts = ['9007199254740993.01', '9007199254740993.02', '1e3', '999.99', '-5', '1,000.5']
    const lines = amounts.map((amount, row) => line(row, { amount }))
    expect(orderedRows(lines, [], by('amount', 'ascending'))).toEqual([4, 3, 2, 5, 0, 1])
  })
  it('puts missing and unreadable amounts last, either way', () => {
    const lines = [null, '2', 'many', '1'].map((amount, row) => line(row, { amount }))
    expect(orderedRows(lines, [], by('amount', 'ascending'))).toEqual([3, 1, 0, 2])
    expect(orderedRows(lines, [], by('amount', 'descending'))).toEqual([1, 3, 0, 2])
  })
  it('bank note 56: compares dates with and without signs between', () => {
    const dates = ['2026-11-20', '20261119', '2025-12-31']
    const lines = dates.map((date, row) => line(row, { date }))
    expect(orderedRows(lines, [], by('date', 'descending'))).toEqual([0, 1, 2])
  })
  it('reads no amount out of text', () => {
    expect([exactAmount(''), exactAmount('.'), exactAmount('1.2.3'), exactAmount(null)]).toEqual(
      Array(4).fill(null),
    )
  })
})

describe('finding rows', () => {
  const lines = [
    line(0, { receiver: 'R\u2022\u2022\u2022', amount: '1250.00', status: 'COLLECTED' }),
    line(1, { parNumber: 'PAR77', status: 'RETURNED' }),
  ]
  const found = (search: string, status: string | null = null) =>
    orderedRows(lines, ['7200450011', '998877'], { ...wanted, search, status })

  it('bank note 36: finds an account whatever zeros lead it, and not by zeros alone', () => {
    expect(found('00998877')).toEqual([1])
    expect(found('000')).toEqual([])
  })
  it('bank note 36: finds an account by its last four or whole, and by no other part: a masked one cannot be guessed', () => {
    expect(found('8877')).toEqual([1])
    expect(found('0011')).toEqual([0])
    expect(found('988')).toEqual([])
    expect(found('98877')).toEqual([])
    expect(found('9988')).toEqual([])
    expect(found('11')).toEqual([])
  })
  it('finds shown text, in any case, and amounts as a reader types them', () => {
    expect(found('par77')).toEqual([1])
    expect(found('1,250.00')).toEqual([0])
  })
  it('keeps to the status as received', () => {
    expect(found('', 'RETURNED')).toEqual([1])
    expect(found('', 'returned')).toEqual([])
  })
})
