/**
 * Why a send attempt ended as it did: the reasons of the classification, and of a call without an
 * answer.
 */
import { callFailures } from '../bank/answers/call-failure.ts'
import { callFailureTitle } from './call-failures.ts'
import { firstAlertText } from './tls-alerts.ts'

const reasons: Readonly<Record<string, string>> = {
  'no-answer': 'Sending had begun, and no answer came',
  'answer-cut-off': 'The answer was cut off',
  'answer-followed': 'Extra data followed the answer',
  'answer-reset': 'The connection was reset right after the answer',
  'unclear-status': 'The status does not show whether the bank accepted it',
  'refused-with-transaction':
    'Refused, but with a transaction id: a payment may still have been made',
  'refused-with-status': 'Refused, but the answer reports another status of the payment',
  'refused-barely': 'Refused without a reason from the bank itself: a payment may have been made',
  'unreadable-answer': 'The answer cannot be read',
  'undecided-answer': 'The answer has no decisive status',
  'names-repeated': 'The answer repeats a field and may contradict itself',
  'answer-of-another': 'The answer names another payment or batch',
  'refusal-borne-out': 'Refused, and a proven status check reports that the bank does not have it',
  'reported-since': 'Seemed not to have been sent, but the bank has reported it since',
  refused: 'The bank refused the request and accepted nothing',
  interrupted: 'The program ended before an answer was stored',
  'home-gone': 'The workstation that sent it was gone before an answer was stored',
  'home-back': 'The workstation that sent it was gone, and reported the end later',
}

/**
 * Returns the sentence for a stored reason such as `no-answer: timed-out`; an unknown one is
 * returned unchanged.
 */
export function attemptText(reason: string): string {
  const [code = '', failure] = reason.split(': ')
  if (code === 'refused-by-alert') return firstAlertText(Number(failure))
  const known = callFailures.find((one) => one === (failure ?? code))
  const title = known === undefined ? undefined : callFailureTitle(known)
  const explained = reasons[code]
  if (explained === undefined) return title ?? reason
  return failure === undefined ? explained : `${explained} (${(title ?? failure).toLowerCase()})`
}
