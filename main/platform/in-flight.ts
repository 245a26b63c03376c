/** Work in progress: a resource is closed only after the work that needs it has ended. */

/** Promises that have not settled. */
export class InFlight {
  readonly #work = new Set<Promise<unknown>>()
  #cancelling = new AbortController()

  get size(): number {
    return this.#work.size
  }

  /** The signal for work that begins now; `cancel` aborts it. */
  get signal(): AbortSignal {
    return this.#cancelling.signal
  }

  /** Tracks the work until it settles, and returns it. */
  add<T>(work: Promise<T>): Promise<T> {
    const ended = (): void => void this.#work.delete(work)
    this.#work.add(work)
    work.then(ended, ended)
    return work
  }

  /** Resolves when no work is in progress, including work that began meanwhile. Never rejects. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work)
  }

  /**
   * Aborts the signal of the work begun so far; later work gets another. Resolves when no work is
   * in progress. Never rejects.
   */
  cancel(): Promise<void> {
    this.#cancelling.abort()
    this.#cancelling = new AbortController()
    return this.settled()
  }
}

/** Work of which at most one per key is in progress. */
export class InFlightByKey<T> extends InFlight {
  readonly #byKey = new Map<string, Promise<T>>()

  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  /** Returns the work of this key that is in progress; begins it if there is none. */
  once(key: string, begin: () => Promise<T>): Promise<T> {
    const known = this.#byKey.get(key)
    if (known) return known
    const work = this.add(begin().finally(() => this.#byKey.delete(key)))
    this.#byKey.set(key, work)
    return work
  }
}

/** Background work of one open store: its caller does not wait for it. */
export class Background {
  readonly #inFlight = new InFlight()
  readonly #report: (where: string, problem: unknown) => void
  #isClosing = false

  constructor(report: (where: string, problem: unknown) => void) {
    this.#report = report
  }

  /** Whether the store is about to close: no new background work starts. */
  get isClosing(): boolean {
    return this.#isClosing
  }

  /** Tracks the work until it ends; reports a failure. */
  add(where: string, work: Promise<unknown>): void {
    void this.#inFlight.add(work.catch((problem: unknown) => this.#report(where, problem)))
  }

  close(): void {
    this.#isClosing = true
  }

  /** Resolves when all work has ended, including work that began meanwhile. Never rejects. */
  settled(): Promise<void> {
    return this.#inFlight.settled()
  }
}
