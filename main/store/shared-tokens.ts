/**
 * The access token of a bank, shared by the workstations on one store: one of them requests it, all
 * call with it. In the store it is sealed under a key that the database does not have.
 */
import { createHmac, hkdfSync } from 'node:crypto'
import type { CallFailure } from '../../preload/contract/bank/account-validation.ts'
import { openText, sealText } from '../platform/sealed-text.ts'
import type { StoreKey } from './store-key.ts'

/** A token call that the bank refused. */
export interface RefusedTokenCall {
  readonly reason: CallFailure
  readonly status?: number
}

/** Requests to the store's worker. `key`: the bank and the consumer key. */
export type TokenRequest = { readonly key: string } &
  /** Tells from now on what is stored. */
  (
    | { readonly kind: 'share' }
    /** Takes the turn to request a token when it is free. */
    | { readonly kind: 'want'; readonly isWanted: boolean }
    | { readonly kind: 'refused' | 'worked'; readonly digest: string }
    /** Gives the turn of a session back, with what is to be stored. */
    | { readonly kind: 'end'; readonly era: number; readonly result: TokenResult | undefined }
  )

/** The result of a token call that all are to have. */
export type TokenResult =
  | {
      readonly kind: 'token'
      readonly sealed: string
      readonly digest: string
      readonly replaced: string | null
    }
  | { readonly kind: 'failure'; readonly failure: RefusedTokenCall }

/** The stored token of a key, as it was read. Ages are by the database's clock. */
export interface StoredToken {
  /** Null: only a refused token call is known. */
  readonly sealed: string | null
  readonly replaced: string | null
  readonly ageMs: number
  readonly hasWorked: boolean
  readonly isRefused: boolean
  readonly failure: RefusedTokenCall | null
  readonly failedAt: string | null
  readonly failedMs: number
}

/** News of the worker about a key. */
export interface TokenRead {
  readonly key: string
  readonly stored: StoredToken | null
  /** The session that has got the turn; null: none. */
  readonly era: number | null
}

/** The token of a team, now. */
export interface SharedToken {
  readonly value: string
  readonly lifetimeMs: number
  readonly ageMs: number
  /** True if the token before was answered with a 401. */
  readonly forA401: boolean
  readonly hasWorked: boolean
  /** A call with it was answered with a 401: nobody starts another one. */
  readonly isRefused: boolean
}

/** A refused token call of a team. */
export interface SharedFailure {
  readonly answer: RefusedTokenCall
  /** Tells it from others. */
  readonly id: string
  readonly ageMs: number
}

/** A client that calls with the token. */
export interface TokenUser {
  /** Takes in what is stored. Undefined: nothing that this client can use. */
  stored(token: SharedToken | undefined, failure: SharedFailure | undefined): void
}

/** The turn to request a token, which one workstation has at a time. */
export interface TokenTurn {
  /** Aborted when the store was lost: another workstation may have the turn now. */
  readonly lost: AbortSignal
  /** Tells every workstation that calls with this token are answered with a 401. */
  refused(token: string): void
  /** Gives the turn back; `result` is stored for all. */
  end(result?: NewToken | { readonly failure: RefusedTokenCall }): void
}

interface NewToken {
  readonly value: string
  readonly lifetimeMs: number
  /** The token that was answered with a 401 before; undefined: none was. */
  readonly replaced: string | undefined
}

/** The token of one bank and consumer key, as one client has it. */
export interface TokenOfKey {
  /**
   * Waits until this workstation may request a token. Undefined: `isEnough` was true after the
   * client took in what is stored, or the client was closed.
   */
  turn(isEnough: () => boolean): Promise<TokenTurn | undefined>
  /** Tells that a call with this token succeeded. */
  worked(token: string): void
}

/** A client of a key. */
interface Client {
  readonly user: TokenUser
  /** Names what a token belongs to: another client cannot open it. */
  readonly owner: string
}

interface Waiting {
  readonly client: Client
  readonly isEnough: () => boolean
  readonly settle: (turn?: TokenTurn) => void
}

interface Shared {
  readonly clients: Set<Client>
  readonly waiting: Set<Waiting>
  /** Aborted when the turn that this workstation has is lost. */
  turn: AbortController | undefined
}

/** Main's side: seals and opens, passes requests to the worker, and its news to the clients. */
export class SharedTokens {
  readonly #send: (request: TokenRequest) => void
  readonly #sealing: Uint8Array
  readonly #naming: Uint8Array
  readonly #shared = new Map<string, Shared>()

