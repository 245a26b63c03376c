/** Lets one caller through at a time, in the order of arrival. */
export class SerialQueue {
  readonly #waiting: (() => void)[] = []
  #taken = false

  /** Resolves when the caller is let through; each `enter` must be followed by one `leave`. */
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
