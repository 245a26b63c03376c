import { expect, it } from 'vitest'
import { inquiryReasons } from '../../../../../preload/contract/domain/orders/order-course.ts'
import { inquiryText } from '../../../../../preload/contract/text/inquiries.ts'

it('gives the reason why a status inquiry decides nothing, and before that the report of the bank', () => {
  expect(inquiryReasons.map((reason) => inquiryText({ statusText: null, reason }))).toEqual([
    'Not an answer: this route does not show orders that the bank has accepted',
    'Not requested: ACH inquiry is not in the agreement with the bank',
    'Not requested: ACH inquiry takes accounts of at most 16 digits',
    'Not requested: ACH inquiry goes back 180 days',
    'not collected before its effective date',
    'only entries of accounts that cannot be distinguished from its own',
  ])
  expect(inquiryText({ statusText: 'COMPLETED', reason: null })).toBe('COMPLETED')
  expect(inquiryText({ statusText: null, reason: null })).toBeNull()
})
