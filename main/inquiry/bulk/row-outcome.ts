/** What the outcome of one call means for its row and for the run (P10; `2-validation-and-ach-inquiry.md`). */
import type {
  CallFailure,
  ValidationOutcome,
} from '../../../preload/contract/bank/account-validation.ts'

/** What follows of an outcome. */
export type RowVerdict =
  /** The bank answered, or may have: it is stored with its row. */
  | {
      readonly kind: 'store'
      readonly state: 'answered' | 'unknown'
      readonly isFruitless: boolean
    }
  /** Nothing was asked: the row waits again, and `next` says what the run does. */
  | {
      readonly kind: 'not-asked'
      readonly next: 'go-on' | 'wait-for-bank' | { readonly pause: string }
    }

/** No later call can do better until a person has changed something. */
const needsAPerson: Partial<Record<CallFailure, string>> = {
  'server-certificate-not-trusted': 'The certificate of the bank is not trusted.',
  'server-name-mismatch': 'The certificate of the bank is of another name.',
  'client-certificate-refused': 'The bank refused the client certificate.',
  'credentials-refused': 'The bank refused the credentials.',
  'token-refused': 'The bank gave no token.',
}

/** The refusals of the document that answer the question: another call would say the same. */
const answering: readonly number[] = [400, 404, 415]

/** An outage, a time-out or the page of a gateway answers nothing: whether the bank has counted it is not known. */
function verdictOfRefusal({
  kind,
  status,
}: Extract<ValidationOutcome, { kind: 'refused' | 'unreadable' }>): RowVerdict {
  const isAnswer = status < 300 || (kind === 'refused' && answering.includes(status))
  // Where the way or the form of the call is wrong, it is so for every row.
  const isFruitless = !isAnswer || status > 400
  return { kind: 'store', state: isAnswer ? 'answered' : 'unknown', isFruitless }
}

/** Derives it. A refusal for want of access or for too many calls has validated nothing (design, The bank client). */
export function verdictOf(outcome: ValidationOutcome): RowVerdict {
  switch (outcome.kind) {
    case 'answered':
      return { kind: 'store', state: 'answered', isFruitless: false }
    case 'no-answer':
      return { kind: 'store', state: 'unknown', isFruitless: true }
    case 'not-sent': {
      const pause = needsAPerson[outcome.reason]
      if (pause !== undefined) return { kind: 'not-asked', next: { pause } }
      return {
        kind: 'not-asked',
        next: outcome.reason === 'rate-paused' ? 'go-on' : 'wait-for-bank',
      }
    }
    case 'refused':
    case 'unreadable': {
      const { status } = outcome
      // The silence that it asks for is kept by the rate budget (trap 19).
      if (status === 429) return { kind: 'not-asked', next: 'go-on' }
      if (status === 401 || status === 403)
        return {
          kind: 'not-asked',
          next: { pause: `The bank refused access (HTTP ${String(status)}).` },
        }
      return verdictOfRefusal(outcome)
    }
  }
}
