/** The waiting rows of a run, read from the store a few at a time. */
import type { Store } from '../../store/store.ts'
import { waitingRows, type AskableRow } from './bulk.records.ts'

const readAtOnce = 200

/** Returns each waiting row once, and starts again from the first if rows have come back. */
export class WaitingQueue {
  readonly #store: Store
  readonly #runId: string
  /** Rows handed out and not finished: the store may still list them as waiting. */
  readonly #givenOut: ReadonlySet<number>
  #read: AskableRow[] = []
  #after = 0
  #isAtEnd = false
  #cameBack = false

  constructor(store: Store, runId: string, givenOut: ReadonlySet<number>) {
    this.#store = store
    this.#runId = runId
    this.#givenOut = givenOut
  }

  /** Some rows wait again. */
  cameBack(): void {
    this.#cameBack = true
  }

  /** Takes back a row that cannot be used now. */
  putBack(row: AskableRow): void {
    this.#read.unshift(row)
  }

  /** Returns the next row; undefined if none waits. One call at a time. */
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
    // A row that was handed out when this read began may be answered before the read ends, yet be
    // read as waiting.
    const wasOut = new Set(this.#givenOut)
    const found = await waitingRows(this.#store, this.#runId, this.#after, readAtOnce)
    this.#after = found.at(-1)?.row ?? this.#after
    this.#isAtEnd = found.length === 0
    this.#read = found.filter(({ row }) => !wasOut.has(row) && !this.#givenOut.has(row))
  }
}
