/**
 * Sends released orders: each once per release, journalled before its first byte, its end stored
 * with retries. An order that cannot leave yet waits while its release is young enough, and then
 * for a person (Promises P1 and P8).
 */
import { setTimeout as startTimer, clearTimeout } from 'node:timers'
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
import type { NotSent } from '../../../../preload/contract/text/not-sent.ts'
import { sendResult, isOffline, notSentBy, unforeseenEnd } from './send-result.ts'
import { releaseBlockerWithEvidence } from './release-checks.ts'
import type { Retries } from '../../../store/retry-writes.ts'
import { StoreError } from '../../../store/store.ts'
import { momentNow, type Moment } from '../../../store/membership.ts'
import { policiesFor } from '../order-facts.ts'
import type { OrderContext, OrderRow, SendingApi, Sent } from '../types.ts'
import type { OrderEvidence, OrderTracking, NotifyOrder } from '../services.ts'
import { attemptsOf, findOrder } from '../order-records.ts'
import { Refused, noteRefusal } from '../refusals.ts'
import { takeFromQueue } from './release.ts'
import {
  isUnderWay,
  journal,
  sendersOf,
  storeSendResult,
  type SendAttempt,
} from './send-journal.ts'
import { blockedBy, expiredBy, ReachProbe, refusedBy } from './send-blockers.ts'

export interface SenderDeps {
  readonly api: () => SendingApi | undefined
  readonly notify: NotifyOrder
  readonly track: OrderTracking['track']
  readonly retries: Retries
  readonly evidence: OrderEvidence
  /** Interval in ms for checking whether waiting orders can leave. */
  readonly recheckMs: number
}

/** One order between its release and the end of its sending. */
interface ReleaseRun {
  readonly id: string
  readonly releasedAtMs: number
  readonly abort: AbortController
  readonly finished: PromiseWithResolvers<undefined>
  phase: 'waiting' | 'journalling' | 'journalled'
  /** The release instant in the row; null until it was read. */
  releasedAt: string | null
  /** Somebody took the release back, so this run may no longer change the order. */
  isTakenBack: boolean
  /** Why `beforeSending` or `mayBegin` prevented the call; undefined if they did not. */
  problem: unknown
  /** When the store was last asked about the journalled sending, and confirmed it. */
  confirmed: Moment | undefined
}

const profileClosed: NotSent = { code: 'profile-closed' }
const releaseCanceled: NotSent = { code: 'release-canceled' }

/** The sender of one session. */
export class Sender {
  readonly #context: OrderContext
  readonly #deps: SenderDeps
  readonly #runs = new Map<string, ReleaseRun>()
  /** Orders released again before the run of an earlier release ended. */
  readonly #releasedAgain = new Map<string, number>()
  /** Orders released and waiting for a connection, with the monotonic time of their release. */
  readonly #waitingForBank = new Map<string, number>()
  readonly #probe: ReachProbe
  #timer: NodeJS.Timeout | undefined
  #isProfileClosing = false

  constructor(context: OrderContext, deps: SenderDeps) {
    this.#context = context
    this.#deps = deps
    this.#probe = new ReachProbe(context, deps.api)
  }

  /** Starts a released order; it leaves when it can. */
  start(id: string): void {
    // It may wait from a release that another workstation took back.
    this.#waitingForBank.delete(id)
    this.#isProfileClosing = this.#context.background.isClosing
    this.#begin(id, this.#context.clock.monotonicMs())
  }

  /** Returns whether a release of this order is being sent, or waits here to be. */
  isAttended(id: string): boolean {
    return this.#runs.has(id) || this.#waitingForBank.has(id)
  }

