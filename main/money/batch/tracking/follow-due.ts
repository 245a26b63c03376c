/**
 * When each followed batch is due: by the clock on the wall, which somebody may set, and by that of this run, which
 * nobody sets. The clock that says sooner counts, so that no plan waits until a clock that was set back has caught up.
 */
import type { Clock } from '../../../platform/clock.ts'

/** No pace is slower (`follow-pace.ts`): what seems further away was planned before the clock was set back. */
const longestMs = 86_400_000
/** A wall clock that moved so much against that of this run was set; a network corrects it by less. */
const driftMs = 60_000

interface Due {
  readonly at: number
  readonly monotonicMs: number
}

/** The plan of one schedule. */
export class FollowDue {
  readonly #clock: Clock
  readonly #due = new Map<string, Due>()
  #offset: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#offset = this.#wallOffset()
  }

  /** Null: not by itself any more. What is planned once more for the same moment is due no later than it was. */
  plan(id: string, at: number | null): void {
    if (at === null) {
      this.#due.delete(id)
      return
    }
    const left = Math.min(longestMs, Math.max(0, at - this.#clock.now().getTime()))
    const monotonicMs = this.#clock.monotonicMs() + left
    const known = this.#due.get(id)
    this.#due.set(id, {
      at,
      monotonicMs: known?.at === at ? Math.min(known.monotonicMs, monotonicMs) : monotonicMs,
    })
  }

  /** Milliseconds until the first is due; undefined: none is planned. */
  firstMs(): number | undefined {
    const waits = [...this.#due.values()].map((due) => this.#leftMs(due))
    return waits.length === 0 ? undefined : Math.max(0, Math.min(...waits))
  }

  /** Those that are due now, the longest waiting first. */
  ripe(): string[] {
    return [...this.#due]
      .map(([id, due]) => ({ id, left: this.#leftMs(due) }))
      .filter(({ left }) => left <= 0)
      .sort((one, other) => one.left - other.left)
      .map(({ id }) => id)
  }

  /** Whether somebody has set the wall clock since this was asked last, or a computer has slept. */
  wasSet(): boolean {
    const offset = this.#wallOffset()
    const wasSet = Math.abs(offset - this.#offset) > driftMs
    if (wasSet) this.#offset = offset
    return wasSet
  }

  #leftMs({ at, monotonicMs }: Due): number {
    return Math.min(at - this.#clock.now().getTime(), monotonicMs - this.#clock.monotonicMs())
  }

  #wallOffset(): number {
    return this.#clock.now().getTime() - this.#clock.monotonicMs()
  }
}
