import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  achListRequest,
  achPostedRequest,
  achRows,
  earlierRules,
  listRules,
  rowRules,
} from '../../../../../preload/contract/bank/ach-inquiry/index.ts'
import { pathsOf } from './support/refused-paths.ts'

const today = '2026-06-15'

/** The document's rules again, computed in a different way from the product. */
const noon = (date: string): Date => new Date(`${date}T12:00:00Z`)
const moved = (date: string, days: number): string => {
  const day = noon(date)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}
const yearOn = (date: string): string => {
  const day = noon(date)
  day.setUTCFullYear(day.getUTCFullYear() + 1)
  return day.toISOString().slice(0, 10)
}
const near = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((days) => moved(today, days))
const digits = (most: number) =>
  fc.integer({ min: 1, max: most }).map((length) => '0123456789'.repeat(2).slice(0, length))
interface Listed {
  readonly accountNumber: string
  readonly fromDate: string | undefined
  readonly toDate: string | undefined
  readonly minimumAmount: number | undefined
  readonly maximumAmount: number | undefined
}
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 })

describe('any request', () => {
  it('of ach/list passes exactly when it obeys the document in some zone', () => {
    const request = fc.record({
      accountNumber: digits(18),
      fromDate: maybe(fc.oneof(near(-185, -175), near(-40, 3))),
      toDate: maybe(fc.oneof(near(-185, -170), near(-40, 3))),
      minimumAmount: maybe(fc.nat(30)),
      maximumAmount: maybe(
        fc.oneof(fc.nat(30), fc.integer({ min: 99_999_999_990, max: 100_000_000_010 })),
      ),
    })
    const obeys = ({ accountNumber, fromDate: from, toDate: to, ...amounts }: Listed) => {
      const { minimumAmount: least, maximumAmount: most } = amounts
      const oldest = moved(today, -181)
      const rules: [string, boolean][] = [
        ['accountNumber', accountNumber.length <= 16],
        ['fromDate', from === undefined || (from <= moved(today, 1) && from >= oldest)],
        [
          'toDate',
          to === undefined ||
            (to >= oldest && (from === undefined || (to >= from && to <= moved(from, 31)))),
        ],
        ['minimumAmount', least === undefined || most === undefined || least <= most],
        ['maximumAmount', most === undefined || most <= 1_000_000_000_00],
      ]
      return rules.flatMap(([path, holds]) => (holds ? [] : [path]))
    }
    const seen = new Set<string>()
    fc.assert(
      fc.property(request, (given) => {
        const broken = obeys(given)
        for (const path of broken) seen.add(path)
        if (broken.length === 0) seen.add('none')
        expect([...new Set(pathsOf(achListRequest(today), listRules, given))].sort()).toEqual(
          broken.sort(),
        )
      }),
      { numRuns: 600, seed: 4307 },
    )
    expect([...seen].sort()).toEqual(
      ['none', 'accountNumber', 'fromDate', 'toDate', 'minimumAmount', 'maximumAmount'].sort(),
    )
  })

  it('of an earlier endpoint passes exactly when it obeys the document in some zone', () => {
    const request = fc.record({
      accountNumbers: fc.array(digits(17), { maxLength: 3 }),
      fromDate: fc.oneof(near(-400, -360), near(-3, 3)),
      toDate: fc.oneof(near(-400, -360), near(-35, 5)),
      fromAmount: maybe(fc.nat(9)),
      toAmount: maybe(fc.nat(9)),
    })
    const seen = new Set<string>()
    fc.assert(
      fc.property(request, (given) => {
        const { accountNumbers, fromDate: from, toDate: to, fromAmount, toAmount } = given
        const long = accountNumbers.flatMap((account, at) =>
          account.length > 16 ? [`accountNumbers.${String(at)}`] : [],
        )
        const broken = [
          ...(accountNumbers.length === 0 ? ['accountNumbers'] : long),
          ...(from > moved(today, 1) ? ['fromDate'] : []),
          ...(to > from && to <= yearOn(from) ? [] : ['toDate']),
          ...((fromAmount ?? 0) > (toAmount ?? Infinity) ? ['toAmount'] : []),
        ]
        for (const path of broken) seen.add(path.replace(/\..*/, ''))
        if (broken.length === 0) seen.add('none')
        expect([...new Set(pathsOf(achPostedRequest(today), earlierRules, given))].sort()).toEqual(
          broken.sort(),
        )
      }),
      { numRuns: 600, seed: 4308 },
    )
    expect([...seen].sort()).toEqual(['accountNumbers', 'fromDate', 'none', 'toAmount', 'toDate'])
  })

  it('for rows passes exactly when it requests 1 to 1000 of them', () => {
    const index = fc.integer({ min: -2, max: 2_500 })
    fc.assert(
      fc.property(index, index, (startRowIndex, endRowIndex) => {
        const rows = endRowIndex - startRowIndex + 1
        const obeys = startRowIndex >= 1 && rows >= 1 && rows <= 1_000
        const paths = pathsOf(achRows, rowRules, { startRowIndex, endRowIndex })
        expect(paths.length === 0).toBe(obeys)
      }),
      { numRuns: 500 },
    )
  })
})
