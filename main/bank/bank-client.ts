/**
 * The bank client, one pipeline for every call: token, lane and rate budget, mutual-TLS transport,
 * classification, record, typed result. Only a read call is repeated here, once, after a 401;
 * query-bank.ts has the other retries. A call that moves money goes out once, because a gateway may answer
 * 401 when the bank has accepted the payment. Such a call has a connection of its
 * own, so that no other answer can arrive on it.
 */
import { setMaxListeners } from 'node:events'
import type { CallFailure } from '../../preload/contract/bank/account-validation.ts'
import {
  is401,
  noRecord,
  wireRequest,
  type BankRequest,
  type MoneyResult,
  type ReadResult,
} from './client/bank-call.ts'
import { noteActing } from '../platform/acting.ts'
import type { Clock } from '../platform/clock.ts'
import { InFlight } from '../platform/in-flight.ts'
import type { SharedTokens } from '../store/shared-tokens.ts'
import type { CallOptions } from './call-options.ts'
import type { RateBudget } from './client/budget/rate-budget.ts'
import type { Permit } from './client/budget/rate-permit.ts'
import { CallRecorder, type CallRecorderDeps } from './client/call-recorder.ts'
import { classifyMoney, classifyRead } from './answers/classification.ts'
import { ReachabilityTracker } from './client/reachability.ts'
import { tokenAnswerOf, tokenIn, tokenRequest } from './client/token-call.ts'
import type { BankClientStatus, BankConnection, FetchedToken, TokenAnswer } from './connection.ts'
import { paused, TokenCache, unlessAborted, unlessDelayed } from './client/token.ts'
import {
  answerTimeouts,
  openTransport,
  type Transport,
  type WireOutcome,
  type WireRequest,
} from './client/transport.ts'
import type { MoneyVocabulary } from './answers/ambiguous-refusal.ts'

/**
 * The only client that calls the bank. A new certificate or credential needs a new client (bank
 * note 7, RFC 8705).
 */
export interface BankClient {
  /** Makes a read call. Always resolves; never rejects. */
  read(request: BankRequest): Promise<ReadResult>
  /**
   * Makes a call that moves money; the caller has already written it to the journal. Always
   * resolves; never rejects.
   */
  move(request: BankRequest, vocabulary: MoneyVocabulary): Promise<MoneyResult>
  /**
   * Gets a token if there is none, to check that certificate and credentials work. With
   * `whenPaused: 'fail'` the call does not wait for the end of a pause after a 429 (bank note 19).
   */
  checkToken(callOptions?: Pick<CallOptions, 'whenPaused' | 'signal'>): Promise<FetchedToken>
  /** The fields beside the token in the latest answered token call; null before the first. */
  tokenAnswer(): TokenAnswer | null
  status(): BankClientStatus
  /** Calls the listener on every change of `status()`; the returned function unsubscribes. */
  onChange(listener: () => void): () => void
  /**
   * Withdraws waiting calls, closes the connections when calls in flight have finished, and
   * resolves when these are recorded. The budget stays open. May be called again.
   */
  close(): Promise<void>
}

type Attempt =
  | { readonly kind: 'not-sent'; readonly reason: CallFailure }
  | {
      readonly kind: 'made'
      readonly outcome: WireOutcome
      readonly request: WireRequest
      readonly token: string
      readonly waitedMs: number
    }

/**
 * The least remaining life of a token that sends money, so that a 401, after which a person must
 * decide, is rare.
 */
const minTokenLifeForMoneyMs = 10 * 60_000

const isSuccess = (outcome: WireOutcome): boolean =>
  outcome.kind === 'answered' && outcome.answer.status >= 200 && outcome.answer.status < 300

/** Whether `beforeSending` succeeded. */
async function isReady({ beforeSending }: BankRequest): Promise<boolean> {
  try {
    await beforeSending?.()
    return true
  } catch {
    return false
  }
}

/**
 * Names what a token belongs to: the bank and the consumer key, and the certificate, because the
 * token may be bound to it (RFC 8705).
 */
const ownerOf = (key: string, { consumerKey, certificateChain }: BankConnection): string =>
  JSON.stringify([key, consumerKey, certificateChain])

