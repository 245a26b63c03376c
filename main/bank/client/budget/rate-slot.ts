/** One call's share of the window: from the grant until the bank can no longer count the call. */

/** The bank's window plus 1 ms, far more than two correct clocks differ over it. */
export const windowMs = 1_000 + 1

/**
 * The longest request to which the transit allowance applies: it fits into TCP's first flight, so
 * it travels in one piece. A longer one, or one never fully written, waits for its answer or for
 * its end.
 */
const oneFlightBytes = 8_192

/** The state of a granted call. Times are monotonic milliseconds. */
export class RateSlot {
  #writtenAt: number | undefined
  #answeredAt: number | undefined
  #endedAt: number | undefined
  readonly #freeAt: number | undefined

  /** A slot with `freeAt` represents a call of a former run. */
  constructor(freeAt?: number) {
    this.#freeAt = freeAt
  }

  /** The request was handed over completely, `bytes` long. */
  written(at: number, bytes: number): void {
    if (bytes <= oneFlightBytes) this.#writtenAt ??= at
  }

  /** The response headers came: the bank has counted the call. */
  answered(at: number): void {
    this.#answeredAt ??= at
  }

  /** The connection ended without an answer; the written bytes may still arrive. */
  ended(at: number): void {
    this.#endedAt ??= at
  }

  /**
   * When the slot is free again, if a written request travels at most `transitMs`; Infinity if not
   * known yet.
   */
  freeAt(transitMs: number): number {
    if (this.#freeAt !== undefined) return this.#freeAt
    const leftAt = this.#writtenAt ?? this.#endedAt ?? Infinity
    return Math.min(this.#answeredAt ?? Infinity, leftAt + transitMs) + windowMs
  }
}
