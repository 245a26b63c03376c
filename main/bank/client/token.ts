/**
 * The access token of one profile (bank document 1, Authentication and Access token response; bank
 * notes 1-7). Obtained by client credentials, never by a refresh token (bank note 4), one fetch at
 * a time, renewed before its end and once after a 401. The token stays in memory only and ends with
 * its client, hence with the certificate that it may be bound to (RFC 8705). A call waits for the
 * shared fetch, unless the call is withdrawn or may not wait for the end of a pause.
 */
import type { Clock } from '../../platform/clock.ts'
import type { FetchedToken, TokenState } from '../connection.ts'
import type { RateBudget } from './budget/rate-budget.ts'

/**
 * A token is renewed this long before its end, or in the last tenth of its life if that is shorter.
 */
const renewAheadMs = 5 * 60 * 1_000
/** After a refusal, and after a renewal for a 401, no new token is requested for this long. */
const quietMs = 60_000
/** The same after a server error, which may end sooner. */
const outageQuietMs = 5_000

type FailedFetch = Extract<FetchedToken, { kind: 'failed' }>

interface CachedToken {
  readonly value: string
  readonly lifetimeMs: number
  readonly obtainedAt: Date
  readonly obtainedAtMs: number
  readonly forA401: boolean
  /**
   * A call with this token succeeded: a later 401 is about the token, and not about its
   * permissions.
   */
  hasWorked: boolean
}

/** Holds the token of one client. */
export class TokenCache {
  readonly #clock: Clock
  readonly #fetch: () => Promise<FetchedToken>
  readonly #changed: () => void
  #cached: CachedToken | undefined
  #fetching: Promise<FetchedToken> | undefined
  #refused: { readonly atMs: number; readonly answer: FailedFetch } | undefined

  /** `fetch` makes the token call; it never rejects. */
  constructor(
    clock: Clock,
    fetch: () => Promise<FetchedToken>,
    changed: () => void = () => undefined,
  ) {
    this.#clock = clock
    this.#fetch = fetch
    this.#changed = changed
  }

