import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountForReading,
  amountFrom,
  amountFromAnswer,
  amountText,
  fractionDigits,
  minorUnits,
  totalOf,
} from '../../../../../preload/contract/kernel/money.ts'

const decimals: readonly (readonly [currency: string, digits: number])[] = [
  ['JPY', 0],
  ['USD', 2],
  ['KWD', 3],
  ['CLF', 4],
]
const inCurrency = fc.constantFrom(...decimals)
const count = fc.oneof(
  fc.maxSafeNat(),
  fc.integer({ min: 0, max: 100_000 }),
  fc.constantFrom(0, 1, 9, 10, 99, 100, 9_999_999_999, Number.MAX_SAFE_INTEGER),
)

/** Returns the decimal text of so many units, computed with whole numbers only. */
function written(units: number, digits: number): { whole: string; fraction: string } {
  const one = 10n ** BigInt(digits)
  const whole = String(BigInt(units) / one)
  const fraction = digits === 0 ? '' : String((BigInt(units) % one) + one).slice(1)
  return { whole, fraction }
}
const grouped = (whole: string): string => {
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3) {
    groups.unshift(whole.slice(Math.max(end - 3, 0), end))
  }
  return groups.join(',')
}
const join = (whole: string, fraction: string): string =>
  fraction === '' ? whole : `${whole}.${fraction}`

