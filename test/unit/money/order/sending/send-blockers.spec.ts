import { expect, it } from 'vitest'
import { refusalOf } from '../../../../../main/money/order/refusals.ts'
import { refusedBy } from '../../../../../main/money/order/sending/send-blockers.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import { notSentText } from '../../../../../preload/contract/text/not-sent.ts'

const ofField = (path: string): Failure => ({
  code: 'invalid-input',
  fields: [{ path, message: '', source: null }],
})

it.each([
  [
    refusalOf({ code: 'original-unresolved' }),
    'The original was closed as not made, but may be at the bank by now. This copy could pay twice. Check the status of the original first. Nothing was sent',
  ],
  [
    refusalOf({ code: 'follow-up', by: 'reversal', why: 'unfit' }),
    'The state of an original entry changed. Nothing was sent',
  ],
  [ofField('effectiveDate'), 'Its effective date is no longer within 31 days. Nothing was sent'],
  [ofField('accountId'), 'Its debit account may no longer be debited. Nothing was sent'],
  [ofField('debitAccountId'), 'Its debit account may no longer be debited. Nothing was sent'],
] as const)('stores why a released order was not sent: %o', (failure, text) => {
  expect(notSentText(refusedBy(failure))).toBe(text)
})
