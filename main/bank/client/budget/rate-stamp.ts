/**
 * Saves the rate memory to disk before the calls, so that a killed process leaves a correct state.
 */
import type { Clock } from '../../../platform/clock.ts'
import type { RateMemory, RateMemoryState } from './rate-memory.ts'

/** How long one stamp is valid: at any call the store holds one that is at most this old. */
const servesMs = 60_000
/** A wall clock that moved more than this against the monotonic one makes the stamp wrong. */
const driftMs = 1_000

/** Saves in order, one at a time; of several waiting states only the latest is written. */
export class RateStamp {
  readonly #clock: Clock
  readonly #memory: RateMemory
  #next: (() => RateMemoryState) | undefined
  #saving: Promise<boolean> | undefined
  #stampedAt: number | undefined
  #offset = 0

  constructor(clock: Clock, memory: RateMemory) {
    this.#clock = clock
    this.#memory = memory
  }

  /** Whether a call may be written without saving first. */
  holds(): boolean {
    const now = this.#clock.monotonicMs()
    return this.#stampedAt !== undefined && now - this.#stampedAt < servesMs && !this.drifted()
  }

  /** Whether the wall clock jumped since the last save, so that saved instants are wrong. */
  drifted(): boolean {
    return Math.abs(this.#wallOffset() - this.#offset) > driftMs
  }

  /**
   * Saves; resolves to whether the state is on disk. Never rejects: a budget that cannot save
   * waits. `state` is read when its turn comes: the wall clock may be set before.
   */
  save(state: () => RateMemoryState): Promise<boolean> {
    this.#next = state
    this.#saving ??= this.#drain().finally(() => {
      this.#saving = undefined
    })
    return this.#saving
  }

  /** Resolves when nothing is being written. Never rejects. */
  async settled(): Promise<void> {
    await this.#saving
  }

  async #drain(): Promise<boolean> {
    let saved = true
    while (this.#next) {
      const state = this.#next()
      const at = this.#clock.monotonicMs()
      const offset = this.#wallOffset()
      this.#next = undefined
      saved = await this.#memory.save(state).then(
        () => true,
        () => false,
      )
      if (saved) [this.#stampedAt, this.#offset] = [at, offset]
    }
    return saved
  }

  #wallOffset(): number {
    return this.#clock.now().getTime() - this.#clock.monotonicMs()
  }
}
