/**
 * Alerts that were turned away: the bank does not send again what was answered 401 or 403 (trap 95), so that the time
 * from the first to the next that is taken is asked for. A stranger who knocks costs one such gap at a time.
 */
import type { RefusalKind } from '../../../preload/contract/api/alerts/listener.ts'
import { OpenGap } from './open-gap.ts'
import type { GapContext } from './gap-records.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Without another refusal it is over; one that goes on is asked for all the same; and no two end sooner after another. */
const ends = { quietMs: hourMs, longestMs: 6 * hourMs, apartMs: 15 * minuteMs } as const

/** Whether a call that was turned away may have been the bank's, so that its alert is lost: it sends after 5xx alone. */
export const mayBeTheBank = (kind: RefusalKind, isDelivery: boolean): boolean =>
  isDelivery && ['credentials', 'address', 'too-large', 'not-post'].includes(kind)

/** What is being turned away. Instants in milliseconds. */
export class RejectedDeliveries {
  readonly #context: GapContext
  #gap: OpenGap | undefined
  #refusedMs = 0
  #isAcceptedSince = false
  #endedMs = -Infinity

  constructor(context: GapContext) {
    this.#context = context
  }

  get isOn(): boolean {
    return this.#gap !== undefined
  }

  /** One was; answers whether that began a gap. `moved`: whoever calls at the old place finds nobody there. */
  async refused(at: number, kind: RefusalKind | 'moved'): Promise<boolean> {
    this.#refusedMs = at
    this.#isAcceptedSince = false
    this.#gap ??= new OpenGap(this.#context, { cause: 'turned-away', fromMs: at, detail: kind })
    return this.keep()
  }

  /** Keeps what could not be kept when it began. */
  async keep(): Promise<boolean> {
    return (await this.#gap?.keep()) ?? false
  }

  /** One was taken. */
  accepted(): void {
    this.#isAcceptedSince = true
  }

  /** Ends the gap where it is time for that; `isNow`: in any case. Answers whether it ended. */
  async end(at: number, isNow = false): Promise<boolean> {
    const gap = this.#gap
    if (!gap) return false
    // A clock that was set back must not hold it open for as long as it was put forward before.
    const isSetBack = at < gap.fromMs - minuteMs
    const isOver = this.#isAcceptedSince && (isSetBack || at - this.#endedMs >= ends.apartMs)
    const isQuiet = !isSetBack && at - this.#refusedMs >= ends.quietMs
    const isLong = gap.lastedMs(at) >= ends.longestMs
    if (!isNow && !isOver && !isQuiet && !isLong) return false
    await gap.keep()
    await gap.end(at)
    this.#gap = undefined
    this.#endedMs = at
    return true
  }
}
