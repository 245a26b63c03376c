/** Storing what has happened until it is stored: what the bank did with money is not forgotten over a full disk. */
import { StoreError } from '../store/store.ts'

/** How long until it is tried again; the last one for ever. */
export const retryPausesMs = [1_000, 5_000, 30_000] as const

/** The waits that are under way; `hurry` ends them, so that what closes is stored at once if it can be. */
export class Retries {
  readonly #wakes = new Set<() => void>()
  readonly #pausesMs: readonly number[]
  readonly #isClosing: () => boolean

  constructor(pauses: readonly number[] = retryPausesMs, isClosing = () => false) {
    this.#pausesMs = pauses
    this.#isClosing = isClosing
  }

  /** Tries all that waits again now. */
  hurry(): void {
    for (const wake of this.#wakes) wake()
  }

  /**
   * Tries until it works. `stumbled` hears of each failure. Rejects only when the store is closing, closed or gone: then
   * what could not be stored shows as interrupted at the next start.
   */
  async until<T>(work: () => Promise<T>, stumbled: (problem: unknown) => void): Promise<T> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await work()
      } catch (problem) {
        stumbled(problem)
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

const isOver = ({ code }: StoreError): boolean =>
  code === 'STORE_CLOSED' || code === 'STORE_WORKER_GONE'
