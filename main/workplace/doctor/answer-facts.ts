/** The bank's answer word for word; the client has removed every secret from it. */
import type { DoctorFact } from '../../../preload/contract/api/doctor.ts'
import type { StoredAnswer } from '../../bank/call-record.ts'
import { factsOf } from './step-result.ts'

const longestText = 600

/** Returns status, correlation id and, on request, the body up to a readable length. */
export function answerFacts(answer: StoredAnswer | null, withBody: boolean): DoctorFact[] {
  if (!answer) return []
  const { status, headers, body, base64 } = answer
  const text = base64 ? 'not text' : body.slice(0, longestText)
  return factsOf(
    ['HTTP status', String(status)],
    ['Correlation id', headers['x-correlationid']],
    ['Bank message', withBody ? text : null],
  )
}

/** Returns the instant before which no call may be sent (bank note 19). */
export const pauseFacts = (until: Date | null): DoctorFact[] =>
  factsOf(['No earlier call', until?.toISOString()])
