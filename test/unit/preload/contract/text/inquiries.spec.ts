import { expect, it } from 'vitest'
import { inquiryReasons } from '../../../../../preload/contract/domain/orders/order-course.ts'
import { inquiryWord } from '../../../../../preload/contract/text/inquiries.ts'

it('says why a status inquiry decides nothing, and before that what the bank said', () => {
  expect(inquiryReasons.map((reason) => inquiryWord({ word: null, reason }))).toEqual([
    'Not an answer: this route does not show orders that the bank has accepted',
    'Not requested: ACH inquiry is not in the agreement with the bank',
    'Not requested: ACH inquiry takes accounts of at most 16 digits',
    'Not requested: ACH inquiry goes back 180 days',
    'not collected before its effective date',
    'only entries of accounts that cannot be distinguished from its own',
  ])
  expect(inquiryWord({ word: 'COMPLETED', reason: null })).toBe('COMPLETED')
  expect(inquiryWord({ word: null, reason: null })).toBeNull()
})
