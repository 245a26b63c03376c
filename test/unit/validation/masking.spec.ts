import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskAccountIn } from '../../../main/validation/masking.ts'

describe('masking an account in text', () => {
  it('masks it with and without leading zeros and leaves everything else', () => {
    const text = '{"accountNumber":"0012345678","routingNumber":"021000021","ref":"A12345678"}'
    expect(maskAccountIn(text, '12345678')).toBe(
      '{"accountNumber":"\u2022\u2022\u2022\u20225678","routingNumber":"021000021","ref":"A12345678"}',
    )
  })

  it('never lets the number stand where it stands alone', () => {
    const account = fc.stringMatching(/^[1-9A-Z][0-9A-Z]{4,16}$/)
    fc.assert(
      fc.property(account, fc.nat(3), (number, zeros) => {
        const masked = maskAccountIn(`{"a":"${'0'.repeat(zeros)}${number}"}`, number)
        expect(masked).not.toContain(number)
      }),
    )
  })
})