/** The budget is shared by all clients of one bank and consumer key. */
export interface BankClientDeps extends CallRecorderDeps {
  readonly budget: RateBudget
  readonly clock: Clock
  /** The tokens of a team, and the key of this bank and consumer key among them. */
  readonly team?: { readonly tokens: SharedTokens; readonly key: string } | undefined
}

/** Creates the client of one profile. Throws TypeError for a base URL that is not https. */
export function createBankClient(deps: BankClientDeps): BankClient {
  return new Client(deps)
}

class Client implements BankClient {
  readonly #deps: BankClientDeps
  readonly #transport: Transport
  readonly #tokens: TokenCache
  readonly #watch: ReachabilityTracker
  readonly #listeners = new Set<() => void>()
  readonly #closing = new AbortController()
  readonly #recorder: CallRecorder
  readonly #underWay = new InFlight()
  #closed: Promise<void> | undefined
  #tokenAnswer: TokenAnswer | null = null

  constructor(deps: BankClientDeps) {
    this.#deps = deps
    // Every waiting call adds a listener to this signal.
    setMaxListeners(0, this.#closing.signal)
    this.#transport = openTransport(deps.connection, deps.budget.transit, deps.clock)
    this.#watch = new ReachabilityTracker(deps.clock)
    this.#tokens = new TokenCache(
      deps.clock,
      (lost) => this.#underWay.add(this.#fetchToken(lost)),
      () => this.#announce(),
    )
    const { team, connection } = deps
    if (team) {
      const client = { user: this.#tokens, owner: ownerOf(team.key, connection) }
      this.#tokens.joinTeam(team.tokens.share(team.key, client, this.#closing.signal))
    }
    this.#recorder = new CallRecorder(
      deps,
      () => this.#tokens.secrets(),
      () => this.#announce(),
    )
  }

  read(request: BankRequest): Promise<ReadResult> {
    return this.#underWay.add(this.#query(request))
  }

  move(request: BankRequest, vocabulary: MoneyVocabulary): Promise<MoneyResult> {
    return this.#underWay.add(this.#move(request, vocabulary))
  }

