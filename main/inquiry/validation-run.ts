/**
 * Runs of account validations, whatever they validate: whether a call may be made now, and the
 * consequences of its outcome (Promise P10; bank document 2).
 */
import type { BulkRun } from '../../preload/contract/api/bulk/run.ts'
import type {
  CallFailure,
  ValidationOutcome,
} from '../../preload/contract/bank/account-validation.ts'
import type { ProductTerms } from '../../preload/contract/api/profiles/profile-details.ts'
import type { AccountValidationApi } from '../bank/apis/account-validation.ts'
import type { Clock } from '../platform/clock.ts'
import { nextAgreedMoment, type AgreedFrequency } from './agreed-terms.ts'

export type Bank = Pick<AccountValidationApi, 'verify'>

export interface GateDeps {
  readonly clock: Clock
  readonly api: () => Bank | undefined
  readonly pausedUntil: () => Date | null
  readonly terms: () => ProductTerms | null
  /** Shared by all runs of the store, because the agreed rate covers them together. */
  readonly frequency: AgreedFrequency
}

const longestHoldMs = 30_000
const lookAgainMs = 1000

/** The gate of one run. */
export class RunGate {
  /** Milliseconds until the next check. */
  lookAgainMs = lookAgainMs
  readonly #deps: GateDeps
  #waitsFor: BulkRun['waitsFor'] = null
  #holdMs = 0
  #heldUntilMs = -Infinity

  constructor(deps: GateDeps) {
    this.#deps = deps
  }

  get waitsFor(): BulkRun['waitsFor'] {
    const until = this.#deps.pausedUntil()
    return until ? { kind: 'silence', until: until.toISOString() } : this.#waitsFor
  }

  /** When the agreed hours begin; null if now is within them. */
  hoursBegin(): Date | null {
    return nextAgreedMoment(this.#deps.terms(), this.#deps.clock.now())
  }

  /** Returns the API if a call may be made now. */
  open(): Bank | undefined {
    const { clock, terms, api, pausedUntil, frequency } = this.#deps
    const until = this.hoursBegin()
    const open = api()
    const heldMs = this.#heldUntilMs - clock.monotonicMs()
    const oftenMs = frequency.waitMs(terms()?.calls ?? null)
    this.#waitsFor = null
    if (until) this.#waitsFor = { kind: 'hours', until: until.toISOString() }
    else if (!open || heldMs > 0) this.#waitsFor = { kind: 'bank' }
    this.lookAgainMs = oftenMs > 0 ? Math.min(oftenMs, lookAgainMs) : lookAgainMs
    return this.#waitsFor || pausedUntil() || oftenMs > 0 ? undefined : open
  }

  /** The bank could not be reached: waits longer before each new try. */
  hold(): void {
    const now = this.#deps.clock.monotonicMs()
    // Several calls failed for the same cause: only the first lengthens the wait.
    if (now < this.#heldUntilMs) return
    this.#holdMs = Math.min(longestHoldMs, Math.max(lookAgainMs, this.#holdMs * 2))
    this.#heldUntilMs = now + this.#holdMs
  }

  /** The bank answers again. */
  answered(): void {
    this.#holdMs = 0
  }

  /** Forgets earlier failures. */
  reset(): void {
    this.#holdMs = 0
    this.#heldUntilMs = -Infinity
    this.#waitsFor = null
  }
}

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
