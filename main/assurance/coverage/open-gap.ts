/** A gap that has begun and has not ended: kept in the store from the moment on that it counts. */
import type { ListenerRunning } from '../../../preload/contract/api/alerts/listener.ts'
import type { GapCause } from '../../../preload/contract/api/coverage/coverage.ts'
import { endGap, keepGap, type GapContext } from './gap-records.ts'

/** Why nobody listens, in a word. */
export const whyDown = (running: ListenerRunning): string => {
  if (running.state === 'off') return running.why
  return running.state === 'failed' ? running.problem : ''
}

/** Whether somebody wants to listen all the same. */
export const isWanted = (why: string): boolean =>
  !['not-enabled', 'no-address', 'retired'].includes(why)

/** One of them. What cannot be stored now is tried again with the next word of it. */
export class OpenGap {
  readonly cause: GapCause
  readonly fromMs: number
  /** What it came of, in a word. */
  readonly detail: string
  readonly #context: GapContext
  readonly #begunMs: number
  #id: string | undefined

  /** `id`: an earlier run kept it. */
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

  /** How long it has lasted, though the clock on the wall was set back meanwhile. In milliseconds. */
  lastedMs(atMs: number): number {
    return Math.max(atMs - this.fromMs, this.#context.clock.monotonicMs() - this.#begunMs)
  }

  get isKept(): boolean {
    return this.#id !== undefined
  }

  /** Keeps it, once; answers whether it did. */
  async keep(): Promise<boolean> {
    if (this.#id !== undefined) return false
    const { cause, fromMs, detail } = this
    this.#id = await keepGap(this.#context, { cause, fromMs, untilMs: null, detail })
    return true
  }

  /** Ends one that is kept: it waits for a sweep. */
  async end(untilMs: number): Promise<void> {
    if (this.#id === undefined) return
    await endGap(this.#context, this.#id, untilMs, untilMs - this.lastedMs(untilMs))
  }
}
