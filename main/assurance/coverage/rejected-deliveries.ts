/**
 * Rejected alerts: the bank does not resend after a 401 or 403 (bank note 95), so the time from the
 * first rejection to the next accepted delivery is swept. A stranger who calls causes at most one
 * such gap at a time.
 */
import type { RefusalKind } from '../../../preload/contract/api/alerts/listener.ts'
import { OpenGap } from './open-gap.ts'
import type { GapContext } from './gap-records.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/**
 * A gap ends after `quietMs` without another rejection, after `longestMs` even if rejections
 * continue, and by an accepted delivery no sooner than `apartMs` after the gap before it ended.
 */
const ends = { quietMs: hourMs, longestMs: 6 * hourMs, apartMs: 15 * minuteMs } as const

/**
 * Returns whether a rejected call may have been the bank's, so that its alert is lost: the bank
 * resends after a 5xx only, and what it resends is as `unreadable` as before when a proxy makes it
 * so, and meets as many senders where these keep the listener `busy`.
 */
export const mayBeTheBank = (kind: RefusalKind, isDelivery: boolean): boolean =>
  isDelivery &&
  ['credentials', 'address', 'too-large', 'not-post', 'unreadable', 'busy'].includes(kind)

/** The current rejections. Instants in milliseconds. */
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

  /**
   * A call was rejected; returns whether this started a gap. `moved`: the listener has moved, and
   * calls to the old address reach nobody.
   */
  async refused(at: number, kind: RefusalKind | 'moved'): Promise<boolean> {
    this.#refusedMs = at
    this.#isAcceptedSince = false
    this.#gap ??= new OpenGap(this.#context, { cause: 'rejected', fromMs: at, detail: kind })
    return this.save()
  }

  /** Saves a gap that could not be saved when it began. */
  async save(): Promise<boolean> {
    return (await this.#gap?.save()) ?? false
  }

  /** A delivery was accepted. */
  accepted(): void {
    this.#isAcceptedSince = true
  }

  /** Ends the gap if its time has come, or in any case with `isNow`. Returns whether it ended. */
  async end(at: number, isNow = false): Promise<boolean> {
    const gap = this.#gap
    if (!gap) return false
    // After a clock was set forward and then back, the gap must not stay open for the difference.
    const isSetBack = at < gap.fromMs - minuteMs
    const isOver = this.#isAcceptedSince && (isSetBack || at - this.#endedMs >= ends.apartMs)
    const isQuiet = !isSetBack && at - this.#refusedMs >= ends.quietMs
    const isLong = gap.lastedMs(at) >= ends.longestMs
    if (!isNow && !isOver && !isQuiet && !isLong) return false
    await gap.save()
    await gap.end(at)
    this.#gap = undefined
    this.#endedMs = at
    return true
  }
}
