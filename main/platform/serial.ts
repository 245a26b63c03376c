/** Lets one through at a time, in the order of asking. */
export class SerialQueue {
  readonly #waiting: (() => void)[] = []
  #taken = false

  /** Resolves when the caller is through; each entry is followed by one `leave`. */
  async enter(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#taken = true
  }

  /** Lets the next one through. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#taken = false
    else next()
  }
}
