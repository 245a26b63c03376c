/** What workstations share of a token, without a database, in virtual time. */
import { SharedTokens } from '../../../../main/store/shared-tokens.ts'
import type {
  StoredToken,
  TokenRead,
  TokenRequest,
  TokenResult,
} from '../../../../main/store/shared-tokens.ts'
import { practiceKey, type StoreKey } from '../../../../main/store/store-key.ts'
import { TokenCache } from '../../../../main/bank/client/token.ts'
import type { FetchedToken } from '../../../../main/bank/connection.ts'
import { settle, VirtualTime } from './virtual-time.ts'

const key = 'bank-1'

interface Row {
  readonly result: Extract<TokenResult, { kind: 'token' }> | undefined
  readonly sinceMs: number
  hasWorked: boolean
  isRefused: boolean
  readonly failed?: { readonly result: Extract<TokenResult, { kind: 'failure' }>; atMs: number }
}

/** Who a workstation is: its credentials, and the key of its store. */
export interface Who {
  readonly owner?: string
  readonly storeKey?: StoreKey
  /** How far the clock of its computer is off. */
  readonly wallOffsetMs?: number
}

/** Answers the token calls of a workstation. */
export type Bank = (lost: AbortSignal | undefined) => Promise<FetchedToken>

export class TokenStore {
  readonly time: VirtualTime
  /** Everything that the database was told. */
  readonly said: TokenRequest[] = []
  /** How far the clock of the database is off. */
  offMs = 0
  row: Row | undefined
  turn: { readonly of: Workstation; readonly sinceMs: number } | undefined
  readonly #workstations: Workstation[] = []

  constructor(time = new VirtualTime()) {
    this.time = time
  }

  get nowMs(): number {
    return this.time.ms + this.offMs
  }

  /** Opens a workstation whose token calls the bank answers so. */
  async open(bank: Bank, who: Who = {}): Promise<Workstation> {
    const workstation = new Workstation(this, bank, who)
    this.#workstations.push(workstation)
    await settle()
    return workstation
  }

  /** What the worker of this workstation does. */
  take(of: Workstation, request: TokenRequest): void {
    this.said.push(request)
    switch (request.kind) {
      case 'share':
        this.tell(of)
        return
      case 'want':
        of.isWanting = request.isWanted
        if (of.isWanting) this.tell(of)
        return
      case 'worked':
      case 'refused':
        if (this.row?.result?.digest !== request.digest) return
        if (request.kind === 'worked') this.row.hasWorked = true
        else {
          this.row.isRefused = true
          this.#tellAll()
        }
        return
      case 'end':
        if (this.turn?.of !== of || request.era !== of.era) return
        if (request.result) this.#write(request.result, this.turn.sinceMs)
        this.turn = undefined
        this.#tellAll()
    }
  }

  /** The session of a workstation ends. */
  lose(of: Workstation): void {
    of.era += 1
    of.isHere = false
    if (this.turn?.of === of) this.turn = undefined
    of.tokens.lost()
    this.#tellAll()
  }

  /** It has a session again. */
  enter(of: Workstation): void {
    of.isHere = true
    this.tell(of)
  }

  tell(to: Workstation): void {
    if (!to.isHere) return
    const isMine = to.isWanting && this.turn === undefined
    if (isMine) {
      to.isWanting = false
      this.turn = { of: to, sinceMs: this.nowMs }
    }
    const read: TokenRead = { key, stored: this.#stored(), era: isMine ? to.era : null }
    void Promise.resolve().then(() => to.tokens.told(read, 0))
  }

  #tellAll(): void {
    for (const each of this.#workstations) this.tell(each)
  }

  #write(result: TokenResult, sinceMs: number): void {
    this.row =
      result.kind === 'token'
        ? { result, sinceMs, hasWorked: false, isRefused: false }
        : {
            ...(this.row ?? { result: undefined, sinceMs, hasWorked: false, isRefused: false }),
            failed: { result, atMs: this.nowMs },
          }
  }

  #stored(): StoredToken | null {
    const { row } = this
    if (!row) return null
    const { result, failed } = row
    return {
      sealed: result?.sealed ?? null,
      replaced: result?.replaced ?? null,
      ageMs: Math.max(this.nowMs - row.sinceMs, 0),
      hasWorked: row.hasWorked,
      isRefused: row.isRefused,
      failure: failed?.result.failure ?? null,
      failedAt: failed ? String(failed.atMs) : null,
      failedMs: failed ? Math.max(this.nowMs - failed.atMs, 0) : 0,
    }
  }
}

/** A workstation with the token of the team. */
export class Workstation {
  readonly cache: TokenCache
  readonly tokens: SharedTokens
  readonly closing = new AbortController()
  era = 1
  isHere = true
  isWanting = false
  fetches = 0

  constructor(store: TokenStore, bank: Bank, who: Who) {
    const { owner = 'one team', storeKey = practiceKey, wallOffsetMs = 0 } = who
    const { clock } = store.time
    const ownClock = { ...clock, now: () => new Date(clock.now().getTime() + wallOffsetMs) }
    this.tokens = new SharedTokens((request) => store.take(this, request), storeKey)
    this.cache = new TokenCache(ownClock, (lost) => {
      this.fetches += 1
      return bank(lost)
    })
    const client = { user: this.cache, owner }
    this.cache.joinTeam(this.tokens.share(key, client, this.closing.signal))
  }
}