  /**
   * A token that is valid as far as is known: the held one, or one from a shared call. With
   * `leastLeftMs` the method waits for a fetch in progress, and for a new token if the held one
   * has less life left than that, or less than half of its whole life if that is shorter. If no new
   * one comes, the held one is returned. Returns a promise only if something is waited for.
   */
  get(leastLeftMs = 0): FetchedToken | Promise<FetchedToken> {
    const cached = this.#cached
    const leftMs = cached ? cached.lifetimeMs - this.#ageMs(cached) : 0
    if (!cached || leftMs <= 0) return this.#refusedLately() ?? this.#renew(false)
    const isShort = leftMs < Math.min(leastLeftMs, cached.lifetimeMs / 2) && !this.#refusedLately()
    const held = (): FetchedToken => {
      const aheadMs = Math.min(renewAheadMs, cached.lifetimeMs / 10)
      if (leftMs <= aheadMs && !this.#refusedLately()) void this.#renew(false)
      return { kind: 'token', value: cached.value, lifetimeMs: cached.lifetimeMs }
    }
    if (!isShort && (leastLeftMs === 0 || !this.#fetching)) return held()
    return this.#renew(false).then((renewed) => (renewed.kind === 'token' ? renewed : held()))
  }

  /** The held token while it is valid. */
  current(): CachedToken | undefined {
    const cached = this.#cached
    return cached && this.#ageMs(cached) < cached.lifetimeMs ? cached : undefined
  }

  /**
   * Called after a 401 to this token. Returns a newer token if there is one, else fetches one.
   * Returns undefined if the refused token was itself fetched for a 401 within the last minute and
   * has not worked since: then the 401 has another cause (bank note 7).
   */
  async renewAfter401(refused: string): Promise<FetchedToken | undefined> {
    const cached = this.current()
    if (cached && cached.value !== refused) {
      return { kind: 'token', value: cached.value, lifetimeMs: cached.lifetimeMs }
    }
    if (cached?.forA401 && !cached.hasWorked && this.#ageMs(cached) < quietMs) return undefined
    if (this.#refusedLately()) return undefined
    return this.#renew(true)
  }

  /** A call with this token was answered with a success. */
  worked(token: string): void {
    if (this.#cached?.value === token) this.#cached.hasWorked = true
  }

  state(): TokenState {
    const cached = this.current()
    if (cached) {
      const { obtainedAt, lifetimeMs } = cached
      return { state: 'held', obtainedAt, expiresAt: new Date(obtainedAt.getTime() + lifetimeMs) }
    }
    return { state: this.#fetching ? 'fetching' : 'none' }
  }

  /** The values that must not be recorded. */
  secrets(): string[] {
    return this.#cached ? [this.#cached.value] : []
  }

  #renew(forA401: boolean): Promise<FetchedToken> {
    this.#fetching ??= this.#fetchAndCache(forA401).finally(() => {
      this.#fetching = undefined
      this.#changed()
    })
    this.#changed()
    return this.#fetching
  }

  async #fetchAndCache(forA401: boolean): Promise<FetchedToken> {
    // The life is counted from the request, so that a slow answer cannot lengthen it.
    const [obtainedAt, obtainedAtMs] = [this.#clock.now(), this.#clock.monotonicMs()]
    const answer = await this.#fetch()
    if (answer.kind === 'token') {
      const { value, lifetimeMs } = answer
      this.#cached = { value, lifetimeMs, obtainedAt, obtainedAtMs, forA401, hasWorked: false }
      this.#refused = undefined
    } else {
      if (forA401) this.#cached = undefined
      if (answer.reason === 'token-refused' || answer.reason === 'credentials-refused') {
        this.#refused = { atMs: this.#clock.monotonicMs(), answer }
      }
    }
    return answer
  }

  #refusedLately(): FetchedToken | undefined {
    const refused = this.#refused
    if (!refused) return undefined
    const forMs = (refused.answer.status ?? 500) < 500 ? quietMs : outageQuietMs
    return this.#clock.monotonicMs() - refused.atMs < forMs ? refused.answer : undefined
  }

  /**
   * The monotonic clock may stop while a computer sleeps, and the wall clock may be set: the larger
   * age counts.
   */
  #ageMs(cached: CachedToken): number {
    const byWall = this.#clock.now().getTime() - cached.obtainedAt.getTime()
    return Math.max(byWall, this.#clock.monotonicMs() - cached.obtainedAtMs)
  }
}

/** The result for a call that may not wait for the end of a pause (bank note 19). */
export const paused: FetchedToken = { kind: 'failed', reason: 'rate-paused' }
const cancelled: FetchedToken = { kind: 'failed', reason: 'cancelled' }

/**
 * Waits for the token; returns `paused` if a pause begins while the token call still waits for its
 * slot.
 */
export async function unlessDelayed(
  token: FetchedToken | Promise<FetchedToken>,
  budget: RateBudget,
): Promise<FetchedToken> {
  const delayed = Promise.withResolvers<FetchedToken>()
  const stop = budget.onChange(() => {
    const { pausedUntil, waiting } = budget.state()
    if (pausedUntil && waiting.doubt > 0) delayed.resolve(paused)
  })
  return Promise.race([token, delayed.promise]).finally(stop)
}

/** Waits for the token; returns `cancelled` as soon as the waiting call is withdrawn. */
export async function unlessAborted(
  token: FetchedToken | Promise<FetchedToken>,
  signal: AbortSignal | undefined,
): Promise<FetchedToken> {
  if (signal?.aborted) return cancelled
  if (!signal || !(token instanceof Promise)) return token
  return new Promise((resolve, reject) => {
    const aborted = () => resolve(cancelled)
    signal.addEventListener('abort', aborted, { once: true })
    token.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted))
  })
}
