/** What the bank said in an answer, word for word; the client has removed every secret from it. */
import type { DoctorFact } from '../../../preload/contract/api/doctor.ts'
import type { StoredAnswer } from '../../bank/client/call-record.ts'
import { factsOf } from './step-result.ts'

const longestText = 600

/** Status, correlation id and, where asked for, the body as far as a person reads it. */
export function answerFacts(answer: StoredAnswer | null, withBody: boolean): DoctorFact[] {
  if (!answer) return []
  const { status, headers, body, base64 } = answer
  const text = base64 ? 'bytes that are no text' : body.slice(0, longestText)
  return factsOf(
    ['HTTP status', String(status)],
    ['X-CorrelationId', headers['x-correlationid']],
    ['The bank says', withBody ? text : null],
  )
}

/** Since when nothing may be sent, and until when (trap 19). */
export const pauseFacts = (until: Date | null): DoctorFact[] =>
  factsOf(['No call before', until?.toISOString()])
