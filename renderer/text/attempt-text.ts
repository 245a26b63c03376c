/**
 * Why a send attempt ended as it did: the reasons of the classification, and of a call without an
 * answer.
 */
import { callFailureTitle } from '../../preload/contract/bank/answers/call-failure-text.ts'
import { callFailures } from '../../preload/contract/bank/answers/call-failure.ts'

const reasons: Readonly<Record<string, string>> = {
  'no-answer': 'No answer came after the first byte had left',
  'answer-cut-off': 'The answer broke off',
  'answer-followed': 'More came on the connection after the answer',
  'unclear-status': 'This status says neither that it was taken in nor that it was not',
  'refused-with-transaction':
    'It was refused under a transaction id: something may have been made all the same',
  'refused-with-status': 'It was refused, and the answer says something else of the payment',
  'refused-barely':
    'It was refused without a word of the bank itself: something may have been made',
  'unreadable-answer': 'The answer cannot be read',
  'undecided-answer': 'The answer carries no status that decides',
  'names-repeated': 'The answer says the same thing twice and may contradict itself',
  'answer-of-another': 'The answer names another payment or batch',
  'refusal-borne-out':
    'It was refused, and a look-up that finds what the bank has says that it has none',
  'told-of': 'It seemed not to have left, and the bank has told of it since',
  refused: 'The bank refused the request and took nothing in',
  interrupted: 'The program ended before an answer was stored',
}

/**
 * Returns the sentence for a stored reason such as `no-answer: timed-out`; an unknown one is
 * returned unchanged.
 */
export function attemptWords(reason: string): string {
  const [code = '', failure] = reason.split(': ')
  const known = callFailures.find((one) => one === (failure ?? code))
  const title = known === undefined ? undefined : callFailureTitle(known)
  const said = reasons[code]
  if (said === undefined) return title ?? reason
  return failure === undefined ? said : `${said} (${(title ?? failure).toLowerCase()})`
}
