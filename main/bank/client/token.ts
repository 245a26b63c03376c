/**
 * The access token of one profile (bank document 1, Authentication and Access token response; bank
 * notes 1-7). Obtained by client credentials, never by a refresh token (bank note 4), one fetch at
 * a time, renewed before its end and once after a 401. Without a team the token stays in memory only
 * and ends with its client, hence with the certificate that it may be bound to (RFC 8705).
 * Workstations on one store share one token, sealed in the store: one of them fetches it. A call
 * waits for the shared fetch, unless the call is withdrawn or may not wait for the end of a pause.
 */
import type { Clock } from '../../platform/clock.ts'
import type {
  SharedFailure,
  SharedToken,
  TokenOfKey,
  TokenTurn,
  TokenUser,
} from '../../store/shared-tokens.ts'
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
  obtainedAt: Date
  obtainedAtMs: number
  readonly forA401: boolean
  /**
   * A call with this token succeeded: a later 401 is about the token, and not about its
   * permissions.
   */
  hasWorked: boolean
  /** A team replaces it after a 401: no other call begins with it. */
  isRefused: boolean
}

/** Holds the token of one client. */
export class TokenCache implements TokenUser {
  readonly #clock: Clock
  readonly #fetch: (lost?: AbortSignal) => Promise<FetchedToken>
  readonly #changed: () => void
  #cached: CachedToken | undefined
  #fetching: Promise<FetchedToken> | undefined
  #refused:
    | { readonly atMs: number; readonly answer: FailedFetch; readonly id?: string }
    | undefined
  #team: TokenOfKey | undefined
  #isWaitingForTeam = false

  /**
   * `fetch` makes the token call; it never rejects. It does not begin once `lost` is aborted, and
   * then fails.
   */
  constructor(
    clock: Clock,
    fetch: (lost?: AbortSignal) => Promise<FetchedToken>,
    changed: () => void = () => undefined,
  ) {
    this.#clock = clock
    this.#fetch = fetch
    this.#changed = changed
  }

  /** Has from now on the token of a team. */
  joinTeam(team: TokenOfKey): void {
    this.#team = team
  }

