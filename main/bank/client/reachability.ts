/** The connection to the bank as last seen, for the window. */
import type { Clock } from '../../platform/clock.ts'
import type { BankReach, LatestProblem } from '../connection.ts'
import type { WireOutcome } from './transport.ts'

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
    if (outcome.kind === 'paused') return
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
