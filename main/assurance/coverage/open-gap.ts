/** A gap that has started and not ended, saved as soon as it counts. */
import type { ListenerRunning } from '../../../preload/contract/api/alerts/listener.ts'
import type { GapCause } from '../../../preload/contract/api/coverage/coverage.ts'
import { endGap, saveGap, type GapContext } from './gap-records.ts'

/** Returns why no listener runs, in a word. */
export const whyDown = (running: ListenerRunning): string => {
  if (running.state === 'off') return running.why
  return running.state === 'failed' ? running.problem : ''
}

/** Returns whether the listener is meant to run anyway. */
export const isWanted = (why: string): boolean =>
  !['not-enabled', 'no-address', 'retired'].includes(why)

/** A continuing gap. A failed write is retried with the next event about it. */
export class OpenGap {
  readonly cause: GapCause
  readonly fromMs: number
  /** The cause in a word. */
  readonly detail: string
  readonly #context: GapContext
  readonly #begunMs: number
  #id: string | undefined

  /** `id` is set if an earlier run saved the gap. */
  constructor(
    context: GapContext,
    { cause, fromMs, detail }: { cause: GapCause; fromMs: number; detail: string },
    id?: string,
  ) {
    this.#context = context
    this.cause = cause
    this.fromMs = fromMs
    this.detail = detail
    this.#id = id
    this.#begunMs = context.clock.monotonicMs()
  }

  /** Returns the duration in milliseconds, even if the wall clock was set back meanwhile. */
  lastedMs(atMs: number): number {
    return Math.max(atMs - this.fromMs, this.#context.clock.monotonicMs() - this.#begunMs)
  }

  get isSaved(): boolean {
    return this.#id !== undefined
  }

  /** Saves the gap once; returns whether this call did. */
  async save(): Promise<boolean> {
    if (this.#id !== undefined) return false
    const { cause, fromMs, detail } = this
    this.#id = await saveGap(this.#context, { cause, fromMs, untilMs: null, detail })
    return true
  }

  /** Ends a saved gap, which then waits for a sweep. */
  async end(untilMs: number): Promise<void> {
    if (this.#id === undefined) return
    const fromMs = untilMs - this.lastedMs(untilMs)
    if (await endGap(this.#context, this.#id, untilMs, fromMs)) return
    // Another workstation took this one for gone, and ended the gap too early.
    const { cause, detail } = this
    await saveGap(this.#context, { cause, fromMs, untilMs, detail })
  }
}
