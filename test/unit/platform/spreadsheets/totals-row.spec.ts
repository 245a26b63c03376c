import { expect, it } from 'vitest'
import { isTotalsLabel } from '../../../../main/platform/spreadsheets/totals-row.ts'

it.each([
  'Total:',
  'Grand total (300 items)',
  'Total of 1,234.50 USD',
  'TOTAL 1,,.5.',
  'Sum = $12.',
])('takes %s for the label of a row of totals', (cell) => {
  expect(isTotalsLabel(cell)).toBe(true)
})

it.each(['Total Wine', 'Totals Inc 12', 'total .5'])('takes %s for a name', (cell) => {
  expect(isTotalsLabel(cell)).toBe(false)
})

it('reads a long number behind the word at once', () => {
  expect(isTotalsLabel(`Total ${'1'.repeat(70)}x`)).toBe(false)
})