  checkToken({
    whenPaused,
    signal,
  }: Parameters<BankClient['checkToken']>[0] = {}): Promise<FetchedToken> {
    const { budget } = this.#deps
    if (whenPaused !== 'fail') return unlessAborted(this.#tokens.get(), signal)
    // A request now would queue a token call, sent when the pause ends.
    if (budget.state().pausedUntil && !this.#tokens.current()) return Promise.resolve(paused)
    return unlessAborted(unlessDelayed(this.#tokens.get(), budget, this.#tokens), signal)
  }

  tokenAnswer(): TokenAnswer | null {
    return this.#tokenAnswer
  }

  status(): BankClientStatus {
    return {
      connection: this.#watch.reach,
      token: this.#tokens.state(),
      latestProblem: this.#watch.latestProblem,
      pausedUntil: this.#deps.budget.state().pausedUntil,
      recording: this.#recorder.recording,
    }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#closing.abort()
    await this.#transport.close()
    await this.#underWay.settled()
  }

  async #query(request: BankRequest): Promise<ReadResult> {
    const first = await this.#attempt(request, false)
    if (first.kind === 'not-sent') return { kind: 'not-sent', reason: first.reason, ...noRecord }
    const firstOutcome = classifyRead(first.outcome)
    const trace = await this.#recorder.save(request, first, 1, firstOutcome)
    const firstResult = { ...firstOutcome, ...trace }
    if (!is401(first.outcome)) return firstResult
    const renewed = await this.#tokens.renewAfter401(first.token)
    if (renewed?.kind !== 'token') return firstResult
    const second = await this.#attempt(request, false)
    if (second.kind === 'not-sent') return firstResult
    const outcome = classifyRead(second.outcome)
    return { ...outcome, ...(await this.#recorder.save(request, second, 2, outcome)) }
  }

  async #move(request: BankRequest, vocabulary: MoneyVocabulary): Promise<MoneyResult> {
    const attempt = await this.#attempt(request, true)
    if (attempt.kind === 'not-sent')
      return { kind: 'not-sent', reason: attempt.reason, ...noRecord }
    const outcome = classifyMoney(attempt.outcome, vocabulary, request.body ?? '')
    // Not for this call: only the next one waits for a new token.
    if (is401(attempt.outcome)) void this.#underWay.add(this.#tokens.renewAfter401(attempt.token))
    return { ...outcome, ...(await this.#recorder.save(request, attempt, 1, outcome)) }
  }

  /**
   * Gets a token, then a slot of the rate budget, then sends. Starts again when a pause began or
   * the token expired in between.
   */
  async #attempt(request: BankRequest, movesMoney: boolean): Promise<Attempt> {
    const { budget, clock } = this.#deps
    const timeouts = movesMoney ? answerTimeouts.money : answerTimeouts.read
    const tokenLeftMs = movesMoney ? minTokenLifeForMoneyMs : 0
    const requestedMs = clock.monotonicMs()
    const closing = this.#closing.signal
    const signal = request.signal ? AbortSignal.any([closing, request.signal]) : closing
    let again = false
    for (;;) {
      if (request.whenPaused === 'fail' && budget.state().pausedUntil) {
        return { kind: 'not-sent', reason: 'rate-paused' }
      }
      const token = await unlessAborted(this.#tokens.get(tokenLeftMs), signal)
      if (token.kind === 'failed') {
        if (token.reason === 'rate-paused' && request.whenPaused !== 'fail') continue
        return { kind: 'not-sent', reason: token.reason }
      }
      const permit = await budget.acquire({ ...request, signal, again })
      if (permit.kind === 'refused') {
        return {
          kind: 'not-sent',
          reason: permit.reason === 'closed' ? 'cancelled' : permit.reason,
        }
      }
      again = true
      const cached = this.#tokens.current()
      if (!cached) {
        permit.release()
        continue
      }
      if (!(await isReady(request))) {
        permit.release()
        return { kind: 'not-sent', reason: 'cancelled' }
      }
      const unlessRefused: Permit = {
        ...permit,
        // Another workstation may see a 401 to the token until the first byte leaves.
        begin: () => {
          if (!cached.isRefused) return permit.begin()
          permit.release()
          return false
        },
      }
      const wire = { ...wireRequest(request, cached.value, timeouts), movesMoney }
      const waitedMs = clock.monotonicMs() - requestedMs
      const outcome = await this.#transport.send(wire, unlessRefused)
      this.#saw(outcome)
      if (isSuccess(outcome)) this.#tokens.worked(cached.value)
      if (outcome.kind !== 'paused' && outcome.kind !== 'not-written') noteActing()
      if (outcome.kind !== 'paused')
        return { kind: 'made', outcome, request: wire, token: cached.value, waitedMs }
    }
  }

  async #fetchToken(lost?: AbortSignal): Promise<FetchedToken> {
    const { budget, clock, connection } = this.#deps
    const closing = this.#closing.signal
    const signal = lost ? AbortSignal.any([closing, lost]) : closing
    const requestedMs = clock.monotonicMs()
    const request = tokenRequest(connection)
    for (let again = false; ; again = true) {
      // Every call waits for the token, so its call goes in the first lane, no matter which call
      // needs it.
      const permit = await budget.acquire({ lane: 'unknown-outcome', again, signal })
      if (permit.kind === 'refused') return { kind: 'failed', reason: 'cancelled' }
      const waitedMs = clock.monotonicMs() - requestedMs
      const outcome = await this.#transport.send(request, permit)
      this.#saw(outcome)
      if (outcome.kind === 'paused') continue
      const token = tokenIn(outcome)
      const trace = await this.#recorder.saveToken({ request, outcome, waitedMs }, token)
      const owner = {
        credentials: connection,
        tokens: token.kind === 'token' ? [token.value] : [],
      }
      this.#tokenAnswer = tokenAnswerOf(outcome, trace, owner) ?? this.#tokenAnswer
      return token
    }
  }

  #saw(outcome: WireOutcome): void {
    this.#watch.saw(outcome)
    this.#announce()
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}
