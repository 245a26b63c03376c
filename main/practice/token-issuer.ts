import type { Clock } from '../platform/clock.ts'
import { randomSecret } from './secrets.ts'

const lifetimeMs = 24 * 60 * 60 * 1000
const needlessWithinMs = 60 * 1000
/** Calls in transit when the first of them was refused do not count as breaches. */
const onTheRoadMs = 50

interface Token {
  readonly expiresAtMs: number
  revoked: boolean
  refusedAtMs: number | null
}

/** The result of checking a bearer token. */
export type TokenFinding = 'good' | 'unknown' | 'expired' | 'revoked' | 'reused-after-401'

/** Issues bearer tokens and tracks their state (bank document 1, Authentication 5). */
export class TokenIssuer {
  readonly #clock: Clock
  readonly #newestOnly: boolean
  readonly #tokens = new Map<string, Token>()
  #lastLiveAtMs: number | null = null
  #issued = 0

  /** `newestOnly`: a new token ends the older ones. */
  constructor(clock: Clock, newestOnly: boolean) {
    this.#clock = clock
    this.#newestOnly = newestOnly
  }

  /** Creates a token that is valid for 24 hours. */
  issue(): string {
    if (this.#newestOnly) for (const older of this.#tokens.values()) older.revoked = true
    const token = randomSecret(24)
    this.#tokens.set(token, {
      expiresAtMs: this.#clock.monotonicMs() + lifetimeMs,
      revoked: false,
      refusedAtMs: null,
    })
    return token
  }

  /** Records that a token reached the caller: fetching another within the minute is needless. */
  handedOver(): void {
    this.#issued += 1
    this.#lastLiveAtMs = this.#clock.monotonicMs()
  }

  /** Whether the caller got a token within the last minute and no 401 since. */
  anotherIsNeedless(): boolean {
    const last = this.#lastLiveAtMs
    return last !== null && this.#clock.monotonicMs() - last < needlessWithinMs
  }

  /** Checks the token of a call; any result but `good` must be answered with 401. */
  judge(token: string): TokenFinding {
    const known = this.#tokens.get(token)
    if (!known) return this.#refused('unknown')
    const atMs = this.#clock.monotonicMs()
    const expired = atMs >= known.expiresAtMs
    if (!expired && !known.revoked) return 'good'
    const refusedAtMs = known.refusedAtMs
    known.refusedAtMs ??= atMs
    if (refusedAtMs !== null && atMs - refusedAtMs > onTheRoadMs) {
      return this.#refused('reused-after-401')
    }
    return this.#refused(expired ? 'expired' : 'revoked')
  }

  /** Revokes a token before it expires. */
  revoke(token: string): void {
    const known = this.#tokens.get(token)
    if (known) known.revoked = true
  }

  /**
   * Records a 401 that did not depend on the token: requesting another token is then not needless.
   */
  refusedAsGood(): void {
    this.#lastLiveAtMs = null
  }

  issued(): number {
    return this.#issued
  }

  /** Resets counts; tokens stay valid. */
  clear(): void {
    this.#issued = 0
    this.#lastLiveAtMs = null
  }

  #refused(finding: TokenFinding): TokenFinding {
    this.#lastLiveAtMs = null
    return finding
  }
}
