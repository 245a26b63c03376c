import { describe, expect, it } from 'vitest'
import { alertColumns } from '../../../../renderer/features/alerts/columns.ts'
import { sumTexts, sumsOf } from '../../../../renderer/ui/table/sums.ts'
import { alertLine } from '../../support/fake-alerts.ts'

describe('the totals of alerts', () => {
  it('separate credits, debits, amounts without a direction, and currencies', () => {
    const rows = [
      alertLine({ direction: 'credit', amount: '12,500.00', currency: 'USD' }),
      alertLine({ direction: 'debit', amount: '40.00', currency: 'USD' }),
      alertLine({ direction: 'credit', amount: '0.10', currency: 'USD' }),
      alertLine({ direction: null, amount: '7.00', currency: 'USD' }),
      alertLine({ direction: 'credit', amount: '9.00', currency: 'EUR' }),
      alertLine({ direction: 'debit', amount: '3.00', currency: null }),
    ]
    expect(sumTexts(sumsOf(alertColumns(true), rows))).toEqual([
      'Credits USD 12,500.10',
      'Debits USD 40.00',
      'Direction not stated, USD 7.00',
      'Credits EUR 9.00',
      'Debits, currency not stated 3.00',
    ])
  })

  it('do not read a decimal comma as thousands', () => {
    const rows = [
      alertLine({ direction: 'credit', amount: '12,50', currency: 'USD' }),
      alertLine({ direction: 'credit', amount: '1.00', currency: 'USD' }),
    ]
    expect(sumTexts(sumsOf(alertColumns(true), rows))).toEqual([
      'Credits USD 1.00',
      '1 without an amount',
    ])
  })
})
