/**
 * Polls things when they are due, the longest overdue first. Waits while polls are blocked, and
 * longer and longer while nothing answers.
 */
import type { Clock } from './clock.ts'
import type { StartTimer } from './timer.ts'

/** No wait is longer, because a clock may be set and a laptop may sleep. */
export const longestWaitMs = 60_000
export const waitWhileBlockedMs = 5_000
/** The wait before a failed poll is repeated. */
export const retryMs = 15_000
const [firstPauseMs, longestPauseMs] = [15_000, 300_000]
/** Without any plan, the clock is still checked at this interval. */
const idleCheckMs = 600_000
/**
 * A wall clock that moved this much against the monotonic clock was set; time synchronisation
 * corrects less.
 */
const driftMs = 60_000
const dayMs = 86_400_000

/** A pause that grows while nothing answers. */
export class BackOff {
  readonly #clock: Clock
  #untilMs = -Infinity
  #ms = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns the milliseconds until the pause ends; 0 without one. */
  leftMs(): number {
    return Math.max(0, this.#untilMs - this.#clock.monotonicMs())
  }

  /** Begins a pause of twice the last one; several failures of the same time begin one. */
  unanswered(): void {
    if (this.leftMs() > 0) return
    this.#ms = Math.min(longestPauseMs, Math.max(firstPauseMs, this.#ms * 2))
    this.#untilMs = this.#clock.monotonicMs() + this.#ms
  }

  /** Ends the pause. */
  answered(): void {
    this.#ms = 0
    this.#untilMs = -Infinity
  }
}

export interface PollerDeps {
  readonly clock: Clock
  readonly startTimer: StartTimer
  /** Returns whether polls may be made now. */
  readonly mayPoll: () => boolean
  /** Plans everything that is polled; called by `start`. */
  readonly planAll: () => Promise<void>
  /** Whether `planAll` is also called after the clock was set or the computer slept. */
  readonly plansAfterClockSet?: boolean
  /** The number of polls at the same time. */
  readonly parallel: number
  /**
   * Polls one thing, plans its next poll, and reports to `backOff` whether an answer came. A poll that
   * throws is repeated after `retryMs`.
   */
  readonly poll: (id: string) => Promise<void>
  readonly report: (problem: unknown) => void
}

/**
 * A due time by the wall clock, which somebody may set, and by the monotonic clock, which nobody
 * can. The earlier one counts, so that no plan waits for a clock that was set back.
 */
interface Due {
  readonly at: number
  readonly monotonicMs: number
}

/** Polls each thing at its planned moment, once started. */
export class Poller {
  readonly backOff: BackOff
  readonly #deps: PollerDeps
  readonly #due = new Map<string, Due>()
  #cancelTimer: (() => void) | undefined
  #running: Promise<void> | undefined
  #isOn = false
  #wallOffsetMs: number

  constructor(deps: PollerDeps) {
    this.#deps = deps
    this.backOff = new BackOff(deps.clock)
    this.#wallOffsetMs = this.#wallOffset()
  }

  isOn(): boolean {
    return this.#isOn
  }

  /** Plans everything and starts to poll; nothing is polled before. */
  async start(): Promise<void> {
    this.#isOn = true
    await this.#deps.planAll()
    this.#arm()
  }

  /** Polls no more. Resolves when the polls in progress have ended. */
  async stop(): Promise<void> {
    this.#isOn = false
    this.#disarm()
    await this.#running
  }

  /**
   * Plans a poll in place of the one planned before; null plans none. A plan for the same moment
   * never delays it.
   *
   * @param longestMs the longest interval; a later moment was computed before the clock was set
   *   back.
   */
  plan(id: string, when: Date | null, longestMs = dayMs): void {
    if (when === null) this.#due.delete(id)
    else this.#planAt(id, when.getTime(), longestMs)
    this.#arm()
  }

  /** Plans a poll of each of these things, as `plan` does. */
  planEach(moments: ReadonlyMap<string, Date>): void {
    for (const [id, when] of moments) this.#planAt(id, when.getTime(), dayMs)
    this.#arm()
  }

  /** Plans a poll after this time. */
  planIn(id: string, ms: number): void {
    this.#planAt(id, this.#deps.clock.now().getTime() + ms, ms)
    this.#arm()
  }

  #planAt(id: string, at: number, longestMs: number): void {
    const { clock } = this.#deps
    const left = Math.min(longestMs, Math.max(0, at - clock.now().getTime()))
    const known = this.#due.get(id)
    const monotonicMs = clock.monotonicMs() + left
    this.#due.set(id, {
      at,
      monotonicMs: known?.at === at ? Math.min(known.monotonicMs, monotonicMs) : monotonicMs,
    })
  }

  #disarm(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }

  #arm(): void {
    this.#disarm()
    if (!this.#isOn || this.#running) return
    const waitMs = this.#waitMs()
    if (waitMs === null) return
    this.#cancelTimer = this.#deps.startTimer(waitMs, () => this.#run())
  }

  /** Returns the milliseconds until the next check; null if none is needed. */
  #waitMs(): number | null {
    const { mayPoll, plansAfterClockSet = false } = this.#deps
    if (this.#due.size === 0) return plansAfterClockSet ? idleCheckMs : null
    const firstMs = Math.min(...[...this.#due.values()].map((due) => this.#leftMs(due)))
    return Math.max(
      0,
      Math.min(longestWaitMs, firstMs),
      this.backOff.leftMs(),
      mayPoll() ? 0 : waitWhileBlockedMs,
    )
  }

  #run(): void {
    this.#cancelTimer = undefined
    // In the next microtask, because a plan made by a poll must find `#running` set.
    this.#running = Promise.resolve()
      .then(() => this.#pollDue())
      .catch(this.#deps.report)
      .finally(() => {
        this.#running = undefined
        this.#arm()
      })
  }

  async #pollDue(): Promise<void> {
    const { planAll, plansAfterClockSet = false, mayPoll, parallel } = this.#deps
    if (plansAfterClockSet && this.#wasClockSet()) await planAll()
    const due = this.#overdue()
    for (let from = 0; from < due.length; from += parallel) {
      if (!this.#isOn || !mayPoll() || this.backOff.leftMs() > 0) return
      await Promise.all(due.slice(from, from + parallel).map((id) => this.#pollOne(id)))
    }
  }

  async #pollOne(id: string): Promise<void> {
    try {
      await this.#deps.poll(id)
    } catch (problem) {
      // A store that fails now may work later.
      this.planIn(id, retryMs)
      this.#deps.report(problem)
    }
  }

  /** The ids that are due now, the longest overdue first. */
  #overdue(): string[] {
    return [...this.#due]
      .map(([id, due]) => ({ id, leftMs: this.#leftMs(due) }))
      .filter(({ leftMs }) => leftMs <= 0)
      .sort((one, other) => one.leftMs - other.leftMs)
      .map(({ id }) => id)
  }

  #leftMs({ at, monotonicMs }: Due): number {
    const { clock } = this.#deps
    return Math.min(at - clock.now().getTime(), monotonicMs - clock.monotonicMs())
  }

  /** Whether the wall clock was set, or the computer slept, since the last call. */
  #wasClockSet(): boolean {
    const offsetMs = this.#wallOffset()
    const wasSet = Math.abs(offsetMs - this.#wallOffsetMs) > driftMs
    if (wasSet) this.#wallOffsetMs = offsetMs
    return wasSet
  }

  #wallOffset(): number {
    const { clock } = this.#deps
    return clock.now().getTime() - clock.monotonicMs()
  }
}
