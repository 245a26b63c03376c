import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskAccountIn } from '../../../../main/bank/privacy/mask-in-text.ts'

describe('masking an account in text', () => {
  it('masks it with and without leading zeros and leaves everything else', () => {
    const text = '{"accountNumber":"0012345678","routingNumber":"021000021","ref":"912345678"}'
    expect(maskAccountIn(text, '12345678')).toBe(
      '{"accountNumber":"\u2022\u2022\u2022\u20225678","routingNumber":"021000021","ref":"912345678"}',
    )
  })

  it('masks it glued to words and in another letter case, and not inside a longer number', () => {
    expect(maskAccountIn('ACCT1234567890 closed', '1234567890')).toBe(
      'ACCT\u2022\u2022\u2022\u20227890 closed',
    )
    expect(maskAccountIn('AB12CD34EF', 'ab12cd34ef')).toBe('\u2022\u2022\u2022\u202234ef')
    expect(maskAccountIn('91234567890', '1234567890')).toBe('91234567890')
  })

  it('shows no short account whole because zeros lead it', () => {
    expect(maskAccountIn('"00001234"', '00001234')).toBe('"\u2022\u2022\u2022\u2022"')
  })

  it('masks the number wherever it is alone', () => {
    const account = fc.stringMatching(/^[1-9A-Z][0-9A-Z]{4,16}$/)
    fc.assert(
      fc.property(account, fc.nat(3), (number, zeros) => {
        const masked = maskAccountIn(`{"a":"${'0'.repeat(zeros)}${number}"}`, number)
        expect(masked).not.toContain(number)
      }),
    )
  })
})
