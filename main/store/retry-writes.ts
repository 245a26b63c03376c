/**
 * Retries a store write until it succeeds, so that a full disk never loses the result of a money
 * call.
 */
import { StoreError } from './store.ts'

/** Pauses between retries; the last one is used for all further retries. */
export const retryPausesMs = [1_000, 5_000, 30_000] as const

/**
 * Holds the waits under way. `hurry` ends them, so that a profile that is left stores at once if it
 * can.
 */
export class Retries {
  readonly #wakes = new Set<() => void>()
  readonly #pausesMs: readonly number[]
  readonly #isClosing: () => boolean

  constructor(pauses: readonly number[] = retryPausesMs, isClosing = () => false) {
    this.#pausesMs = pauses
    this.#isClosing = isClosing
  }

  /** Retries everything that waits now. */
  hurry(): void {
    for (const wake of this.#wakes) wake()
  }

  /**
   * Retries until the work succeeds and reports each failure to `onFailure`. Rejects only when the
   * store is closing, closed or gone; the unsaved attempt then shows as interrupted at the next
   * start.
   */
  async untilStored<T>(work: () => Promise<T>, onFailure: (problem: unknown) => void): Promise<T> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await work()
      } catch (problem) {
        onFailure(problem)
        if (this.#isClosing() || (problem instanceof StoreError && isOver(problem))) throw problem
        await this.#pause(this.#pausesMs[Math.min(failures, this.#pausesMs.length - 1)] ?? 0)
      }
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        this.#wakes.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      timer.unref()
      this.#wakes.add(wake)
    })
  }
}

const isOver = ({ code }: StoreError): boolean => code === 'closed' || code === 'gone'
