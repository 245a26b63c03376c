/**
 * The calls of a run of validations: as many in flight as the agreed rate allows. No call begins
 * outside the agreed hours, in the pause after a 429 or while the bank cannot be reached.
 */
import type {
  AccountAnswer,
  AccountInquiry,
  CallFailure,
} from '../../preload/contract/bank/account-validation.ts'
import {
  failedClasses,
  isBanksRefusal,
  resultClassOf,
} from '../../preload/contract/domain/validation-reading.ts'
import type { BulkRun } from '../../preload/contract/api/bulk/run.ts'
import type { ProductTerms } from '../../preload/contract/api/profiles/profile-details.ts'
import type { AccountValidationApi, VerifiedAccount } from '../bank/apis/account-validation.ts'
import { InFlight } from '../platform/in-flight.ts'
import { Run } from '../platform/run.ts'
import { idleTimer } from '../platform/timer.ts'
import type { SessionContext } from '../profile/session-context.ts'
import { frequencyOf, nextAgreedMoment, type AgreedFrequency } from './agreed-terms.ts'

type Bank = Pick<AccountValidationApi, 'verify'>

type CallContext = Pick<SessionContext, 'store' | 'clock' | 'connection' | 'profile'>

/** An answer, and whether the call was recorded before it was sent. */
interface CallResult {
  readonly verified: VerifiedAccount
  readonly verdict: RowVerdict
  readonly isRecorded: boolean
}

/**
 * Sends one inquiry. `record` writes it to the disk just before the first byte; if that fails,
 * nothing is sent.
 */
export type Call = (
  inquiry: AccountInquiry,
  actor: string,
  record: () => Promise<void>,
) => Promise<CallResult>

/** The requests of a run and their stored results. */
export interface RunSteps<Item> {
  /** Returns the next waiting item; undefined if none waits. */
  readonly next: () => Promise<Item | undefined>
  /** Takes back an item for which no call may begin now. */
  readonly requeue: (item: Item) => void
  /** Sends an item with `call` and stores the answer; undefined if the answer was lost. */
  readonly step: (item: Item, call: Call) => Promise<RowVerdict | undefined>
  /** Called when nothing waits and no call is in flight. */
  readonly atEnd: () => Promise<void> | void
  /** The run cannot continue; the reason is a sentence. Stops the calls. */
  readonly cannotContinue: (why: string) => Promise<void> | void
  /** A call has ended. */
  readonly changed: () => void
}

/**
 * Answers take up to five seconds, so this many seconds' worth of calls keep the rate budget in
 * use.
 */
const inFlightSeconds = 6
const mostInFlight = 120
/** This many calls in a row without a usable answer end or pause the run. */
const mostFailuresInARow = 10

/** Returns the message of an error. */
export const messageOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem)

/** The calls of one run. No item is sent again automatically after an answer may have been lost. */
export class RunCalls<Item> {
  readonly #context: CallContext
  readonly #steps: RunSteps<Item>
  readonly #gate: RunGate
  readonly #inFlight = new InFlight()
  readonly #run: Run
  readonly #frequency: AgreedFrequency
  #failuresInARow = 0
  #hasUsableAnswer = false