  /** Whether a fetch waits for what another workstation of the team does. */
  get isWaitingForTeam(): boolean {
    return this.#isWaitingForTeam
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
    if (!cached || cached.isRefused || leftMs <= 0) return this.#refusedLately() ?? this.#renew()
    const isShort = leftMs < Math.min(leastLeftMs, cached.lifetimeMs / 2) && !this.#refusedLately()
    const held = (): FetchedToken => {
      const aheadMs = Math.min(renewAheadMs, cached.lifetimeMs / 10)
      if (leftMs <= aheadMs && !this.#refusedLately()) void this.#renew()
      return fetchedOf(cached)
    }
    if (!isShort && (leastLeftMs === 0 || !this.#fetching)) return held()
    return this.#renew().then((renewed) =>
      renewed.kind === 'token' || cached.isRefused ? renewed : held(),
    )
  }

  /** The held token while it is valid. */
  current(): CachedToken | undefined {
    const cached = this.#cached
    const isValid = cached && !cached.isRefused && this.#ageMs(cached) < cached.lifetimeMs
    return isValid ? cached : undefined
  }

  /**
   * Called after a 401 to this token. Returns a newer token if there is one, else fetches one.
   * Returns undefined if the refused token was itself fetched for a 401 within the last minute and
   * has not worked since: then the 401 has another cause (bank note 7).
   */
  async renewAfter401(refused: string): Promise<FetchedToken | undefined> {
    const cached = this.current()
    if (cached && cached.value !== refused) return fetchedOf(cached)
    if (this.#team) {
      // Others may know more of the refused token, so that is decided by what is stored.
      const renewed = await this.#renew(refused)
      return renewed.kind === 'token' && renewed.value === refused ? undefined : renewed
    }
    if (cached && this.#hasAnotherCause(cached)) return undefined
    if (this.#refusedLately()) return undefined
    return this.#renew(refused)
  }

  /** A call with this token was answered with a success. */
  worked(token: string): void {
    const cached = this.#cached
    if (cached?.value !== token || cached.hasWorked) return
    cached.hasWorked = true
    if (cached.forA401) this.#team?.worked(token)
  }

  stored(token: SharedToken | undefined, failure: SharedFailure | undefined): void {
    if (token) this.#takeIn(token)
    if (failure && failure.id !== this.#refused?.id) {
      const { answer, id, ageMs } = failure
      const atMs = this.#clock.monotonicMs() - ageMs
      this.#refused = { atMs, answer: { kind: 'failed', ...answer }, id }
    }
    this.#changed()
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

  /** `replaced` is the token that was answered with a 401. */
  #renew(replaced?: string): Promise<FetchedToken> {
    const fetched = (): Promise<FetchedToken> =>
      this.#team ? this.#fetchInTeam(this.#team, replaced) : this.#fetchAndCache(replaced)
    this.#fetching ??= fetched().finally(() => {
      this.#fetching = undefined
      this.#changed()
    })
    this.#changed()
    return this.#fetching
  }

  async #fetchAndCache(replaced: string | undefined, turn?: TokenTurn): Promise<FetchedToken> {
    // The life is counted from the request, so that a slow answer cannot lengthen it.
    const [obtainedAt, obtainedAtMs] = [this.#clock.now(), this.#clock.monotonicMs()]
    const answer = await this.#fetch(turn?.lost)
    if (turn?.lost.aborted) return answer
    const forA401 = replaced !== undefined
    if (answer.kind === 'token') {
      const { value, lifetimeMs } = answer
      const [hasWorked, isRefused] = [false, false]
      this.#cached = { value, lifetimeMs, obtainedAt, obtainedAtMs, forA401, hasWorked, isRefused }
      this.#refused = undefined
      turn?.end({ value, lifetimeMs, replaced })
      return answer
    }
    if (forA401) this.#cached = undefined
    if (answer.reason === 'token-refused' || answer.reason === 'credentials-refused') {
      this.#refused = { atMs: this.#clock.monotonicMs(), answer }
      const { reason, status } = answer
      turn?.end({ failure: { reason, ...(status !== undefined && { status }) } })
    } else turn?.end()
    return answer
  }

  /** Waits for what another workstation fetches, or for the turn to fetch for all. */
  async #fetchInTeam(team: TokenOfKey, refused: string | undefined): Promise<FetchedToken> {
    const before = this.#cached?.value
    const found = (): FetchedToken | undefined => {
      const held = this.current()
      if (held && held.value !== before) return fetchedOf(held)
      if (held && refused !== undefined && this.#hasAnotherCause(held)) return fetchedOf(held)
      return this.#refusedLately()
    }
    for (;;) {
      this.#isWaitingForTeam = true
      const turn = await team.turn(() => found() !== undefined)
      this.#isWaitingForTeam = false
      if (!turn) return found() ?? cancelled
      // The workstation that had the turn before may have ended with it.
      const replaced = refused ?? (this.#cached?.isRefused ? this.#cached.value : undefined)
      if (replaced !== undefined) {
        if (this.#cached?.value === replaced) this.#cached.isRefused = true
        turn.refused(replaced)
      }
      const answer = await this.#fetchAndCache(replaced, turn)
      if (!turn.lost.aborted) return answer
    }
  }

  #takeIn({ value, lifetimeMs, ageMs, forA401, hasWorked, isRefused }: SharedToken): void {
    const cached = this.#cached
    const obtainedAt = new Date(this.#clock.now().getTime() - ageMs)
    const obtainedAtMs = this.#clock.monotonicMs() - ageMs
    if (cached?.value !== value) {
      // Read before this workstation stored the one that it has.
      if (isRefused && this.current()) return
      if (cached && forA401) cached.isRefused = true
      this.#cached = { value, lifetimeMs, obtainedAt, obtainedAtMs, forA401, hasWorked, isRefused }
      this.#refused = undefined
      return
    }
    cached.hasWorked ||= hasWorked
    cached.isRefused ||= isRefused
    if (this.#ageMs(cached) < ageMs) Object.assign(cached, { obtainedAt, obtainedAtMs })
  }

  /** A 401 to a token that was fetched for a 401 is about something else (bank note 7). */
  #hasAnotherCause(token: CachedToken): boolean {
    return token.forA401 && !token.hasWorked && this.#ageMs(token) < quietMs
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

const fetchedOf = ({ value, lifetimeMs }: CachedToken): FetchedToken => ({
  kind: 'token',
  value,
  lifetimeMs,
})

/** The result for a call that may not wait for the end of a pause (bank note 19). */
export const paused: FetchedToken = { kind: 'failed', reason: 'rate-paused' }
const cancelled: FetchedToken = { kind: 'failed', reason: 'cancelled' }

/**
 * Waits for the token; returns `paused` if a pause begins while the token call still waits for its
 * slot, here or on another workstation.
 */
export async function unlessDelayed(
  token: FetchedToken | Promise<FetchedToken>,
  budget: RateBudget,
  tokens: Pick<TokenCache, 'isWaitingForTeam'>,
): Promise<FetchedToken> {
  const delayed = Promise.withResolvers<FetchedToken>()
  const stop = budget.onChange(() => {
    const { pausedUntil, waiting } = budget.state()
    if (pausedUntil && (waiting['unknown-outcome'] > 0 || tokens.isWaitingForTeam))
      delayed.resolve(paused)
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
