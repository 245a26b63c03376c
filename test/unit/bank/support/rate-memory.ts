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

  constructor(state: RateMemoryState = {}) {
    this.state = state
  }

  load(): Promise<RateMemoryState> {
    return Promise.resolve(this.state)
  }

  save(state: RateMemoryState): Promise<void> {
    if (this.failing) return Promise.reject(new Error('disk full'))
    this.state = state
    this.saves += 1
    return Promise.resolve()
  }
}