  constructor(context: CallContext, steps: RunSteps<Item>) {
    this.#context = context
    this.#steps = steps
    this.#frequency = frequencyOf(context.store, context.clock)
    this.#gate = new RunGate(context, this.#frequency)
    this.#run = new Run({
      startTimer: idleTimer,
      pass: () => this.#fill(),
      failed: (problem) =>
        steps.cannotContinue(`The rows could not be read: ${messageOf(problem)}`),
    })
  }

  get waitsFor(): BulkRun['waitsFor'] {
    return this.#gate.waitsFor
  }

  /** Allows calls, and forgets earlier failures; the first `request` begins them. */
  start(): void {
    this.#failuresInARow = 0
    this.#hasUsableAnswer = false
    this.#gate.reset()
    this.#run.start()
  }

  /** Begins calls for what waits, as far as they are allowed now. */
  request(): void {
    this.#run.request()
  }

  /** Begins no more calls, and takes back those that wait; calls in flight are completed. */
  stop(): void {
    void this.#run.stop()
    this.#takeBackWaiting()
  }

  /** Resolves when no call is in flight. To be called after `stop`. */
  async settled(): Promise<void> {
    await this.#run.settled()
    await this.#inFlight.settled()
  }

  #takeBackWaiting(): void {
    void this.#inFlight.cancel()
  }

  /** Begins calls until enough are in flight. */
  async #fill(): Promise<void> {
    const { next, requeue, atEnd } = this.#steps
    if (this.#gate.hoursBegin()) this.#takeBackWaiting()
    while (this.#run.isOn() && this.#inFlight.size < this.#most()) {
      const item = await next()
      if (item === undefined) {
        if (this.#run.isOn() && this.#inFlight.size === 0) await atEnd()
        break
      }
      const api = this.#run.isOn() ? this.#gate.open() : undefined
      if (!api) {
        requeue(item)
        break
      }
      void this.#inFlight.add(this.#sendItem(api, item)).finally(() => {
        this.#steps.changed()
        this.request()
      })
    }
    // The gate opens and closes with time alone.
    this.#run.requestIn(this.#gate.recheckMs)
  }

  /**
   * Returns how many calls may be in flight: until the bank has given a usable answer, and while
   * its last ones were failures, no more than may still fail.
   */
  #most(): number {
    const share = this.#context.connection.open()?.access.callsPerSecond ?? 1
    const most = Math.min(mostInFlight, Math.max(2, share * inFlightSeconds))
    if (this.#hasUsableAnswer && this.#failuresInARow === 0) return most
    return Math.min(most, mostFailuresInARow - this.#failuresInARow)
  }

  /** Makes one step. Never rejects. */
  async #sendItem(api: Bank, item: Item): Promise<void> {
    const { signal } = this.#inFlight
    const { step, cannotContinue } = this.#steps
    const recorded = { isRecorded: false }
    // Before anything is awaited, so that the calls of one pass keep the agreed rate together.
    this.#frequency.pick()
    try {
      const verdict = await step(item, (...args) => this.#call(api, { signal, recorded }, ...args))
      if (verdict?.kind === 'store') await this.#afterAnswer(verdict)
      else if (verdict && !signal.aborted) await this.#afterNotValidated(verdict)
    } catch (problem) {
      await cannotContinue(messageOf(problem))
    } finally {
      if (!recorded.isRecorded) this.#frequency.giveBack()
    }
  }

  async #call(
    api: Bank,
    {
      signal,
      recorded,
    }: { readonly signal: AbortSignal; readonly recorded: { isRecorded: boolean } },
    ...[inquiry, actor, record]: Parameters<Call>
  ): Promise<CallResult> {
    const beforeSending = async (): Promise<void> => {
      // The item was picked within the agreed hours, but may have waited since.
      if (this.#gate.hoursBegin()) this.#takeBackWaiting()
      signal.throwIfAborted()
      if (recorded.isRecorded) return
      await record().catch(async (problem: unknown) => {
        await this.#steps.cannotContinue(`The request could not be recorded: ${messageOf(problem)}`)
        throw problem
      })
      recorded.isRecorded = true
      this.#frequency.begin()
    }
    const callOptions = { actor, lane: 'bulk', whenPaused: 'wait', signal, beforeSending } as const
    const verified = await api.verify(inquiry, callOptions)
    return { verified, verdict: verdictOf(verified.answer), isRecorded: recorded.isRecorded }
  }

  async #afterAnswer({ isFailure }: Extract<RowVerdict, { kind: 'store' }>): Promise<void> {
    this.#gate.answered()
    this.#failuresInARow = isFailure ? this.#failuresInARow + 1 : 0
    this.#hasUsableAnswer ||= !isFailure
    if (this.#failuresInARow >= mostFailuresInARow)
      await this.#steps.cannotContinue(
        `The last ${String(mostFailuresInARow)} calls got no usable answer.`,
      )
  }

  /** Nothing was validated: the run goes on, waits for the bank, or needs a person. */
  async #afterNotValidated({
    next,
  }: Extract<RowVerdict, { kind: 'not-validated' }>): Promise<void> {
    if (next === 'wait-for-bank') this.#gate.hold()
    else if (next !== 'go-on') await this.#steps.cannotContinue(next.pause)
  }
}

const longestHoldMs = 30_000
const recheckMs = 1000

/** Decides whether a call may begin now, and says what the run waits for if not. */
class RunGate {
  /** Milliseconds until the next check. */
  recheckMs = recheckMs
  readonly #context: CallContext
  /** Shared by all runs of the store, because the agreed rate covers them together. */
  readonly #frequency: AgreedFrequency
  #waitsFor: BulkRun['waitsFor'] = null
  #holdMs = 0
  #pausedUntilMs = -Infinity

  constructor(context: CallContext, frequency: AgreedFrequency) {
    this.#context = context
    this.#frequency = frequency
  }

  get waitsFor(): BulkRun['waitsFor'] {
    const until = this.#context.connection.pausedUntil()
    return until ? { kind: 'pause', until: until.toISOString() } : this.#waitsFor
  }

