import { partColumns } from '../../../../../renderer/features/assurance/coverage/columns.ts'
import { formats } from '../../../../../renderer/text/formats.ts'
import { describe, expect, it } from 'vitest'
import type { AchMode, AchRow } from '../../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import {
  besideDetails,
  inquiryColumns,
  rowColumns,
  hasStatus,
} from '../../../../../renderer/features/inquiry/ach/columns.ts'
import { sumTexts, sumsOf } from '../../../../../renderer/ui/table/sums.ts'
import { achRow } from '../../../support/fake-inquiry.ts'

const totalsOf = (rows: readonly Partial<AchRow>[], mode: 'list' | 'status' = 'list') =>
  sumTexts(sumsOf(rowColumns(mode), rows.map(achRow)))

const achModes: readonly AchMode[] = ['list', 'par', 'returned', 'collected', 'posted', 'status']

describe('the totals of ACH transactions', () => {
  it('never add a credit and a debit', () => {
    expect(
      totalsOf(
        [
          { creditOrDebit: 'C', amount: '100.00', transactionCode: null },
          { creditOrDebit: 'D', amount: '40.00', transactionCode: null },
          { creditOrDebit: 'C', amount: '0.10', transactionCode: null },
        ],
        'status',
      ),
    ).toEqual(['Credits USD 100.10', 'Debits USD 40.00'])
  })

  it('bank note 51: use the ACH transaction code where the list has no direction', () => {
    expect(
      totalsOf([
        { transactionCode: '22', amount: '1.00' },
        { transactionCode: '27', amount: '2.00' },
        { transactionCode: '32', amount: '4.00' },
        { transactionCode: '37', amount: '8.00' },
        { transactionCode: '52', amount: '16.00' },
        { transactionCode: '55', amount: '32.00' },
        { transactionCode: '26', amount: '64.00' },
      ]),
    ).toEqual(['Credits USD 21.00', 'Debits USD 42.00', 'Returns and NOC of debits, USD 64.00'])
  })

  it('leave amounts without a direction out of both, and show an undocumented direction as received', () => {
    expect(
      totalsOf([
        { transactionCode: null, amount: '1.00' },
        { transactionCode: '99', amount: '2.00' },
        { transactionCode: '22', creditOrDebit: 'X', amount: '4.00' },
        { transactionCode: '22', creditOrDebit: ' d ', amount: '8.00' },
      ]),
    ).toEqual([
      'Direction not stated, USD 3.00',
      'Direction \u201cX\u201d, USD 4.00',
      'Debits USD 8.00',
    ])
  })
})

describe('a column of a fixed format', () => {
  it.each(achModes.map((mode) => [mode]))('is wide enough for its values: %s', (mode) => {
    const date = rowColumns(mode).find(({ id }) => id === 'date')
    expect(date?.fits).toContain('2026-12-28 processed')
    const columns = rowColumns(mode).filter(({ id }) => /amount|date|trace/.test(id))
    expect(columns.filter(({ fits }) => fits === undefined).map(({ id }) => id)).toEqual([])
  })

  it('is wide enough for a range of two days', () => {
    const columns = [...inquiryColumns, ...partColumns].filter(({ id }) => /^da(te|y)s$/.test(id))
    expect(columns.map(({ fits }) => fits)).toEqual([formats.days, formats.days])
  })
})

const idsOf = (mode: (typeof achModes)[number]): string[] => rowColumns(mode).map(({ id }) => id)

describe('the columns of ACH transactions', () => {
  it('leave out fields that their endpoint never returns', () => {
    expect(idsOf('list')).not.toContain('direction')
    expect(idsOf('status')).toEqual(expect.arrayContaining(['status', 'direction', 'reason']))
    expect(idsOf('returned')).toContain('reason')
    expect(idsOf('collected')).toContain('addenda')
    expect(idsOf('posted')).toEqual(['amount', 'direction', 'date', 'par', 'account'])
    expect(achModes.filter(hasStatus)).toEqual(['list', 'par', 'status'])
    expect(achModes.filter((mode) => idsOf(mode).includes('status'))).toEqual([
      'list',
      'par',
      'status',
    ])
  })

  it('cannot all be hidden', () => {
    for (const mode of achModes) {
      expect(rowColumns(mode).filter(({ fixed }) => fixed)).toHaveLength(1)
    }
  })

  it('keep the receiver beside an open detail in a window of any width', () => {
    for (const isWide of [true, false]) {
      expect(besideDetails('list', isWide)).toContain('receiver')
    }
  })
})
