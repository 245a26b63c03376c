/** Unusual routing numbers: one rule, which every screen and check uses. */
import { describe, expect, it } from 'vitest'
import { operatingBank } from '../../../../../main/practice/data/client-accounts.ts'
import { participants } from '../../../../../main/practice/payments/participants.ts'
import { practiceBankList } from '../../../../../main/practice/data/banks.ts'
import {
  hasRoutingChecksum,
  routingNumberWarning,
  withCheckDigit,
} from '../../../../../preload/contract/kernel/routing-number.ts'

const twoDigits = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0'))
const givenOut = twoDigits.filter((digits) =>
  /^(0\d|1[0-2]|15|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)$/.test(digits),
)

describe('a routing number', () => {
  it('warns with one text of a wrong check digit, of nine zeros and of first digits never given out', () => {
    for (const [number, where] of [
      ['021000022', 'ABA, check digit (weights 3, 7 and 1)'],
      ['000000000', 'ABA, nine zeros'],
      [withCheckDigit('13000000'), 'ABA, first two digits (00 to 12, 15, 21 to 32, 61 to 72, 80)'],
    ] as const)
      expect(routingNumberWarning(number), number).toEqual({
        message: 'Unusual routing number: check it',
        where,
      })
  })

  it('warns of the first two digits that were never given out, and of no others', () => {
    const quiet = twoDigits.filter(
      (digits) => routingNumberWarning(withCheckDigit(`${digits}100002`)) === undefined,
    )
    expect(quiet).toEqual(givenOut)
    // The U.S. Treasury's numbers in the Fedwire directory, one of JPMorgan Chase, one of a credit
    // union.
    for (const number of ['154000008', '155000007', '021000021', '322271627'])
      expect(routingNumberWarning(number), number).toBeUndefined()
  })

  it('that does not have nine digits is checked by another rule', () => {
    for (const number of ['', '13', '02100002', '0210000211', ' 021000022'])
      expect(routingNumberWarning(number), number).toBeUndefined()
  })

  it('of the practice bank\u2019s register gives no warning, and every other that begins with 55 does', () => {
    const register = new Set([
      operatingBank.routingNumber,
      ...practiceBankList.map(({ routingNumber }) => routingNumber),
      ...participants.map(({ routingNumber }) => routingNumber),
    ])
    expect(register.size).toBe(427)
    for (const number of register) {
      expect(hasRoutingChecksum(number), number).toBe(true)
      expect(routingNumberWarning(number), number).toBeUndefined()
    }
    let quiet = 0
    // Every number in the range of the register, and every 97th of the others.
    for (let at = 0; at < 1_000_000; at += at < 120_000 ? 1 : 97)
      if (!routingNumberWarning(withCheckDigit(`55${String(at).padStart(6, '0')}`))) quiet += 1
    expect(quiet).toBe([...register].filter((number) => number.startsWith('55')).length)
  })
})
