/**
 * How long a written request may still travel before the bank counts it. The rate budget frees a
 * slot after this bound only when the answer is slower than it, so too large a bound costs
 * throughput while answers are slow, and too small a bound costs a pause of two minutes. When
 * unsure, the bound is rather too large.
 *
 * Sources:
 * - TLS handshakes of our own connections, from the open connection to the end of the handshake: at
 *   least one full round trip to where the bank ends TLS, so never less than the way there. A
 *   handshake that has not ended yet counts with its age, so that growing jitter shows while it
 *   grows.
 * - Answers, but only while most of them are quick: then the network may have caused a late one,
 *   and the bound stays so large that only answers decide.
 */
import type { Clock } from '../../platform/clock.ts'

/** The bound in force, in milliseconds, and its basis. */
export interface TransitBound {
  readonly ms: number
  /**
   * `learning`: too few recent handshakes. `quick-answers`: answers come first. `measured`: from
   * handshakes.
   */
  readonly basis: 'learning' | 'quick-answers' | 'measured'
}

/** The minimum of the bound, even if less was measured. */
const floorMs = 25
/**
 * The bound while too little is known: answers decide, and a call without one blocks its slot this
 * long.
 */
export const learningBoundMs = 2_000
/**
 * The bound while most answers are quick: it then costs nothing and outlasts any sudden delay of
 * them.
 */
const quickAnswersBoundMs = 1_000
const quickAnswerMs = 500
/**
 * The way there takes at most one round trip; twice the longest measured one leaves room for longer
 * ones.
 */
const margin = 2
/**
 * After n measured round trips, one in n/3 may still be worse: this part of the bound falls with
 * more samples.
 */
const uncertaintyMs = 3_000

const enoughHandshakes = 8
const recentMs = 15_000
const rememberedMs = 300_000
const remembered = 256
const answersWatched = 20
const enoughAnswers = 5

interface Sample {
  readonly at: number
  readonly ms: number
}

/** The estimator behind one rate budget. No timers: every value is computed on request. */
export class TransitAllowance {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #changed: () => void
  readonly #underWay = new Set<number>()
  readonly #handshakes: number[] = []
  readonly #samples: Sample[] = []
  /** Of the samples; undefined after it was forgotten. */
  #longest: number | undefined = 0
  readonly #answers: number[] = []
  /** The bound while nothing is learned or forgotten and no handshake is in progress. */
  #settled: TransitBound | undefined

  constructor(clock: Pick<Clock, 'monotonicMs'>, changed: () => void = () => undefined) {
    this.#clock = clock
    this.#changed = changed
  }

  /**
   * A connection is open and its TLS handshake begins. Call the returned function exactly once,
   * when it ended.
   */
  handshakeStarted(): (outcome: 'completed' | 'failed') => void {
    // Two handshakes may begin at one instant; a Set of numbers would lose one of them.
    let startedAt = this.#clock.monotonicMs()
    while (this.#underWay.has(startedAt)) startedAt -= 0.001
    this.#underWay.add(startedAt)
    this.#settled = undefined
    return (outcome) => {
      if (!this.#underWay.delete(startedAt)) return
      this.#settled = undefined
      if (outcome === 'completed') this.#record(this.#clock.monotonicMs() - startedAt)
      this.#changed()
    }
  }

  /** Response headers came this long after the request was written. */
  answered(afterMs: number): void {
    this.#settled = undefined
    this.#answers.push(afterMs)
    if (this.#answers.length > answersWatched) this.#answers.shift()
    if (this.answersAreQuick() && afterMs <= quickAnswersBoundMs) this.#record(afterMs, 'answer')
    this.#changed()
  }

  /** Whether at least half of the latest answers were quick; false until a few came. */
  answersAreQuick(): boolean {
    const quick = this.#answers.filter((ms) => ms <= quickAnswerMs).length
    return this.#answers.length >= enoughAnswers && quick * 2 >= this.#answers.length
  }

  /**
   * The bound in force now. Never under 25 ms and never under twice the longest round trip of the
   * last five minutes; at least 2 s until eight handshakes fell into the last 15 s.
   */
  bound(): TransitBound {
    const now = this.#clock.monotonicMs()
    if (this.#underWay.size === 0 && this.#settled && this.#holdsUntil(now)) return this.#settled
    this.#forget(now)
    this.#settled = this.#boundAt(now)
    return this.#settled
  }

  #boundAt(now: number): TransitBound {
    let longest = this.#longestSample()
    for (const startedAt of this.#underWay) longest = Math.max(longest, now - startedAt)
    const measured = Math.max(floorMs, margin * longest)
    if (this.answersAreQuick()) {
      return { ms: Math.max(measured, quickAnswersBoundMs), basis: 'quick-answers' }
    }
    if (this.#recentHandshakes(now) < enoughHandshakes) {
      return { ms: Math.max(measured, learningBoundMs), basis: 'learning' }
    }
    return { ms: Math.max(measured, uncertaintyMs / this.#samples.length), basis: 'measured' }
  }

  /** Whether a call should close its connection, so that the next one needs a new handshake. */
  wantsHandshakes(): boolean {
    return this.#answers.length >= enoughAnswers && !this.answersAreQuick()
  }

  #longestSample(): number {
    this.#longest ??= this.#samples.reduce((longest, { ms }) => Math.max(longest, ms), 0)
    return this.#longest
  }

  /** Whether the oldest sample is still within its time. */
  #holdsUntil(now: number): boolean {
    const [sample] = this.#samples
    const [handshakeAt] = this.#handshakes
    return (
      (sample === undefined || now - sample.at <= rememberedMs) &&
      (handshakeAt === undefined || now - handshakeAt <= recentMs)
    )
  }

  #recentHandshakes(now: number): number {
    return this.#handshakes.filter((at) => now - at <= recentMs).length
  }

  #record(ms: number, kind: 'handshake' | 'answer' = 'handshake'): void {
    const at = this.#clock.monotonicMs()
    this.#settled = undefined
    this.#samples.push({ at, ms })
    if (this.#longest !== undefined) this.#longest = Math.max(this.#longest, ms)
    if (kind === 'handshake') this.#handshakes.push(at)
    this.#forget(at)
  }

  #forget(now: number): void {
    const [samples, handshakes] = [this.#samples, this.#handshakes]
    const isOld = (sample: Sample | undefined): boolean =>
      sample !== undefined && (samples.length > remembered || now - sample.at > rememberedMs)
    while (isOld(samples[0])) if (samples.shift()?.ms === this.#longest) this.#longest = undefined
    while (handshakes[0] !== undefined && now - handshakes[0] > recentMs) handshakes.shift()
  }
}
