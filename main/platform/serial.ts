/** Runs work one after another, in the order of arrival. */
export class SerialQueue {
  readonly #waiting: (() => void)[] = []
  #taken = false

  /**
   * Runs the work when all earlier work has ended, and returns its result. A failure reaches only
   * its own caller; later work runs all the same.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter()
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  /** Resolves when all work that arrived before has ended. Never rejects. */
  async settled(): Promise<void> {
    await this.enter()
    this.leave()
  }

  /**
   * Resolves when the caller is let through, for a turn that does not end in the same function
   * (Kysely's connection). Each `enter` must be followed by one `leave`.
   */
  async enter(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#taken = true
  }

  /** Lets the next caller through. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#taken = false
    else next()
  }
}
