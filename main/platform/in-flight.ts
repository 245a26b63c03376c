/** Work that was begun and has not ended: whoever closes what the work needs waits for it first. */

/** Promises that have not settled. */
export class InFlight {
  readonly #work = new Set<Promise<unknown>>()

  /** Counts the work until it settles, and returns it. */
  add<T>(work: Promise<T>): Promise<T> {
    const ended = (): void => void this.#work.delete(work)
    this.#work.add(work)
    work.then(ended, ended)
    return work
  }

  /** Resolves when nothing is in flight any more, work that began meanwhile included. Never rejects. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work)
  }
}

/** Work of one open store that its beginner does not wait for. */
export class Background {
  readonly #inFlight = new InFlight()
  readonly #report: (where: string, problem: unknown) => void
  #isClosing = false

  constructor(report: (where: string, problem: unknown) => void) {
    this.#report = report
  }

  /** Whether the store is about to close: nothing begins by itself any more. */
  get isClosing(): boolean {
    return this.#isClosing
  }

  /** Counts the work until it ends; a failure is reported. */
  add(where: string, work: Promise<unknown>): void {
    void this.#inFlight.add(work.catch((problem: unknown) => this.#report(where, problem)))
  }

  close(): void {
    this.#isClosing = true
  }

  /** Resolves when all of it has ended, work that began meanwhile included. Never rejects. */
  settled(): Promise<void> {
    return this.#inFlight.settled()
  }
}
