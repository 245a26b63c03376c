/** Decides whether a run may make a call now, and says what it waits for if not. */
import type { BulkRun } from '../../preload/contract/api/bulk/run.ts'
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
