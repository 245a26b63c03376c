import { describe, expect, it } from 'vitest'
import { bankDateIn } from '../../../../main/assurance/reconciliation/bank-date.ts'

describe('a date of the bank', () => {
  it.each([
    ['20280229', '2028-02-29'],
    ['2026-11-24', '2026-11-24'],
    [' 2026-11-24 10:15:00 ', '2026-11-24'],
    ['20261124T101500', '2026-11-24'],
  ])('%j is %s', (text, day) => {
    expect(bankDateIn(text)).toBe(day)
  })

  it.each(['2027-02-29', '202611240', '2026-11-24Z', 'soon', '', null, undefined])(
    'is none in %j',
    (text) => {
      expect(bankDateIn(text)).toBeNull()
    },
  )
})
