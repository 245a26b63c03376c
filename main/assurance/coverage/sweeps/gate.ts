/**
 * Decides whether a sweep may query the bank now, and what it waits for if not: the product's
 * agreed hours and rate, the pause after a 429, or a bank that is unreachable or does not answer.
 */
import type { CoverageSummary } from '../../../../preload/contract/api/coverage/coverage.ts'
import type {
  Product,
  ProductTerms,
} from '../../../../preload/contract/api/profiles/profile-details.ts'
import type { StartTimer } from '../../../platform/timer.ts'
import { AgreedFrequency, nextAgreedMoment } from '../../../inquiry/agreed-terms.ts'
import type { Clock } from '../../../platform/clock.ts'
import { BackOff, longestWaitMs, waitWhileBlockedMs } from '../../../platform/poller.ts'

/** The products that a sweep queries. */
export type SweptProduct = Extract<Product, 'ach-inquiry' | 'wire' | 'rtp'>
/** The reason for waiting, and until when if known. */
export type Waiting = Pick<NonNullable<CoverageSummary['sweep']>, 'waitsFor' | 'until'>

export interface GateDeps {
  readonly clock: Clock
  readonly startTimer: StartTimer
  readonly terms: (product: SweptProduct) => ProductTerms | null
  readonly pausedUntil: () => Date | null
  /** Whether there is a bank that may be queried. */
  readonly isThere: (product: SweptProduct) => boolean
  readonly changed: () => void
}

const free: Waiting = { waitsFor: null, until: null }

/** The gate of the sweeps of one store. */
export class SweepGate {
  readonly #deps: GateDeps
  readonly #frequencies = new Map<SweptProduct, AgreedFrequency>()
  /** A bank that does not answer is queried after a growing pause. */
  readonly backOff: BackOff
  #waiting: Waiting = free

  constructor(deps: GateDeps) {
    this.#deps = deps
    this.backOff = new BackOff(deps.clock)
  }

  get waiting(): Waiting {
    return this.#waiting
  }

  /**
   * Resolves when a call for this product may start, and counts the call. False if the signal came
   * first.
   */
  async pass(product: SweptProduct, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      if (signal.aborted) return false
      const { waitMs, ...waiting } = this.#look(product)
      this.#report(waiting)
      if (waitMs === 0) break
      await this.sleep(waitMs, signal)
    }
    const frequency = this.#frequencyOf(product)
    frequency.pick()
    frequency.begin()
    return true
  }

  /** Waits until a part is due again. */
  async until(at: Date, signal: AbortSignal): Promise<void> {
    this.#report({ waitsFor: 'bank', until: at.toISOString() })
    const left = at.getTime() - this.#deps.clock.now().getTime()
    await this.sleep(Math.min(longestWaitMs, Math.max(1, left)), signal)
  }

  /** Reports that nothing is waited for any more. */
  rest(): void {
    this.#report(free)
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        cancel()
        signal.removeEventListener('abort', done)
        resolve()
      }
      const cancel = this.#deps.startTimer(ms, done)
      signal.addEventListener('abort', done)
      if (signal.aborted) done()
    })
  }

  #look(product: SweptProduct): Waiting & { readonly waitMs: number } {
    const { clock, terms, pausedUntil, isThere } = this.#deps
    const agreed = terms(product)
    const now = clock.now()
    const upTo = (waitsFor: 'hours' | 'pause', at: Date) => ({
      waitsFor,
      until: at.toISOString(),
      waitMs: Math.min(longestWaitMs, Math.max(1, at.getTime() - now.getTime())),
    })
    const hours = nextAgreedMoment(agreed, now)
    if (hours) return upTo('hours', hours)
    const pauseEnd = pausedUntil()
    if (pauseEnd) return upTo('pause', pauseEnd)
    const bank = { waitsFor: 'bank', until: null } as const
    if (!isThere(product)) return { ...bank, waitMs: waitWhileBlockedMs }
    const pausedMs = this.backOff.leftMs()
    if (pausedMs > 0) return { ...bank, waitMs: Math.min(longestWaitMs, pausedMs) }
    return { ...free, waitMs: this.#frequencyOf(product).waitMs(agreed?.calls ?? null) }
  }

  #frequencyOf(product: SweptProduct): AgreedFrequency {
    const { clock } = this.#deps
    const known = this.#frequencies.get(product) ?? new AgreedFrequency(() => clock.monotonicMs())
    this.#frequencies.set(product, known)
    return known
  }

  #report(waiting: Waiting): void {
    const { waitsFor, until } = this.#waiting
    if (waitsFor === waiting.waitsFor && until === waiting.until) return
    this.#waiting = waiting
    this.#deps.changed()
  }
}
