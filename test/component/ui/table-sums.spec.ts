import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Column } from '../../../renderer/ui/table/columns.ts'
import {
  compareDecimals,
  decimalForReading,
  decimalFrom,
} from '../../../renderer/ui/table/decimals.ts'
import { sortRows } from '../../../renderer/ui/table/sort-rows.ts'
import { sumsOf, sumTexts } from '../../../renderer/ui/table/sums.ts'

interface Line {
  readonly amount: string | null
  readonly unit: string
}

const amount: Column<Line> = {
  id: 'amount',
  header: 'Amount',
  width: 100,
  sum: (line) => line,
}
const usd = (text: string | null): Line => ({ amount: text, unit: 'USD' })
const texts = (lines: readonly Line[]): string[] => sumTexts(sumsOf([amount], lines))

/** An amount of cents as the bank may write it. */
const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
const asText = (count: bigint): string => {
  const digits = String(count < 0n ? -count : count).padStart(3, '0')
  return `${count < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

describe('the sums of selected rows', () => {
  it('add amounts beyond the precision of a double, exact to the cent', () => {
    expect(texts([usd('0.10'), usd('0.20')])).toEqual(['USD 0.30'])
    expect(texts([usd('90071992547409.93'), usd('0.01'), usd('0.01')])).toEqual([
      'USD 90,071,992,547,409.95',
    ])
  })

  it('equal the sum of the cents for any amounts', () => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 50 }), (all) => {
        const total = all.reduce((sum, count) => sum + count, 0n)
        const [described = ''] = texts(all.map((count) => usd(asText(count))))
        expect(described.replaceAll(',', '')).toBe(`USD ${asText(total)}`)
      }),
    )
  })

  it('do not depend on the order of the rows', () => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 20 }), (all) => {
        const lines = all.map((count) => usd(asText(count)))
        expect(texts(lines)).toEqual(texts(lines.toReversed()))
      }),
    )
  })

  it('never add two currencies', () => {
    const lines = [usd('10.00'), { amount: '7.5', unit: 'EUR' }, usd('1.00')]
    expect(texts(lines)).toEqual(['USD 11.00', 'EUR 7.5'])
  })

  it('count an invalid amount instead of dropping it', () => {
    expect(texts([usd('5.00'), usd(null), usd('n/a'), usd('1.2.3')])).toEqual([
      'USD 5.00',
      '3 without an amount',
    ])
    expect(texts([usd(null)])).toEqual(['1 without an amount'])
  })

  it('name the column where there are several', () => {
    const fee: Column<Line> = { ...amount, header: 'Fee', sum: () => usd('0.25') }
    expect(sumTexts(sumsOf([amount, fee], [usd('1.00')]))).toEqual([
      'Amount USD 1.00',
      'Fee USD 0.25',
    ])
  })

  it('are empty for a table without sums', () => {
    expect(sumTexts(sumsOf([{ ...amount, sum: undefined }], [usd('1.00')]))).toEqual([])
  })
})

describe('decimal text', () => {
  it.each([
    ['12,500.00', '12,500.00'],
    ['-.5', '-0.5'],
    ['+1.', '1'],
    ['1.25E7', '12,500,000'],
    ['5e-3', '0.005'],
    ['007', '7'],
  ])('%s is shown as %s', (text, read) => {
    const decimal = decimalFrom(text)
    expect(decimal && decimalForReading(decimal)).toBe(read)
  })

  it.each(['', '-', '.', '1,50', '12,34,567', '1 000', '0x10', 'NaN', '1e9999', '٣'])(
    '%s is no number',
    (text) => expect(decimalFrom(text)).toBeUndefined(),
  )

  it('compares as the numbers do', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const [left, right] = [decimalFrom(asText(a)), decimalFrom(asText(b))]
        const found = left && right ? compareDecimals(left, right) : undefined
        expect(found).toBe(a === b ? 0 : a < b ? -1 : 1)
      }),
    )
  })
})

describe('sortRows', () => {
  const name: Column<{ name: string; at: number }> = {
    id: 'name',
    header: 'Name',
    width: 100,
    text: (row) => row.name,
  }
  const named = (...names: string[]) => names.map((each, at) => ({ name: each, at }))
  const sorted = (direction: 'ascending' | 'descending', ...names: string[]) =>
    sortRows(named(...names), [name], { column: 'name', direction }).map((row) => row.name)

  it('sorts text by the rules of the language, and numbers in it by value', () => {
    expect(sorted('ascending', 'b10', 'B9', 'a')).toEqual(['a', 'B9', 'b10'])
    expect(sorted('descending', 'b10', 'B9', 'a')).toEqual(['b10', 'B9', 'a'])
  })

  it('keeps equal rows in order, and empty cells last in both directions', () => {
    const rows = named('b', '', 'a', 'b')
    const order = (direction: 'ascending' | 'descending') =>
      sortRows(rows, [name], { column: 'name', direction }).map(({ at }) => at)
    expect(order('ascending')).toEqual([2, 0, 3, 1])
    expect(order('descending')).toEqual([0, 3, 2, 1])
  })

  it('sorts amounts exactly, with missing ones last', () => {
    const lines = [usd('1000000000000000.02'), usd(null), usd('9.5'), usd('1000000000000000.01')]
    const by = sortRows(lines, [amount], { column: 'amount', direction: 'ascending' })
    expect(by.map((line) => line.amount)).toEqual([
      '9.5',
      '1000000000000000.01',
      '1000000000000000.02',
      null,
    ])
  })

  it('returns the list unchanged for an unknown sort', () => {
    const rows = named('b', 'a')
    expect(sortRows(rows, [name], null)).toBe(rows)
    expect(sortRows(rows, [name], { column: 'gone', direction: 'ascending' })).toBe(rows)
  })
})
