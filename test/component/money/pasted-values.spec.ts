import { describe, expect, it } from 'vitest'
import { exactAmount } from '../../../renderer/money/pasted-values.ts'
import { exactDate } from '../../../renderer/text/times.ts'

describe('a pasted amount', () => {
  it.each([
    '$12,500',
    '$ 12,500.00',
    'US$12,500',
    '12,500.00',
    '12500',
    ' 12500.0\t',
    'USD 12,500',
    'usd12,500.00',
    '12,500 USD',
    '$12,500.00 USD',
    '\u00a012,500\u00a0',
  ])('%j becomes 12,500.00', (text) => {
    expect(exactAmount(text, 'USD')).toBe('12,500.00')
  })

  it.each([
    '1.234,56',
    '12.500',
    '12 500',
    '1,5',
    '12,50,000',
    '-12,500',
    '(12,500.00)',
    '12,500.',
    '.50',
    '1e4',
    'EUR 12,500',
    '12,500 EUR',
    '\u20ac12,500',
    '12,500 and more',
    '',
  ])('%j stays unchanged', (text) => {
    expect(exactAmount(text, 'USD')).toBe(text)
  })

  it('uses the decimals of the currency beside it', () => {
    expect(exactAmount('JPY 12,500', 'JPY')).toBe('12,500')
    expect(exactAmount('12500', 'BHD')).toBe('12,500.000')
    expect(exactAmount('$12,500', 'CAD')).toBe('$12,500')
    expect(exactAmount('USD 12,500', 'CAD')).toBe('USD 12,500')
  })
})

describe('a pasted date', () => {
  it.each(['11/26/2026', '2026-11-26', ' 11/26/2026 '])('%j becomes 2026-11-26', (text) => {
    expect(exactDate(text)).toBe('2026-11-26')
  })

  it('has the month first, with or without a leading zero', () => {
    expect(exactDate('1/2/2026')).toBe('2026-01-02')
    expect(exactDate('12/01/2026')).toBe('2026-12-01')
  })

  it.each([
    '01/02/26',
    '26/11/2026',
    '02/30/2026',
    '11-26-2026',
    '26.11.2026',
    '2026/11/26',
    '20261126',
    'tomorrow',
    '',
  ])('%j stays unchanged', (text) => {
    expect(exactDate(text)).toBe(text)
  })
})
