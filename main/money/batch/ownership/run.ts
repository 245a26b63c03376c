/**
 * Runs of ownership checks, which people begin, resume and stop. Each account of a batch is checked
 * once, except those with a young enough answer. Only one run is active at a time, over all
 * batches. Begin and end are in the audit chain; a run without an end was interrupted and is shown
 * so.
 */
import type { AccountInquiry } from '../../../../preload/contract/bank/account-validation.ts'
import { inSlices } from '../../../platform/slices.ts'
import type { BatchContext, BatchRow } from '../types.ts'
import { findBatch, typedEntriesOf } from '../batch-records.ts'
import {
  maskedAccount,
  significantAccount,
  significantRouting,
} from '../../../../preload/contract/kernel/account-number.ts'
import { type KindEntry, ownerKindsOf } from './entry-owner-kind.ts'
import { ownerKey, ownerQuestion } from './query.ts'
import {
  saveBegun,
  saveEnded,
  storedRun,
  type OwnershipWish,
  shownStored,
  wishOf,
  ownershipOfEntries,
  conclusiveClasses,
} from './store.ts'
import type { OwnershipRun } from '../../../../preload/contract/domain/batches/drafts.ts'
import { sentFields, prepareValidation } from '../../../inquiry/save-validation.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { throttle } from '../../../platform/throttle.ts'
import { InFlight } from '../../../platform/in-flight.ts'
import { SerialQueue } from '../../../platform/serial.ts'
import { findOrder } from '../../order/order-records.ts'
import { type Call, messageOf, RunCalls, type RowVerdict } from '../../../inquiry/validation-run.ts'

export type Questions = Pick<OwnershipPlan, 'questions' | 'reused' | 'leftOut'>

/** Returns the accounts to check, and how many entries need no check. */
export async function questionsOf(
  context: BatchContext,
  batch: BatchRow,
  wanted: OwnershipWish,
): Promise<Questions> {
  const { store, clock } = context
  const isWanted = new Set(wanted.entryIds)
  const entries = (await typedEntriesOf(store.read, batch.order_id)).filter(
    ({ id }) => wanted.entryIds === null || isWanted.has(id),
  )
  const young = await youngOf(context, batch, wanted)
  const kindEntry = (entry: (typeof entries)[number]): KindEntry => ({
    id: entry.id,
    orderId: batch.order_id,
    payeeId: entry.payeeId,
    account: significantAccount(entry.accountNumber),
    routingNumber: significantRouting(entry.routingNumber),
  })
  const kindOf = await ownerKindsOf(store.read, entries.map(kindEntry))
  const questions = new Map<string, AccountInquiry>()
  let leftOut = 0
  const read = (entry: (typeof entries)[number]): void => {
    if (young.has(entry.id)) return
    const question = ownerQuestion(entry, kindOf(kindEntry(entry)))
    if (question) questions.set(ownerKey(question), question)
    else leftOut += 1
  }
  await inSlices(entries, read, () => clock.monotonicMs())
  return {
    questions: [...questions.values()],
    reused: entries.filter(({ id }) => young.has(id)).length,
    leftOut: leftOut === 0 ? null : leftOutText(leftOut),
  }
}

/** Returns the entries with a young enough answer. */
async function youngOf(
  context: BatchContext,
  { order_id: id }: BatchRow,
  { maxAgeHours, since }: OwnershipWish,
): Promise<ReadonlySet<string>> {
  const isYoung = ({ ageHours, at }: { readonly ageHours: number; readonly at: string }): boolean =>
    ageHours <= maxAgeHours || (since !== null && at >= since)
  const known = await ownershipOfEntries(context, id)
  return new Set(
    known
      .filter((one) => isYoung(one) && conclusiveClasses.includes(one.resultClass))
      .map(({ entryId }) => entryId),
  )
}

const leftOutText = (count: number): string => {
  const entries = `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`
  return `${entries} could not be checked. Needed: first and last name of a person or the name of a business, a routing number, and an account of letters and digits.`
}

interface OwnershipRunnerDeps extends Pick<
  BatchContext,
  'store' | 'clock' | 'newId' | 'connection' | 'profile'
> {
  readonly changed: () => void
  /** Called once; calls in flight may still return. */
  readonly ended: () => void
}

/** The inquiries of a run, and who makes them. */
export interface OwnershipPlan {
  /** The batch. */
  readonly id: string
  readonly actor: string
  readonly questions: readonly AccountInquiry[]
  /** Entries whose check was young enough. */
  readonly reused: number
  /** The message about entries that cannot be checked; null if there are none. */
  readonly leftOut: string | null
}