  /** The number of releases that are being sent or wait to be. */
  underWay(): number {
    const waiting = [...this.#waitingForBank.keys()].filter((id) => !this.#runs.has(id))
    return this.#runs.size + waiting.length
  }

  /** Stops an order that was taken back; a call still waiting for its turn is not made. */
  forget(id: string): void {
    this.#waitingForBank.delete(id)
    this.#releasedAgain.delete(id)
    const run = this.#runs.get(id)
    if (!run) return
    run.isTakenBack = true
    if (run.phase === 'waiting') run.abort.abort()
  }

  /**
   * Stops new sendings; called when the profile is left. Resolves when the calls under way have
   * been stored, or cannot be for now.
   */
  async rest(): Promise<void> {
    this.#isProfileClosing = true
    clearTimeout(this.#timer)
    const waitingForBank = [...this.#waitingForBank]
    this.#waitingForBank.clear()
    for (const [id, releasedAtMs] of waitingForBank)
      if (!this.#runs.has(id))
        this.#startRun(id, releasedAtMs, (run) => this.#returnToApproved(run, profileClosed))
    for (const run of this.#runs.values()) if (run.phase === 'waiting') run.abort.abort()
    this.#deps.retries.hurry()
    await Promise.all([...this.#runs.values()].map(({ finished }) => finished.promise))
  }

  #begin(id: string, releasedAtMs: number): void {
    if (this.#runs.has(id)) this.#releasedAgain.set(id, releasedAtMs)
    else this.#startRun(id, releasedAtMs, (run) => this.#send(run))
  }

  #startRun(id: string, releasedAtMs: number, work: (run: ReleaseRun) => Promise<void>): void {
    const run: ReleaseRun = {
      id,
      releasedAtMs,
      abort: new AbortController(),
      problem: undefined,
      confirmed: undefined,
      phase: 'waiting',
      finished: Promise.withResolvers<undefined>(),
      releasedAt: null,
      isTakenBack: false,
    }
    this.#runs.set(id, run)
    void work(run)
      .catch((problem: unknown) => {
        this.#context.report('orders.send', problem)
        // The store could not be read for a moment: what still waits is looked at again.
        const mayWait = run.phase === 'waiting' && !run.isTakenBack && !this.#isProfileClosing
        if (mayWait && problem instanceof StoreError && problem.code !== 'closed')
          this.#waitingForBank.set(id, releasedAtMs)
      })
      .finally(() => {
        this.#runs.delete(id)
        run.finished.resolve(this.#beginAgain(id))
        if (this.#waitingForBank.size > 0) this.#scheduleRecheck()
      })
  }

  /**
   * Starts the run of an order that was released again meanwhile. If the profile is being closed,
   * that run takes the order out of the queue.
   */
  #beginAgain(id: string): Promise<undefined> | undefined {
    const releasedAtMs = this.#releasedAgain.get(id)
    this.#releasedAgain.delete(id)
    if (releasedAtMs === undefined) return undefined
    this.#startRun(id, releasedAtMs, (run) => this.#send(run))
    return this.#runs.get(id)?.finished.promise
  }

  async #send(run: ReleaseRun): Promise<void> {
    const { id } = run
    const row = await findOrder(this.#context.store.read, id)
    const { home } = this.#context.store.membership
    if (row?.state !== 'queued' || row.home !== home || run.isTakenBack) return
    run.releasedAt = row.released_at
    const why = this.#isProfileClosing ? profileClosed : await this.#whyNotRelease(row, run)
    if (why !== undefined) return this.#returnToApproved(run, why)
    const api = this.#deps.api()
    if (!api || !this.#mayLeave()) return this.#hold(run)
    const sendAttempt = await this.#sendAttempt(row, api)
    const sent = await this.#callBank(api, sendAttempt, run)
    this.#probe.answered(statusOf(sent))
    if (run.phase === 'journalled') return this.#storeEnd(run, sendAttempt, sent)
    await this.#handleNotSent(run, sendAttempt, sent)
  }

  /** Returns why it must not leave any more; undefined if it may. */
  #blockedOrExpired(row: OrderRow, { releasedAtMs }: ReleaseRun): NotSent | undefined {
    return blockedBy(this.#context, row) ?? expiredBy(this.#context, row, releasedAtMs)
  }

  /** Before it is journalled, every condition of its release is checked again. */
  async #whyNotRelease(row: OrderRow, run: ReleaseRun): Promise<NotSent | undefined> {
    const why = this.#blockedOrExpired(row, run)
    if (why !== undefined) return why
    const failure = await releaseBlockerWithEvidence(this.#context, this.#deps.evidence, row)
    return failure && refusedBy(failure)
  }

  async #sendAttempt(row: OrderRow, { bank }: SendingApi): Promise<SendAttempt> {
    const { id, body, service } = row
    const attempts = await attemptsOf(this.#context.store.read, id)
    return {
      id,
      service,
      body: body ?? '',
      ...sendersOf(row),
      bank,
      attempt: (attempts.at(-1)?.seq ?? 0) + 1,
      releasedAt: row.released_at,
      earlierPolicies: await policiesFor(this.#context, row),
    }
  }

  /** Makes the call; undefined if it failed unexpectedly. */
  async #callBank(
    api: SendingApi,
    sendAttempt: SendAttempt,
    run: ReleaseRun,
  ): Promise<Sent | undefined> {
    try {
      return await this.#context.kinds.of(sendAttempt).send(api, sendAttempt, {
        actor: sendAttempt.confirmedBy ?? sendAttempt.releasedBy,
        lane: 'initiation',
        whenPaused: 'wait',
        // Aborts only before the journal has the sending; a journalled call is never stopped.
        signal: run.abort.signal,
        beforeSending: () => this.#beforeSending(sendAttempt, run),
        mayBegin: () => this.#mayBegin(run),
      })
    } catch (problem) {
      this.#context.report('orders.initiate', problem)
      return undefined
    }
  }

  async #beforeSending(sendAttempt: SendAttempt, run: ReleaseRun): Promise<void> {
    const { store } = this.#context
    try {
      if (run.isTakenBack) throw new SendCanceled(releaseCanceled)
      const row = await findOrder(store.read, run.id)
      const isRepeated = run.phase === 'journalled'
      const whyNot = (of: OrderRow) =>
        isRepeated ? this.#blockedOrExpired(of, run) : this.#whyNotRelease(of, run)
      const why = row ? await whyNot(row) : ({ code: 'order-gone' } as const)
      if (why !== undefined) throw new SendCanceled(why)
      if (isRepeated) {
        // The client calls this again for the same call, after a pause of the rate budget; the
        // journal has it already.
        await this.#confirm(sendAttempt, run)
        return
      }
      run.abort.signal.throwIfAborted()
      if (!this.#mayLeave()) throw new CannotLeaveYet()
      run.phase = 'journalling'
      await journal(this.#context, sendAttempt)
      run.phase = 'journalled'
      this.#deps.notify(run.id, 'sending')
      if (store.membership.home !== null) await this.#confirm(sendAttempt, run)
    } catch (problem) {
      run.problem = problem
      if (run.phase === 'journalling') run.phase = 'waiting'
      throw problem
    }
  }

  /** The bank can be reached, and the store hears of this workstation. */
  #mayLeave(): boolean {
    return this.#probe.mayLeave() && this.#context.store.membership.isFresh()
  }

  /**
   * Asks the store whether the journalled sending is still under way here: others give it up while
   * this workstation is gone.
   */
  async #confirm(sendAttempt: SendAttempt, run: ReleaseRun): Promise<void> {
    const moment = momentNow()
    if (!(await isUnderWay(this.#context.store, sendAttempt)))
      throw new SendCanceled({ code: 'order-ended' })
    run.confirmed = moment
  }

  /**
   * The last look before the first byte. This computer may have slept since the store confirmed the
   * sending, and others may have decided about it.
   */
  #mayBegin(run: ReleaseRun): boolean {
    if (this.#context.store.membership.isFresh(run.confirmed)) return true
    run.problem = new SendCanceled({ code: 'store-unheard' })
    return false
  }

  /** Stores the end of a journalled call. */
  async #storeEnd(run: ReleaseRun, sendAttempt: SendAttempt, sent?: Sent): Promise<void> {
    const result = sent ? sendResult(sent) : unforeseenEnd
    const isStopped = result.outcome === 'not-sent' && run.problem instanceof SendCanceled
    const end = isStopped ? { ...result, notSent: whyStopped(run.problem, sent) } : result
    const state = await this.#stored(sendAttempt.id, () =>
      storeSendResult(this.#context, sendAttempt, end),
    )
    this.#reportState(sendAttempt.id, state)
  }

  /** Handles a call that was not made and not journalled. */
  async #handleNotSent(run: ReleaseRun, sendAttempt: SendAttempt, sent?: Sent): Promise<void> {
    const { id, problem } = run
    if (problem instanceof Refused) {
      const { failure } = problem
      const what = 'what' in failure ? { what: failure.what } : {}
      const detail = { act: 'send', code: failure.code, ...what }
      await noteRefusal(this.#context, sendAttempt.releasedBy, id, detail)
    }
    const mustStop = run.abort.signal.aborted || this.#isProfileClosing
    const isNotReachable = sent !== undefined && (isOffline(sent) || isCancelled(sent))
    const mayWait = problem instanceof CannotLeaveYet || (problem === undefined && isNotReachable)
    if (mayWait && !mustStop) return this.#hold(run)
    const notSent = run.isTakenBack
      ? releaseCanceled
      : mustStop
        ? profileClosed
        : whyStopped(problem, sent)
    if (!run.isTakenBack) await this.#returnToApproved(run, notSent)
    // The commit of the journal may fail although its row is on the disk. Nothing was sent, so the
    // row gets that end.
    await this.#stored(id, async () => {
      if (!(await isUnderWay(this.#context.store, sendAttempt))) return
      const end = { ...unforeseenEnd, outcome: 'not-sent', reason: 'cancelled', notSent } as const
      this.#reportState(id, await storeSendResult(this.#context, sendAttempt, end))
    })
  }

  /** Takes the order of exactly this release out of the queue, never of a later one. */
  async #returnToApproved({ id, releasedAt }: ReleaseRun, notSent: NotSent): Promise<void> {
    const { home } = this.#context.store.membership
    const why = {
      actor: 'system',
      kind: 'order.release-expired',
      notSent,
      releasedAt,
      home,
    } as const
    const state = await this.#stored(id, () => takeFromQueue(this.#context, id, why))
    if (state !== null) this.#reportState(id, state)
  }

  #reportState(id: string, state: OrderState): void {
    this.#deps.notify(id, state)
    // An order that did not leave is tracked too: the bank may have reported it while it was under
    // way.
    if (state !== 'queued' && state !== 'sending') this.#deps.track(id)
  }

  #stored<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#deps.retries.untilStored(work, (problem) => {
      this.#context.report('orders.store', problem)
      if (this.#isProfileClosing) this.#runs.get(id)?.finished.resolve(undefined)
    })
  }

  /** Keeps the order queued; once the profile is left, takes it out of the queue instead. */
  async #hold(run: ReleaseRun): Promise<void> {
    const { id, releasedAtMs, isTakenBack } = run
    if (isTakenBack) return
    if (this.#isProfileClosing) await this.#returnToApproved(run, profileClosed)
    else this.#waitingForBank.set(id, releasedAtMs)
  }

  #scheduleRecheck(): void {
    clearTimeout(this.#timer)
    if (this.#isProfileClosing) return
    this.#timer = startTimer(() => {
      this.#probe.check()
      const waitingForBank = [...this.#waitingForBank]
      this.#waitingForBank.clear()
      for (const [id, releasedAtMs] of waitingForBank) this.#begin(id, releasedAtMs)
    }, this.#deps.recheckMs)
    this.#timer.unref()
  }
}

/** A sending that its own rules end before the first byte. */
class SendCanceled extends Error {
  readonly notSent: NotSent

  constructor(notSent: NotSent) {
    super(notSent.code)
    this.notSent = notSent
  }
}
/**
 * The bank became unreachable or refused the caller while it waited for its turn, or the store does
 * not hear of this workstation, so it keeps waiting.
 */
class CannotLeaveYet extends Error {}

const statusOf = (sent: Sent | undefined): number | undefined =>
  sent && 'status' in sent.outcome ? sent.outcome.status : undefined

const isCancelled = ({ outcome }: Sent): boolean =>
  outcome.kind === 'not-sent' && outcome.reason === 'cancelled'

function whyStopped(problem: unknown, sent: Sent | undefined): NotSent {
  if (problem instanceof SendCanceled) return problem.notSent
  if (problem instanceof Refused) return refusedBy(problem.failure)
  if (problem !== undefined) return { code: 'not-recorded' }
  return (sent && notSentBy(sent)) ?? { code: 'not-made' }
}
