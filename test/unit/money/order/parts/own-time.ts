/** Time that a test owns beside a real store: nothing is due before it says so. */
import type { StartTimer } from '../../../../../main/platform/timer.ts'
import type { Clock } from '../../../../../main/platform/clock.ts'
import type { Store } from '../../../../../main/store/store.ts'

interface Due {
  readonly at: number
  readonly run: () => void
}

/** Lets whatever waits for the store happen: its jobs go in turn, and these stand behind them. */
export async function quiet(store: Store): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) {
    await store.read.selectFrom('orders').select('id').limit(1).execute()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A clock that moves when it is told to, with its timers. */
export class OwnTime {
  ms = Date.parse('2026-11-23T14:00:00.000Z')
  /** How far somebody has set the clock of the machine back. */
  setBackMs = 0
  readonly #due: Due[] = []

  readonly clock: Clock = {
    now: () => new Date(this.ms - this.setBackMs),
    monotonicMs: () => this.ms,
  }

  readonly startTimer: StartTimer = (afterMs, run) => {
    const due = { at: this.ms + Math.max(afterMs, 0), run }
    this.#due.push(due)
    this.#due.sort((one, other) => one.at - other.at)
    return () => {
      const at = this.#due.indexOf(due)
      if (at >= 0) this.#due.splice(at, 1)
    }
  }

  get now(): string {
    return new Date(this.ms).toISOString()
  }

  /** Moves on, running every timer in its time and letting the store catch up with each. */
  async pass(ms: number, store: Store): Promise<void> {
    const until = this.ms + ms
    await quiet(store)
    for (let next = this.#due[0]; next && next.at <= until; next = this.#due[0]) {
      this.#due.shift()
      this.ms = Math.max(this.ms, next.at)
      next.run()
      await quiet(store)
    }
    this.ms = until
  }
}
