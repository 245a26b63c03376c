import { describe, expect, it } from 'vitest'
import { maskAnswer, recordMask } from '../../../../main/inquiry/validation/masking.ts'
import type { AccountReading } from '../../../../preload/contract/bank/account-validation.ts'

const owner = { name: 'Margaret Alder', requestBody: null }
const mask = recordMask({ accountNumber: '001000200031', accountInAnswer: '1000200058', owner })
const unmasked = 'MARGARET ALDER, account 1000200031'
const reading: AccountReading = {
  errorCode: '000',
  accountStatus: { code: '099', message: `Open Valid: ${unmasked}` },
  conditionCode: '000',
  overallMatchScore: '95',
  matches: { nameMatch: 'Y' },
  systemRecordId: 'SR-MargaretAlder',
  primaryId: 'P-1',
  secondaryId: '5550142',
  additionalId: unmasked,
  routingNumber: '021000021',
  accountNumber: '1000200058',
  feeAttrib: 'HH',
  userDefined: 'PAYEE-17 Alder, Margaret',
  other: [{ path: 'AcctOwner.remark', value: unmasked }],
}
const trace = {
  status: 400,
  transactionId: unmasked,
  namesPayment: false,
  correlationId: 'C',
  transactionTime: null,
}
const beside = [{ path: 'remark', value: unmasked }]
const silent = (text: string): void => {
  expect(text).not.toMatch(/margaret|alder/i)
  expect(text).not.toMatch(/1000200031|1000200058/)
}

describe('masking a record', () => {
  it('leaves neither owner nor account in any text of an answer, and every code as received', () => {
    const warnings = [{ code: 'ECA-W-001', text: unmasked }]
    const answered = { kind: 'answered', reading, warnings, beside, trace } as const
    const masked = maskAnswer(answered, mask)
    silent(JSON.stringify(masked))
    expect(masked).toMatchObject({
      trace: { status: 400, correlationId: 'C' },
      reading: {
        errorCode: '000',
        accountStatus: { code: '099' },
        overallMatchScore: '95',
        matches: { nameMatch: 'Y' },
        primaryId: 'P-1',
        secondaryId: '5550142',
        routingNumber: '021000021',
        accountNumber: '\u2022\u2022\u2022\u20220058',
        userDefined: 'PAYEE-17 A\u2022\u2022\u2022, M\u2022\u2022\u2022',
      },
      warnings: [{ code: 'ECA-W-001' }],
    })
  })

  it('masks the messages of a refusal, and those of the gateway', () => {
    const messages = [{ code: 'SVC-0001', text: unmasked }]
    const common = { reading, messages, beside, trace }
    const refusal = {
      problem: 'request-invalid',
      connectError: unmasked,
      unreadable: null,
    } as const
    silent(JSON.stringify(maskAnswer({ kind: 'refused', ...refusal, ...common }, mask)))
    silent(JSON.stringify(maskAnswer({ kind: 'nothing-found', ...common }, mask)))
  })

  it('masks the fields of an answer that cannot be understood', () => {
    const answer = { kind: 'not-understood', why: 'not-listed', beside, trace } as const
    silent(JSON.stringify(maskAnswer(answer, mask)))
  })

  it('masks the account that the answer names, also where it differs', () => {
    expect(mask('{"accountNumber":"1000200058"}')).toBe(
      '{"accountNumber":"\u2022\u2022\u2022\u20220058"}',
    )
  })

  it('takes no code of an answer for the number of another account', () => {
    const short = recordMask({ accountNumber: '001000200031', accountInAnswer: '099', owner })
    expect(short('{"primaryStatusCode":"099"}')).toBe('{"primaryStatusCode":"099"}')
  })
})
