/** The rows of a run that wait for their turn, read from the store a few at a time. */
import type { Store } from '../../store/store.ts'
import { waitingRows, type AskableRow } from './bulk.records.ts'

const readAtOnce = 200

/** Gives each waiting row once, and from the first again when some have come back. */
export class WaitingQueue {
  readonly #store: Store
  readonly #runId: string
  /** Rows that were given out and are not done with: the store may still call them waiting. */
  readonly #givenOut: ReadonlyMap<number, unknown>
  #read: AskableRow[] = []
  #after = 0
  #isAtEnd = false
  #cameBack = false

  constructor(store: Store, runId: string, givenOut: ReadonlyMap<number, unknown>) {
    this.#store = store
    this.#runId = runId
    this.#givenOut = givenOut
  }

  /** Some rows wait again. */
  cameBack(): void {
    this.#cameBack = true
  }

  /** A row that was given and cannot be used now. */
  putBack(row: AskableRow): void {
    this.#read.unshift(row)
  }

  /** The next row; undefined: none waits. One call at a time. */
  async next(): Promise<AskableRow | undefined> {
    for (;;) {
      const row = this.#read.shift()
      if (row) return row
      if (this.#isAtEnd && !this.#cameBack) return undefined
      if (this.#isAtEnd) {
        this.#cameBack = false
        this.#isAtEnd = false
        this.#after = 0
      }
      await this.#readOn()
    }
  }

  async #readOn(): Promise<void> {
    // What was out when the reading began may be answered by its end, and be read as waiting all the same.
    const wasOut = new Set(this.#givenOut.keys())
    const found = await waitingRows(this.#store, this.#runId, this.#after, readAtOnce)
    this.#after = found.at(-1)?.row ?? this.#after
    this.#isAtEnd = found.length === 0
    this.#read = found.filter(({ row }) => !wasOut.has(row) && !this.#givenOut.has(row))
  }
}
