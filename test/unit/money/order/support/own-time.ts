/** Time that a test controls beside a real store: nothing is due before the test moves it. */
import { setImmediate } from 'node:timers/promises'
import type { StartTimer } from '../../../../../main/platform/timer.ts'
import type { Clock } from '../../../../../main/platform/clock.ts'
import type { Store } from '../../../../../main/store/store.ts'
import { storeRequests } from '../../../support/programs/programs.ts'

interface Due {
  readonly at: number
  readonly run: () => void
}

/**
 * Runs everything that waits for the store: its jobs run in order, a read here is queued after
 * them, and several turns in a row must bring no request but that read. Workstations beside each
 * other are never all quiet: then it ends after sixty turns.
 */
export async function quiet(store: Store): Promise<void> {
  for (let turn = 0, calm = 0; turn < 60 && calm < 5; turn += 1) {
    const before = storeRequests()
    await store.read.selectFrom('orders').select('id').limit(1).execute()
    await setImmediate()
    calm = storeRequests() - before === 1 ? calm + 1 : 0
  }
}

/** A clock that moves only by `pass`, with its timers. */
export class OwnTime {
  ms = Date.parse('2026-11-23T14:00:00.000Z')
  /** How far the clock of the machine was set back. */
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

  /** Moves on, running every timer at its time and waiting for the store after each. */
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