/** One run: each answer is stored as a validation, and no inquiry is repeated automatically. */
export class OwnershipRunner {
  readonly id: string
  readonly #deps: OwnershipRunnerDeps
  readonly #inquiries: OwnershipPlan
  readonly #waiting: AccountInquiry[]
  readonly #calls: RunCalls<AccountInquiry>
  #state: OwnershipRun['state'] = 'running'
  #why: string | null = null
  #done = 0

  constructor(deps: OwnershipRunnerDeps, inquiries: OwnershipPlan) {
    this.#deps = deps
    this.#inquiries = inquiries
    this.id = inquiries.id
    this.#waiting = [...inquiries.questions]
    this.#calls = new RunCalls(deps, {
      next: () => Promise.resolve(this.#waiting.shift()),
      requeue: (inquiry) => this.#waiting.unshift(inquiry),
      step: (inquiry, call) => this.#step(inquiry, call),
      atEnd: () => this.#end('done', inquiries.leftOut),
      cannotContinue: (why) => this.#end('failed', why),
      changed: deps.changed,
    })
  }

  isRunning(): boolean {
    return this.#state === 'running'
  }

  shown(): OwnershipRun {
    const { id, questions, reused } = this.#inquiries
    return {
      id,
      state: this.#state,
      why: this.#why,
      done: this.#done,
      of: questions.length,
      reused,
      remaining: 0,
    }
  }

  begin(): void {
    if (this.#waiting.length === 0) this.#end('done', this.#inquiries.leftOut)
    else {
      this.#calls.start()
      this.#calls.request()
    }
  }

  /** Stops the run: waiting inquiries are dropped, calls in flight are stored. */
  stop(why: string): void {
    this.#end('stopped', why)
  }

  /**
   * Interrupts the run when the profile is left or the program ends: waiting inquiries are dropped,
   * and no end is stored.
   */
  rest(): void {
    this.#end('interrupted', null)
  }

  /** Resolves when no call is in flight. */
  settled(): Promise<void> {
    return this.#calls.settled()
  }

  #end(state: Exclude<OwnershipRun['state'], 'running'>, why: string | null): void {
    if (!this.isRunning()) return
    this.#state = state
    this.#why = why
    this.#calls.stop()
    this.#deps.changed()
    this.#deps.ended()
  }

  async #step(inquiry: AccountInquiry, call: Call): Promise<RowVerdict | undefined> {
    const { store, clock, newId } = this.#deps
    const { actor } = this.#inquiries
    try {
      const { verified, verdict } = await call(inquiry, actor, () => this.#note(inquiry))
      if (verdict.kind === 'not-validated') {
        this.#waiting.unshift(inquiry)
        return verdict
      }
      const by = { id: newId(), at: clock.now().toISOString(), actor }
      const { act, write } = prepareValidation(inquiry, verified, by)
      const detail = { ...(act.detail as Record<string, string | null>), batch: this.id }
      await store.record({ ...act, detail }, write)
      this.#done += 1
      return verdict
    } catch (problem) {
      this.#end('failed', `An answer could not be stored: ${messageOf(problem)}`)
      return undefined
    }
  }

  /** Records who sends which inquiry to the bank, on the disk before the first byte. */
  #note({ routingNumber, accountNumber, ...inquiry }: AccountInquiry): Promise<void> {
    const fields = sentFields({ routingNumber, accountNumber, ...inquiry })
    const detail = { routingNumber, account: maskedAccount(accountNumber), fields }
    const act = {
      actor: this.#inquiries.actor,
      kind: 'batch.owner-checked',
      subject: this.id,
      detail,
    }
    return this.#deps.store.note(act)
  }
}

const notifyEveryMs = 250

