/** One call's share of the window: from the moment it is granted until the bank cannot count it any more. */

/** The bank's window, plus far more than two honest clocks differ over it. */
export const windowMs = 1_000 + 1

/**
 * The longest request that the transit allowance is believed for: it fits into TCP's first flight, so it
 * travels in one go. A longer one, or one never fully written, waits for its answer or for its end.
 */
const oneFlightBytes = 8_192

/** Where a granted call stands. Times are monotonic milliseconds. */
export class RateSlot {
  #writtenAt: number | undefined
  #answeredAt: number | undefined
  #endedAt: number | undefined
  readonly #freeAt: number | undefined

  /** A slot with `freeAt` stands for a call of a former run. */
  constructor(freeAt?: number) {
    this.#freeAt = freeAt
  }

  /** The request was handed over whole, `bytes` long. */
  written(at: number, bytes: number): void {
    if (bytes <= oneFlightBytes) this.#writtenAt ??= at
  }

  /** Its response headers came: it has been counted. */
  answered(at: number): void {
    this.#answeredAt ??= at
  }

  /** Its connection ended without an answer; what was written may still arrive. */
  ended(at: number): void {
    this.#endedAt ??= at
  }

  /** From when the slot is free again, given how long a written request may travel; Infinity: not known yet. */
  freeAt(transitMs: number): number {
    if (this.#freeAt !== undefined) return this.#freeAt
    const leftAt = this.#writtenAt ?? this.#endedAt ?? Infinity
    return Math.min(this.#answeredAt ?? Infinity, leftAt + transitMs) + windowMs
  }
}
