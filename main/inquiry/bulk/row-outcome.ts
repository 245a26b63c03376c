/**
 * The consequences of one call's outcome for its row and its run (Promise P10; bank document 2).
 */
import type {
  CallFailure,
  ValidationOutcome,
} from '../../../preload/contract/bank/account-validation.ts'

/** The consequence of an outcome. */
export type RowVerdict =
  /** The bank answered, or may have: the result is stored with the row. */
  | {
      readonly kind: 'store'
      readonly state: 'answered' | 'unknown'
      readonly isFruitless: boolean
    }
  /** Nothing was validated: the row waits again, and `next` says what the run does. */
  | {
      readonly kind: 'not-asked'
      readonly next: 'go-on' | 'wait-for-bank' | { readonly pause: string }
    }

/** Failures that persist until a person changes something. */
const needsAPerson: Partial<Record<CallFailure, string>> = {
  'server-certificate-not-trusted': 'The certificate of the bank is not trusted.',
  'server-name-mismatch': 'The certificate of the bank is of another name.',
  'client-certificate-refused': 'The bank refused the client certificate.',
  'credentials-refused': 'The bank refused the credentials.',
  'token-refused': 'The bank gave no token.',
}

/** Documented refusals that answer the query: another call would get the same. */
const answering: readonly number[] = [400, 404, 415]

/**
 * An outage, a time-out or a gateway page answers nothing; whether the bank counted the call is
 * unknown.
 */
function verdictOfRefusal({
  kind,
  status,
}: Extract<ValidationOutcome, { kind: 'refused' | 'unreadable' }>): RowVerdict {
  const isAnswer = status < 300 || (kind === 'refused' && answering.includes(status))
  // If the path or the form of the call is wrong, it is wrong for every row.
  const isFruitless = !isAnswer || status > 400
  return { kind: 'store', state: isAnswer ? 'answered' : 'unknown', isFruitless }
}

/**
 * Derives the verdict. A refusal for missing access (401, 403) or too many calls (429) has
 * validated nothing.
 */
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
      // The rate budget observes the pause that a 429 requires (bank note 19).
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
