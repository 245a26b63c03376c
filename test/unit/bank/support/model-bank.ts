/**
 * A bank and a network in virtual time: calls travel, are counted on arrival, are answered, travel
 * back.
 */
import { openRateBudget, type RateBudget } from '../../../../main/bank/client/budget/rate-budget.ts'
import type { Permit } from '../../../../main/bank/client/budget/rate-permit.ts'
import { MemoryOfTest } from './rate-memory.ts'
import { seeded } from '../../support/seeded.ts'
import { settle, VirtualTime } from './virtual-time.ts'

/** One pattern of load. */
export interface Pattern {
  readonly seed: number
  readonly calls: number
  /** Calls are requested at random within this time. */
  readonly spreadMs: number
  /** The longest delay of one way, at a moment. */
  readonly delayMs: (atMs: number) => number
  readonly answerMs: (random: number) => number
}

/** The most arrivals in any half-open window of one second. */
export function mostInOneSecond(arrivals: readonly number[]): number {
  const sorted = arrivals.toSorted((a, b) => a - b)
  return Math.max(
    0,
    ...sorted.map((start) => sorted.filter((at) => at >= start && at < start + 1_000).length),
  )
}

/** Runs a pattern to its end and returns when the bank counted each call. */
export async function arrivalsOf(pattern: Pattern): Promise<number[]> {
  const time = new VirtualTime()
  const budget = await openRateBudget({
    clock: time.clock,
    startTimer: time.startTimer,
    memory: new MemoryOfTest(),
  })
  const model = new Model(pattern, time, budget)
  return model.run()
}

class Model {
  readonly #pattern: Pattern
  readonly #time: VirtualTime
  readonly #budget: RateBudget
  readonly #random: () => number
  readonly #arrivals: number[] = []
  #idleConnections = 0
  #left: number

  constructor(pattern: Pattern, time: VirtualTime, budget: RateBudget) {
    this.#pattern = pattern
    this.#time = time
    this.#budget = budget
    this.#random = seeded(pattern.seed)
    this.#left = pattern.calls
  }

  async run(): Promise<number[]> {
    for (let i = 0; i < this.#pattern.calls; i += 1) {
      this.#later(this.#random() * this.#pattern.spreadMs, () => void this.#call())
    }
    while (this.#left > 0 && (await this.#time.step()));
    await settle()
    return this.#arrivals
  }

  async #call(): Promise<void> {
    const permit = await this.#budget.acquire({ lane: 'bulk' })
    if (permit.kind === 'refused') throw new Error(permit.reason)
    if (this.#idleConnections > 0) {
      this.#idleConnections -= 1
      this.#write(permit)
      return
    }
    const ended = this.#budget.transit.handshakeStarted()
    this.#later(this.#oneWay() + this.#oneWay(), () => {
      ended('completed')
      this.#write(permit)
    })
  }

  #write(permit: Permit): void {
    if (!permit.begin()) throw new Error('no pause in this model')
    permit.written(500)
    this.#later(this.#oneWay(), () => {
      this.#arrivals.push(this.#time.ms)
      const answerMs = this.#pattern.answerMs(this.#random()) + this.#oneWay()
      this.#later(answerMs, () => this.#answered(permit))
    })
  }

  #answered(permit: Permit): void {
    permit.answered(200)
    permit.ended()
    this.#left -= 1
    if (!this.#budget.transit.wantsHandshakes()) this.#idleConnections += 1
  }

  #oneWay(): number {
    return this.#random() * this.#pattern.delayMs(this.#time.ms)
  }

  #later(ms: number, run: () => void): void {
    this.#time.startTimer(ms, run)
  }
}