/** The ownership runs of an open store. */
export class OwnershipRuns {
  readonly #context: BatchContext
  /** The newest run of each batch since the session opened. */
  readonly #runs = new Map<string, OwnershipRunner>()
  readonly #touched = new Set<string>()
  readonly #endings = new InFlight()
  readonly #notifier = throttle(
    notifyEveryMs,
    () => this.#sendChanged(),
    () => false,
  )
  #interruptions = 0
  readonly #starts = new SerialQueue()

  constructor(context: BatchContext) {
    this.#context = context
  }

  /**
   * Begins a run for a batch. Calls run one after another, so that two clicks at once begin one
   * run.
   */
  begin(id: string, wish: OwnershipWish, actor: string) {
    return this.#inTurn(id, () => Promise.resolve(wish), actor)
  }

  /** Resumes an interrupted run. */
  resume(id: string, actor: string) {
    const wish = async (): Promise<OwnershipWish | null> => {
      const stored = await storedRun(this.#context.store, id)
      return stored?.ended === null ? wishOf(stored) : null
    }
    return this.#inTurn(id, wish, actor)
  }

  /** Stops the run and drops waiting inquiries; null if there is none. */
  stop(id: string): OwnershipRun | null {
    const run = this.#runs.get(id)
    run?.stop('Stopped by an operator.')
    return run?.shown() ?? null
  }

  /** Returns the newest run of a batch, active or stored; null if there was none. */
  async shown(id: string): Promise<OwnershipRun | null> {
    const run = this.#runs.get(id)
    if (run) return run.shown()
    const stored = await storedRun(this.#context.store, id)
    if (!stored) return null
    const [batch, wish] = [await findBatch(this.#context.store.read, id), wishOf(stored)]
    const isKnown = stored.ended === null && batch && wish
    const left = isKnown ? await questionsOf(this.#context, batch, wish) : null
    const { home } = this.#context.store.membership
    return (
      this.#runs.get(id)?.shown() ?? shownStored(id, stored, left?.questions.length ?? null, home)
    )
  }

  /** Stops all inquiries; resolves when calls in flight have been stored. */
  async rest(): Promise<void> {
    this.#interruptions += 1
    const left = [...this.#runs.values()]
    for (const run of left) run.rest()
    await this.#starts.settled()
    await Promise.all([...this.#runs.values()].map((run) => run.settled()))
    await this.#endings.settled()
    this.#runs.clear()
  }

  #inTurn(id: string, wished: () => Promise<OwnershipWish | null>, actor: string) {
    // Counted now, because the profile may be left before the turn comes (Promise P8).
    const before = this.#interruptions
    const isInterrupted = (): boolean => this.#interruptions !== before
    return this.#starts.run(() => this.#begin(id, wished, actor, isInterrupted))
  }

  async #begin(
    id: string,
    wished: () => Promise<OwnershipWish | null>,
    actor: string,
    isInterrupted: () => boolean,
  ) {
    const batch = await findBatch(this.#context.store.read, id)
    if (!batch) return err({ code: 'not-found' } as const)
    const refused = await this.#callBlock()
    if (refused) return err(refused)
    // Answers of a stopped run may still be on their way: they count, and its end comes first.
    await this.#runs.get(id)?.settled()
    await this.#endings.settled()
    const wish = await wished()
    if (wish === null) return err({ code: 'nothing-to-send' } as const)
    const run = await this.#runOf(batch, wish, actor)
    if (run === null) return err({ code: 'nothing-to-send' } as const)
    this.#runs.set(id, run)
    await saveBegun(this.#context.store, run.shown(), wish, actor).catch((problem: unknown) => {
      this.#runs.delete(id)
      throw problem
    })
    // The profile was left meanwhile, so the new run makes no inquiry.
    if (isInterrupted()) run.rest()
    else run.begin()
    return ok(run.shown())
  }

  async #runOf(
    batch: BatchRow,
    wish: OwnershipWish,
    actor: string,
  ): Promise<OwnershipRunner | null> {
    const id = batch.order_id
    const found = await questionsOf(this.#context, batch, wish)
    if (found.questions.length === 0 && found.reused === 0) return null
    const changed = (): void => {
      this.#touched.add(id)
      this.#notifier.notify()
    }
    const ended = (): void => this.#ended(run, actor)
    const run = new OwnershipRunner({ ...this.#context, changed, ended }, { id, actor, ...found })
    return run
  }

  /** Returns why no run can begin now. */
  async #callBlock() {
    const { store, connection, callBlockFor } = this.#context
    const running = [...this.#runs.values()].find((run) => run.isRunning())
    if (running) {
      const name = (await findOrder(store.read, running.id))?.beneficiary ?? ''
      return { code: 'run-under-way', name } satisfies Failure<'run-under-way'>
    }
    const refused = callBlockFor('account-validation')
    if (refused?.ok === false) return refused.error
    if (!connection.accountValidation()) return { code: 'bank-not-running' } as const
    const until = connection.pausedUntil()
    return until ? ({ code: 'rate-paused', until: until.toISOString() } as const) : undefined
  }

  /** Records the end after all answers arrived; an interrupted run has none. */
  #ended(run: OwnershipRunner, actor: string): void {
    if (run.shown().state === 'interrupted') return
    const { store, report } = this.#context
    const ending = run
      .settled()
      .then(() => saveEnded(store, run.shown(), actor))
      .catch((problem: unknown) => report('batches.ownership', problem))
    void this.#endings.add(ending)
  }

  #sendChanged(): void {
    for (const id of this.#touched) {
      const run = this.#runs.get(id)
      if (run) this.#context.emitEvent('batches', 'ownershipChanged', run.shown())
    }
    this.#touched.clear()
  }
}
