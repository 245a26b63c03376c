import type { ApiVersion } from '../../../preload/contract/bank/account-validation.ts'
import type { Enrolment } from '../enrolment.ts'
import { errorCodes, type ErrorCode } from '../error-codes.ts'
import { readInquiry, type Inquiry } from './inquiry.ts'
import { Refusal, success, type Reply } from '../replies.ts'
import type { Call, Route } from '../routes.ts'
import { sameSecret } from '../secrets.ts'
import { findPracticeAccount } from '../data/accounts.ts'
import { findPracticeBank } from '../data/banks.ts'
import { errorAnswer, fullAnswer } from './validation-answer.ts'

function answer(errorCode: ErrorCode, inquiry: Inquiry, version: ApiVersion): Reply | Refusal {
  if (errorCodes[errorCode].status === 400) return refusedWith(errorCode)
  return success(errorAnswer(errorCode, inquiry, version))
}

const refusedWith = (errorCode: ErrorCode): Refusal =>
  new Refusal(400, { AOAResponse: { Result: { errorCode } } })

function idsAreRight(call: Call, inquiry: Inquiry, enrolment: Enrolment): boolean {
  const secondary = sameSecret(inquiry.secondaryId ?? '', enrolment.secondaryId)
  const additional = sameSecret(inquiry.additionalId ?? '', enrolment.additionalId)
  if (secondary && additional) return true
  call.note('client-id-wrong', secondary ? 'additionalId' : 'the secondary id')
  return false
}

function inquire(inquiry: Inquiry, version: ApiVersion): Reply | Refusal {
  const { routingNumber, accountNumber } = inquiry
  const bank = findPracticeBank(routingNumber ?? '')
  if (!bank || routingNumber === null || accountNumber === null)
    return answer('001', inquiry, version)
  if (bank.accountLength !== null && accountNumber.length !== bank.accountLength) {
    return answer('008', inquiry, version)
  }
  const account = findPracticeAccount(routingNumber, accountNumber)
  if (account && account.errorCode !== '000') return answer(account.errorCode, inquiry, version)
  return success(fullAnswer({ account, inquiry, version }))
}

/**
 * POST /accounts/validations/{version}/verifyAccount. The document does not show the path of
 * version 2; here it has the same form (bank note 26). `error-codes.ts` maps each errorCode to its
 * status.
 */
export const validationRoute = (
  version: ApiVersion,
  enrolment: Enrolment,
  validated: Map<string, number>,
): Route => ({
  method: 'POST',
  path: `/accounts/validations/${version}/verifyAccount`,
  operation: 'validation',
  bearer: true,
  mediaType: 'application/json',
  handle: (call) => {
    const { inquiry, errorCode, findings } = readInquiry(call.body, version)
    for (const { rule, detail } of findings) call.note(rule, detail)
    if (!inquiry) return refusedWith(errorCode)
    if (errorCode !== '000') return answer(errorCode, inquiry, version)
    if (!idsAreRight(call, inquiry, enrolment)) return answer('103', inquiry, version)
    const account = `${inquiry.routingNumber ?? ''}/${inquiry.accountNumber ?? ''}`
    validated.set(account, (validated.get(account) ?? 0) + 1)
    // A system failure is a 200 (bank note 23).
    if (call.ordered('failure-in-200')) return answer('998', inquiry, version)
    return inquire(inquiry, version)
  },
})