describe('an amount as a person types it', () => {
  it('is read to the unit in every currency, grouped or not, with or without its last zeros', () => {
    const typed = fc.tuple(
      inCurrency,
      count,
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom('', ' ', '\t\u00a0'),
    )
    fc.assert(
      fc.property(typed, ([[currency, digits], units, groups, short, blank]) => {
        const { whole, fraction } = written(units, digits)
        const stored = short ? fraction.replace(/0+$/, '') : fraction
        const text = blank + join(groups ? grouped(whole) : whole, stored) + blank
        expect(amountFrom(text, currency)).toEqual({ minor: units })
      }),
      { numRuns: 500 },
    )
  })

  it('is written as it was read, for bodies and for readers', () => {
    fc.assert(
      fc.property(inCurrency, count, ([currency, digits], units) => {
        const { whole, fraction } = written(units, digits)
        expect(amountText(minorUnits(units), currency)).toBe(join(whole, fraction))
        expect(amountForReading(minorUnits(units), currency)).toBe(join(grouped(whole), fraction))
      }),
    )
  })

  it('keeps to the currencies that have other than two decimals', () => {
    expect(decimals.map(([currency]) => fractionDigits(currency))).toEqual([0, 2, 3, 4])
    expect(['usd', 'jpy', 'XXX', 'constructor', '__proto__'].map(fractionDigits)).toEqual([
      2, 0, 2, 2, 2,
    ])
  })

  it.each([
    ['0.07', 7],
    ['0.29', 29],
    ['1.005', 'too-many-decimals'],
    ['1.15', 115],
    ['4.35', 435],
    ['8.20', 820],
    ['1.1', 110],
    ['99,999,999.99', 9_999_999_999],
    ['90071992547409.91', 9_007_199_254_740_991],
    ['90071992547409.92', 'too-large'],
    ['9'.repeat(400), 'too-large'],
    ['0'.repeat(400) + '1', 100],
  ])('does not meet a double on the way: %s', (text, expected) => {
    const read = amountFrom(text)
    expect('minor' in read ? read.minor : read.problem).toBe(expected)
  })

  it.each([
    ['nothing', ['', ' ', '\u00a0']],
    ['a sign', ['-1', '+1', '(1.00)', '1-', '\u22121']],
    ['an exponent', ['1e2', '1E2', '1.0e0']],
    ['a currency', ['$1', '1 USD', 'USD 1']],
    ['digits of another script', ['\u0661\u0662', '\uff11', '\u0967.50', '1\u0660']],
    ['blanks inside', ['1 000', '1\u00a0000', '1. 5', '1\u200b']],
    ['half a number', ['.', '.5', '5.', ',', '1,', '1.2.3']],
    ['groups that are none', ['1,00', '1,0000', ',100', '1,,000', '1000,000', '1,000.000,00']],
    ['a comma for the point', ['1,5', '12,50', '0,123', '1.234,56']],
    ['other numbers', ['0x10', '0b1', '1_000', 'NaN', 'Infinity', '1n']],
  ])('refuses %s', (_what, texts) => {
    for (const text of texts) expect(amountFrom(text)).toEqual({ problem: 'not-an-amount' })
  })

  it.each(['1.000', '12.500', '1.234', '0.001', '5.0000'])(
    'refuses %s, which elsewhere is another amount',
    (text) => {
      expect(amountFrom(text)).toEqual({ problem: 'too-many-decimals' })
    },
  )

  it('takes from any text digits, groups and one point, and changes none of the digits', () => {
    const anyText = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789.,-+eE $\u0660\u00a0')),
      maxLength: 12,
    })
    fc.assert(
      fc.property(anyText, inCurrency, (text, [currency, digits]) => {
        const read = amountFrom(text, currency)
        if (!('minor' in read)) return
        const [whole = '', fraction = '', ...more] = text.trim().split('.')
        expect(more).toEqual([])
        expect(text.trim()).toMatch(/^[0-9][0-9,]*(\.[0-9]+)?$/)
        expect(BigInt(whole.replaceAll(',', '') + fraction.padEnd(digits, '0'))).toBe(
          BigInt(read.minor),
        )
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('an amount as the bank writes it', () => {
  it('bank note 53: is the same amount in whatever way JSON may write the number', () => {
    const shifted = fc.tuple(inCurrency, count, fc.boolean(), fc.integer({ min: 0, max: 30 }))
    fc.assert(
      fc.property(shifted, ([[currency, digits], units, minus, places]) => {
        const all = String(units)
        const point = all.length - Math.min(places, all.length - 1)
        const mantissa = join(all.slice(0, point), all.slice(point))
        const exponent = all.length - point - digits
        const sign = minus ? '-' : ''
        const expected = { minor: minus && units > 0 ? -units : units }
        for (const e of [`e${exponent}`, `E${exponent < 0 ? '' : '+'}${exponent}`]) {
          expect(amountFromAnswer(sign + mantissa + e, currency)).toEqual(expected)
        }
        const { whole, fraction } = written(units, digits)
        expect(amountFromAnswer(`${sign}${whole}.${fraction}000`, currency)).toEqual(expected)
        expect(amountFromAnswer(sign + join(grouped(whole), fraction), currency)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['1.25E7', 1_250_000_000],
    ['9.999999999E7', 9_999_999_999],
    ['-0.00', 0],
    ['.5', 50],
    ['5.', 500],
    ['0e999', 0],
    ['1.005', 'too-many-decimals'],
    ['1e-3', 'too-many-decimals'],
    ['1e-999', 'too-many-decimals'],
    ['1e400', 'too-large'],
    ['12345678901234567890.12', 'too-large'],
    ['-90071992547409.92', 'too-large'],
    ['1e9999', 'not-an-amount'],
    ['--1', 'not-an-amount'],
    ['.', 'not-an-amount'],
    ['-', 'not-an-amount'],
    ['e5', 'not-an-amount'],
    ['', 'not-an-amount'],
    ['true', 'not-an-amount'],
  ])('%s reads as %s', (text, expected) => {
    const read = amountFromAnswer(text)
    expect('minor' in read ? read.minor : read.problem).toBe(expected)
  })

  it('has no minus zero, which would read the same and compare as different', () => {
    expect(Object.is(minorUnits(-0), 0)).toBe(true)
    expect(amountFromAnswer('-0')).toEqual({ minor: 0 })
  })

  it('is read in no time however long the text is', () => {
    const long = `1.${'0'.repeat(200_000)}1`
    expect(amountFromAnswer(long)).toEqual({ problem: 'too-many-decimals' })
    expect(amountFrom(long)).toEqual({ problem: 'too-many-decimals' })
  })
})

describe('a sum', () => {
  it('is exact in any order, and refused where a double could not hold it', () => {
    fc.assert(
      fc.property(fc.array(count, { maxLength: 40 }), (units) => {
        const exact = units.reduce((sum, one) => sum + BigInt(one), 0n)
        const expected =
          exact > BigInt(Number.MAX_SAFE_INTEGER)
            ? { problem: 'too-large' }
            : { minor: Number(exact) }
        expect(totalOf(units.map(minorUnits))).toEqual(expected)
        expect(totalOf(units.toReversed().map(minorUnits))).toEqual(expected)
      }),
    )
  })

  it('may pass beyond what a double holds on the way, if it comes back', () => {
    const most = minorUnits(Number.MAX_SAFE_INTEGER)
    expect(totalOf([most, most, minorUnits(-Number.MAX_SAFE_INTEGER)])).toEqual({ minor: most })
    const [one, back] = [minorUnits(1), minorUnits(-Number.MAX_SAFE_INTEGER)]
    expect(totalOf([most, one, one, back])).toEqual({ minor: 2 })
    expect(totalOf([most, minorUnits(1)])).toEqual({ problem: 'too-large' })
    expect(totalOf([])).toEqual({ minor: 0 })
  })

  it.each([0.1, NaN, Infinity, 2 ** 53, 1e300])('takes no %s for a whole number', (value) => {
    expect(() => minorUnits(value)).toThrow(RangeError)
  })
})
