/** Work that is taken up again and again until it is done: rows to send, alerts to forward. */
import type { StartTimer } from './timer.ts'

export interface RunDeps {
  readonly startTimer: StartTimer
  /** Does everything that can be done now. `signal` is aborted when the run is stopped. */
  readonly pass: (signal: AbortSignal) => Promise<void>
  /** Called when a pass rejects, as the last part of that pass. Never rejects. */
  readonly failed: (problem: unknown, signal: AbortSignal) => Promise<void> | void
}

/**
 * Passes over waiting work, one at a time. A request during a pass leads to one more pass after it,
 * so that work which arrives meanwhile is not missed.
 */
export class Run {
  readonly #deps: RunDeps
  /** Undefined while no pass may begin. */
  #stopping: AbortController | undefined
  #passing: Promise<void> | undefined
  #isRequested = false
  #cancelTimer: (() => void) | undefined

  constructor(deps: RunDeps) {
    this.#deps = deps
  }

  isOn(): boolean {
    return this.#stopping !== undefined
  }

  /** Allows passes; none begins before, or without a request. */
  start(): void {
    this.#stopping ??= new AbortController()
  }

  /** Begins no more passes. Resolves when the pass in progress has ended; a pass never awaits it. */
  async stop(): Promise<void> {
    this.#stopping?.abort()
    this.#stopping = undefined
    this.#isRequested = false
    this.#disarm()
    await this.#passing
  }

  /** Resolves when no pass is in progress. Never rejects. */
  async settled(): Promise<void> {
    while (this.#passing) await this.#passing
  }

  /** Begins a pass, or one more after the pass in progress. */
  request(): void {
    const signal = this.#stopping?.signal
    if (!signal) return
    this.#isRequested = this.#passing !== undefined
    if (this.#passing) return
    this.#disarm()
    // In the next microtask, because a request made by the pass must find `#passing` set.
    this.#passing = Promise.resolve()
      .then(() => this.#deps.pass(signal))
      .catch((problem: unknown) => this.#deps.failed(problem, signal))
      .finally(() => {
        this.#passing = undefined
        if (this.#isRequested) this.request()
      })
  }

  /** Requests a pass after this time, in place of an earlier such request. */
  requestIn(ms: number): void {
    this.#disarm()
    if (this.#stopping) this.#cancelTimer = this.#deps.startTimer(ms, () => this.request())
  }

  #disarm(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }
}
