/**
 * Builds the record of each call and saves it. The result of a call is returned even when saving
 * fails.
 */
import { detailOf, type BankRequest, type CallRecordLink } from './bank-call.ts'
import { recordOf, type BankCallRecord, type CallFacts, type CallTurn } from '../call-record.ts'
import { classifyRead } from '../answers/classification.ts'
import type { FetchedToken } from './token-call.ts'
import type { WireOutcome, WireRequest } from './transport.ts'
import type { Clock } from '../../platform/clock.ts'
import type { BankConnection } from './connector.ts'
import type { RateBudget } from './budget/rate-budget.ts'

/** The budget is shared by all clients of one bank and consumer key. */
export interface BankClientDeps {
  readonly connection: BankConnection
  readonly budget: RateBudget
  readonly clock: Clock
  readonly newId: () => string
  /** Saves one record; resolves when it is on disk. */
  readonly record: (call: BankCallRecord) => Promise<void>
}

/** One request that went to the wire, and how long it waited before. */
interface Made {
  readonly request: WireRequest
  readonly outcome: WireOutcome
  readonly waitedMs: number
}

/**
 * Returns the details of an outcome. Reading them from the answer may throw; the call is recorded
 * even then.
 */
function detailSafely(...about: Parameters<typeof detailOf>): BankCallRecord['detail'] {
  try {
    return detailOf(...about)
  } catch {
    return { detail: 'not read' }
  }
}

/** Saves the records of one client. */
export class CallRecorder {
  readonly #deps: Pick<BankClientDeps, 'connection' | 'newId' | 'record'>
  readonly #tokens: () => readonly string[]
  readonly #announce: () => void
  #recording = true

  /** `tokens` returns the tokens in force; `announce` is called after each record. */
  constructor(
    deps: Pick<BankClientDeps, 'connection' | 'newId' | 'record'>,
    tokens: () => readonly string[],
    announce: () => void,
  ) {
    this.#deps = deps
    this.#tokens = tokens
    this.#announce = announce
  }

  /** Whether the latest record was saved. */
  get recording(): boolean {
    return this.#recording
  }

  /** Saves a call of a service with its verdict. */
  keep(
    { actor, purpose, lane }: BankRequest,
    { request, outcome, token, waitedMs }: Made & { readonly token: string },
    attempt: CallTurn['attempt'],
    verdict: { readonly kind: string },
  ): Promise<CallRecordLink> {
    return this.#keep({
      request,
      outcome,
      actor,
      purpose,
      turn: { lane, waitedMs, attempt },
      verdict: verdict.kind,
      detail: detailSafely(outcome, verdict),
      secrets: [...this.#secrets(), token],
    })
  }

  /** Saves a token call, for which every other call waits. */
  keepToken({ request, outcome, waitedMs }: Made, token: FetchedToken): Promise<CallRecordLink> {
    return this.#keep({
      request,
      outcome,
      actor: 'system',
      purpose: 'token',
      turn: { lane: 'doubt', waitedMs, attempt: 1 },
      verdict: classifyRead(outcome).kind,
      detail: { ...detailSafely(outcome), token: token.kind },
      secrets: [...this.#secrets(), ...(token.kind === 'token' ? [token.value] : [])],
      tokenCall: true,
    })
  }

  async #keep(facts: Omit<CallFacts, 'id'>): Promise<CallRecordLink> {
    const { record, kept } = recordOf({ ...facts, id: this.#deps.newId() })
    const recorded = await this.#isKept(record)
    this.#recording = recorded
    this.#announce()
    const { times } = facts.outcome
    return { callId: recorded ? record.id : null, answer: kept, recorded, times }
  }

  /** A payment's outcome must be returned even when the store throws synchronously. */
  async #isKept(record: BankCallRecord): Promise<boolean> {
    try {
      await this.#deps.record(record)
      return true
    } catch {
      return false
    }
  }

  #secrets(): string[] {
    const { consumerKey, consumerSecret, clientId, clientSecret } = this.#deps.connection
    const pair = `${consumerKey}:${consumerSecret}`
    return [pair, consumerKey, consumerSecret, clientId, clientSecret, ...this.#tokens()]
  }
}