  /** When the agreed hours begin; null if now is within them. */
  hoursBegin(): Date | null {
    return nextAgreedMoment(this.#terms(), this.#context.clock.now())
  }

  /** Returns the API if a call may be made now. */
  open(): Bank | undefined {
    const { clock, connection } = this.#context
    const until = this.hoursBegin()
    const open = connection.accountValidation()
    const pausedMs = this.#pausedUntilMs - clock.monotonicMs()
    const oftenMs = this.#frequency.waitMs(this.#terms()?.calls ?? null)
    this.#waitsFor = null
    if (until) this.#waitsFor = { kind: 'hours', until: until.toISOString() }
    else if (!open || pausedMs > 0) this.#waitsFor = { kind: 'bank' }
    this.recheckMs = oftenMs > 0 ? Math.min(oftenMs, recheckMs) : recheckMs
    return this.#waitsFor || connection.pausedUntil() || oftenMs > 0 ? undefined : open
  }

  /** The bank could not be reached: waits longer before each new try. */
  hold(): void {
    const now = this.#context.clock.monotonicMs()
    // Several calls failed for the same cause: only the first lengthens the wait.
    if (now < this.#pausedUntilMs) return
    this.#holdMs = Math.min(longestHoldMs, Math.max(recheckMs, this.#holdMs * 2))
    this.#pausedUntilMs = now + this.#holdMs
  }

  /** The bank answers again. */
  answered(): void {
    this.#holdMs = 0
  }

  /** Forgets earlier failures. */
  reset(): void {
    this.#holdMs = 0
    this.#pausedUntilMs = -Infinity
    this.#waitsFor = null
  }

  #terms(): ProductTerms | null {
    const { details } = this.#context.profile()
    return details?.products.find(({ product }) => product === 'account-validation') ?? null
  }
}

/** The consequence of an answer. */
export type RowVerdict =
  /** The bank answered, or may have: the result is stored with the row. */
  | {
      readonly kind: 'store'
      readonly state: 'answered' | 'unknown'
      readonly isFailure: boolean
    }
  /** Nothing was validated: the row waits again, and `next` says what the run does. */
  | {
      readonly kind: 'not-validated'
      readonly next: 'go-on' | 'wait-for-bank' | { readonly pause: string }
    }

/** Failures that persist until a person changes something. */
const needsAPerson: Partial<Record<CallFailure, string>> = {
  'server-certificate-not-trusted': 'The certificate of the bank is not trusted.',
  'server-name-mismatch': 'The certificate of the bank names another host.',
  'client-certificate-refused': 'The bank refused the client certificate.',
  'proxy-answer-unusable': 'The answer of the proxy cannot be used.',
  'proxy-sign-in-refused': 'The proxy asks for user name and password.',
  'proxy-sign-in-unsupported': 'The proxy asks for a sign-in other than Basic.',
  'proxy-refused': 'The proxy refused the connection to the bank.',
  'proxy-opens-tls': 'The proxy opens TLS, or the bank\u2019s CA is missing.',
  'credentials-refused': 'The bank refused the credentials.',
  'token-refused': 'The bank gave no token.',
}

/** Documented refusals that answer the query: another call would get the same. */
const answering: readonly number[] = [400, 404, 415]

/**
 * An outage, a time-out or a gateway page answers nothing; whether the bank counted the call is
 * unknown. A refusal for missing access (401, 403) or too many calls (429) has validated nothing.
 */
function verdictOfRefusal(refused: Extract<AccountAnswer, { kind: 'refused' }>): RowVerdict {
  const { status } = refused.trace
  // The rate budget observes the pause that a 429 requires (bank note 19).
  if (status === 429) return { kind: 'not-validated', next: 'go-on' }
  if (status === 401 || status === 403) {
    const pause = `The bank refused access (HTTP ${String(status)}).`
    return { kind: 'not-validated', next: { pause } }
  }
  const isAnswer = status < 300 || (isBanksRefusal(refused) && answering.includes(status))
  return {
    kind: 'store',
    state: isAnswer ? 'answered' : 'unknown',
    isFailure: !isAnswer || hasFailed(refused),
  }
}

/**
 * Whether an answer says nothing about any account, whatever its HTTP status (bank note 23). With
 * error code 000 the bank has checked the account, even if another code is not listed.
 */
const hasFailed = (answer: AccountAnswer): boolean =>
  failedClasses.includes(resultClassOf(answer, 0)) &&
  !(answer.kind === 'answered' && answer.reading.errorCode === '000')

/** Derives the verdict. */
export function verdictOf(answer: AccountAnswer): RowVerdict {
  switch (answer.kind) {
    case 'answered':
    case 'nothing-found':
    case 'not-understood':
      return { kind: 'store', state: 'answered', isFailure: hasFailed(answer) }
    case 'refused':
      return verdictOfRefusal(answer)
    case 'no-answer':
      return { kind: 'store', state: 'unknown', isFailure: true }
    case 'not-sent': {
      const pause = needsAPerson[answer.reason]
      if (pause !== undefined) return { kind: 'not-validated', next: { pause } }
      return {
        kind: 'not-validated',
        next: answer.reason === 'rate-paused' ? 'go-on' : 'wait-for-bank',
      }
    }
  }
}
