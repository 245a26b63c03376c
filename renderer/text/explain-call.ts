/** Why a call to the bank ended without an answer, in the contract's text. */
import type { CallFailure } from '../../preload/contract/bank/answers/call-failure.ts'
import { callFailureText } from '../../preload/contract/text/call-failures.ts'
import type { Explanation } from './explanation.ts'

export function explainCall(reason: CallFailure): Explanation {
  const { title, reason: why, next } = callFailureText(reason)
  return { title, reason: why, next }
}
