/** The connection to the bank as last seen, for the window. */
import type { CallFailure } from '../../../preload/contract/bank/account-validation.ts'
import type { Clock } from '../../platform/clock.ts'
import type { TokenState } from './token.ts'
import type { WireOutcome } from './transport.ts'

/** The bank as last seen; `since` is the start of that state. */
export type BankReach =
  | { readonly state: 'never-tried' }
  | { readonly state: 'reachable'; readonly since: Date }
  | { readonly state: 'unreachable'; readonly since: Date; readonly reason: CallFailure }
  | { readonly state: 'refused'; readonly since: Date; readonly status: number }

/** The latest problem: a code of this program or a status of the bank, never free text. */
export interface LatestProblem {
  readonly at: Date
  readonly failure?: CallFailure
  readonly status?: number
}

/** The state of one client. */
export interface BankClientStatus {
  readonly connection: BankReach
  readonly token: TokenState
  readonly latestProblem: LatestProblem | null
  /** The end of the pause after a 429, or null (bank note 19). */
  readonly pausedUntil: Date | null
  /** False after a record could not be saved; the call's result was still returned. */
  readonly recording: boolean
}

/** Tracks the outcomes of one client's calls. */
export class ReachabilityTracker {
  readonly #clock: Clock
  reach: BankReach = { state: 'never-tried' }
  latestProblem: LatestProblem | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Called when a call is over. A held or withdrawn one says nothing about the bank. */
  saw(outcome: WireOutcome): void {
    if (outcome.kind === 'held') return
    const since = this.#clock.now()
    if (outcome.kind === 'answered') {
      const { status } = outcome.answer
      if (status >= 400) this.latestProblem = { at: since, status }
      this.#turn(
        status === 401 || status === 403
          ? { state: 'refused', since, status }
          : { state: 'reachable', since },
      )
      return
    }
    const { code } = outcome.fault
    if (code === 'cancelled') return
    this.latestProblem = { at: since, failure: code }
    this.#turn({ state: 'unreachable', since, reason: code })
  }

  #turn(next: Exclude<BankReach, { state: 'never-tried' }>): void {
    const now = this.reach
    const same =
      now.state === next.state &&
      (now.state !== 'unreachable' ||
        (next.state === 'unreachable' && now.reason === next.reason)) &&
      (now.state !== 'refused' || (next.state === 'refused' && now.status === next.status))
    if (!same) this.reach = next
  }
}
