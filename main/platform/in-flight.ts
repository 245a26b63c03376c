/** Work in progress: a resource is closed only after the work that needs it has ended. */

/** Promises that have not settled. */
export class InFlight {
  readonly #work = new Set<Promise<unknown>>()

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
