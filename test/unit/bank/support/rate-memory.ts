/** A rate memory that a test can inspect, and a store that survives a restart. */
import type {
  RateMemory,
  RateMemoryState,
} from '../../../../main/bank/client/budget/rate-memory.ts'

/** Holds the state in memory; `failing` makes every save reject. */
export class MemoryOfTest implements RateMemory {
  state: RateMemoryState
  failing = false
  saves = 0
  #held: Promise<null> | undefined

  constructor(state: RateMemoryState = {}) {
    this.state = state
  }

  load(): Promise<RateMemoryState> {
    return Promise.resolve(this.state)
  }

  /** The next save does not end before the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<null>()
    this.#held = promise
    return () => resolve(null)
  }

  async save(state: RateMemoryState): Promise<void> {
    if (this.failing) throw new Error('disk full')
    this.state = state
    this.saves += 1
    const held = this.#held
    this.#held = undefined
    await held
  }
}