  constructor(send: (request: TokenRequest) => void, storeKey: StoreKey) {
    this.#send = send
    const derived = (use: string) => new Uint8Array(hkdfSync('sha256', storeKey, '', use, 32))
    this.#sealing = derived('countersign token sealing')
    this.#naming = derived('countersign token naming')
  }

  /** Shares the token of a key until the client is closed. */
  share(key: string, client: Client, closed: AbortSignal): TokenOfKey {
    const shared = this.#shared.get(key) ?? {
      clients: new Set(),
      waiting: new Set(),
      turn: undefined,
    }
    this.#shared.set(key, shared)
    shared.clients.add(client)
    closed.addEventListener('abort', () => {
      shared.clients.delete(client)
      for (const one of shared.waiting) if (one.client === client) one.settle()
    })
    this.#send({ kind: 'share', key })
    return {
      turn: (isEnough) =>
        closed.aborted
          ? Promise.resolve(undefined)
          : new Promise((resolve) => {
              const one: Waiting = {
                client,
                isEnough,
                settle: (turn) => {
                  shared.waiting.delete(one)
                  if (!turn && shared.waiting.size === 0)
                    this.#send({ kind: 'want', key, isWanted: false })
                  resolve(turn)
                },
              }
              shared.waiting.add(one)
              this.#send({ kind: 'want', key, isWanted: true })
            }),
      worked: (token) => this.#send({ kind: 'worked', key, digest: this.#digest(token) }),
    }
  }

  /** Takes in what the worker read, `sinceMs` ago. */
  told({ key, stored, era }: TokenRead, sinceMs: number): void {
    const shared = this.#shared.get(key)
    if (!shared) return
    for (const { user, owner } of shared.clients)
      user.stored(this.#tokenIn(stored, owner, sinceMs), failureIn(stored, sinceMs))
    for (const one of shared.waiting) if (one.isEnough()) one.settle()
    if (era === null) return
    const [next] = shared.waiting
    const turn = this.#turn(key, shared, era, next?.client.owner ?? '')
    if (next) next.settle(turn)
    else turn.end()
  }

  /** The store was lost, and the turn with it. */
  lost(): void {
    for (const shared of this.#shared.values()) {
      shared.turn?.abort()
      shared.turn = undefined
    }
  }

  #turn(key: string, shared: Shared, era: number, owner: string): TokenTurn {
    const losing = new AbortController()
    shared.turn = losing
    return {
      lost: losing.signal,
      refused: (token) => this.#send({ kind: 'refused', key, digest: this.#digest(token) }),
      end: (result) => {
        shared.turn = undefined
        this.#send({ kind: 'end', key, era, result: result && this.#written(result, owner) })
        // Of another client of this workstation, which has the same turn.
        if (shared.waiting.size > 0) this.#send({ kind: 'want', key, isWanted: true })
      },
    }
  }

  #written(result: NewToken | { readonly failure: RefusedTokenCall }, owner: string): TokenResult {
    if ('failure' in result) return { kind: 'failure', failure: result.failure }
    const { value, lifetimeMs, replaced } = result
    return {
      kind: 'token',
      sealed: sealText(this.#sealing, JSON.stringify([value, lifetimeMs]), owner),
      digest: this.#digest(value),
      replaced: replaced === undefined ? null : this.#digest(replaced),
    }
  }

  #tokenIn(stored: StoredToken | null, owner: string, sinceMs: number): SharedToken | undefined {
    if (!stored || stored.sealed === null) return undefined
    try {
      const opened = openText(this.#sealing, stored.sealed, owner)
      const [value, lifetimeMs] = JSON.parse(opened) as [string, number]
      return {
        value,
        lifetimeMs,
        ageMs: stored.ageMs + sinceMs,
        forA401: stored.replaced !== null,
        hasWorked: stored.hasWorked,
        isRefused: stored.isRefused,
      }
    } catch {
      // Of other credentials, or written by somebody who has not the key: no token.
      return undefined
    }
  }

  #digest(token: string): string {
    return createHmac('sha256', this.#naming).update(token).digest('base64url')
  }
}

const failureIn = (stored: StoredToken | null, sinceMs: number): SharedFailure | undefined =>
  stored?.failure && stored.failedAt !== null
    ? { answer: stored.failure, id: stored.failedAt, ageMs: stored.failedMs + sinceMs }
    : undefined
