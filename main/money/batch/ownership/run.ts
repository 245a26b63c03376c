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
} from '../../../../preload/contract/kernel/account-number.ts'
import { type KindEntry, ownerKindsOf } from './entry-owner-kind.ts'
import { ownerKey, ownerQuestion } from './query.ts'
import {
  keepBegun,
  keepEnded,
  keptRun,
  type OwnershipWish,
  shownKept,
  wishOf,
  ownershipOfEntries,
  tellingClasses,
} from './store.ts'
import type { OwnershipRun } from '../../../../preload/contract/domain/batches/drafts.ts'
import {
  type Bank,
  type GateDeps,
  type RowVerdict,
  RunGate,
  verdictOf,
} from '../../../inquiry/validation-run.ts'
import type { Store } from '../../../store/store.ts'
import { sentFields, validationToKeep } from '../../../inquiry/save-validation.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { frequencyOf } from '../../../inquiry/agreed-terms.ts'
import { throttle } from '../../../platform/throttle.ts'
import { InFlight } from '../../../platform/in-flight.ts'
import { SerialQueue } from '../../../platform/serial.ts'
import { findOrder } from '../../order/order-records.ts'

export type Questions = Pick<OwnershipQuestions, 'questions' | 'kept' | 'leftOut'>

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
    account: significantAccount(entry.accountNumber.trim()),
    routingNumber: entry.routingNumber.trim(),
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
    kept: entries.filter(({ id }) => young.has(id)).length,
    leftOut: leftOut === 0 ? null : leftOutWords(leftOut),
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
      .filter((one) => isYoung(one) && tellingClasses.includes(one.resultClass))
      .map(({ entryId }) => entryId),
  )
}

const leftOutWords = (count: number): string => {
  const entries = `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`
  return `${entries} could not be asked about: a person\u2019s first and last name or a business\u2019s name, a routing number and an account of letters and digits are needed.`
}

export interface OwnershipAskingDeps extends GateDeps {
  readonly store: Store
  readonly newId: () => string
  /** This workstation's share of the bank's calls per second. */
  readonly callsPerSecond: () => number
  readonly changed: () => void
  /** Called once; calls in flight may still return. */
  readonly ended: () => void
  readonly report: (where: string, problem: unknown) => void
}

/** The inquiries of a run, and who makes them. */
export interface OwnershipQuestions {
  /** The batch. */
  readonly id: string
  readonly actor: string
  readonly questions: readonly AccountInquiry[]
  /** Entries whose check was young enough. */
  readonly kept: number
  /** The message about entries that cannot be checked; null if there are none. */
  readonly leftOut: string | null
}

/** Answers take up to five seconds, so this many seconds of calls keep the rate budget busy. */
const inFlightSeconds = 6
const mostInFlight = 120
/** This many calls in a row without a useful answer end the run. */
const mostFruitless = 10

const inWords = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem)

/**
 * One run: as many calls in flight as the agreed rate allows, each answer stored as a validation.
 * No inquiry is repeated automatically. The run waits during a pause after a 429, outside the agreed
 * hours and while the bank cannot be reached.
 */
export class OwnershipAsking {
  readonly id: string
  readonly #deps: OwnershipAskingDeps
  readonly #asked: OwnershipQuestions
  readonly #waiting: AccountInquiry[]
  readonly #inFlight = new InFlight()
  readonly #gate: RunGate
  #state: OwnershipRun['state'] = 'running'
  #why: string | null = null
  #done = 0
  #fruitless = 0
  #abort = new AbortController()
  #wake: ReturnType<typeof setTimeout> | undefined

  constructor(deps: OwnershipAskingDeps, asked: OwnershipQuestions) {
    this.#deps = deps
    this.#asked = asked
    this.id = asked.id
    this.#waiting = [...asked.questions]
    this.#gate = new RunGate(deps)
  }

  isRunning(): boolean {
    return this.#state === 'running'
  }

  shown(): OwnershipRun {
    const { id, questions, kept } = this.#asked
    return {
      id,
      state: this.#state,
      why: this.#why,
      done: this.#done,
      of: questions.length,
      kept,
      remaining: 0,
    }
  }

  begin(): void {
    this.#fill()
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
    return this.#inFlight.settled()
  }

  #end(state: Exclude<OwnershipRun['state'], 'running'>, why: string | null): void {
    if (!this.isRunning()) return
    this.#state = state
    this.#why = why
    this.#abort.abort()
    clearTimeout(this.#wake)
    this.#deps.changed()
    this.#deps.ended()
  }

  /** Starts calls until enough are in flight or the gate is closed. */
  #fill(): void {
    if (!this.isRunning()) return
    if (this.#gate.hoursBegin()) this.#takeBackWaiting()
    const most = Math.min(mostInFlight, Math.max(2, this.#deps.callsPerSecond() * inFlightSeconds))
    while (this.#inFlight.size < most && this.#waiting.length > 0) {
      const api = this.#gate.open()
      const next = api && this.#waiting.shift()
      if (!next) break
      this.#begin(api, next)
    }
    if (this.#waiting.length === 0 && this.#inFlight.size === 0) {
      this.#end('done', this.#asked.leftOut)
      return
    }
    clearTimeout(this.#wake)
    this.#wake = setTimeout(() => this.#fill(), this.#gate.lookAgainMs)
    this.#wake.unref()
  }

  #begin(api: Bank, inquiry: AccountInquiry): void {
    const asking = this.#ask(api, inquiry).catch((problem: unknown) =>
      this.#end('failed', `An answer could not be stored: ${inWords(problem)}`),
    )
    void this.#inFlight.add(asking).finally(() => {
      this.#deps.changed()
      this.#fill()
    })
  }

  /** The agreed hours are over: waiting inquiries wait until they begin again. */
  #takeBackWaiting(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
  }

  async #ask(api: Bank, inquiry: AccountInquiry): Promise<void> {
    const { frequency } = this.#deps
    const { signal } = this.#abort
    const mark = { isMade: false }
    frequency.pick()
    const beforeSending = async (): Promise<void> => {
      if (this.#gate.hoursBegin()) this.#takeBackWaiting()
      signal.throwIfAborted()
      if (mark.isMade) return
      await this.#note(inquiry)
      mark.isMade = true
      frequency.begin()
    }
    const { actor } = this.#asked
    const manner = { actor, lane: 'bulk', whenPaused: 'wait', signal, beforeSending } as const
    const answer = await api.verify(inquiry, manner).finally(() => {
      if (!mark.isMade) frequency.giveBack()
    })
    const verdict = verdictOf(answer.outcome)
    if (verdict.kind === 'not-asked') {
      this.#afterNotAsked(verdict.next, inquiry, signal)
      return
    }
    const by = { id: this.#deps.newId(), at: this.#deps.clock.now().toISOString(), actor }
    const { act, write } = validationToKeep(inquiry, answer, by)
    const detail = { ...(act.detail as Record<string, string | null>), batch: this.id }
    await this.#deps.store.record({ ...act, detail }, write)
    this.#afterAnswer(verdict)
  }

  /** Records who sends which inquiry to the bank, on the disk before the first byte. */
  async #note({ routingNumber, accountNumber, ...inquiry }: AccountInquiry): Promise<void> {
    const fields = sentFields({ routingNumber, accountNumber, ...inquiry })
    const detail = { routingNumber, account: maskedAccount(accountNumber), fields }
    const act = { actor: this.#asked.actor, kind: 'batch.owner-asked', subject: this.id, detail }
    await this.#deps.store.note(act).catch((problem: unknown) => {
      this.#end('failed', `The request could not be recorded: ${inWords(problem)}`)
      throw problem
    })
  }

  #afterAnswer({ isFruitless }: Extract<RowVerdict, { kind: 'store' }>): void {
    this.#done += 1
    this.#gate.answered()
    this.#fruitless = isFruitless ? this.#fruitless + 1 : 0
    if (this.#fruitless >= mostFruitless)
      this.#end('failed', `The last ${String(mostFruitless)} calls brought no usable answer.`)
  }

  /** Nothing was validated: the inquiry waits again, unless only a person can help. */
  #afterNotAsked(
    next: Extract<RowVerdict, { kind: 'not-asked' }>['next'],
    inquiry: AccountInquiry,
    signal: AbortSignal,
  ): void {
    this.#waiting.unshift(inquiry)
    if (signal.aborted || next === 'go-on') return
    if (next === 'wait-for-bank') this.#gate.hold()
    else this.#end('failed', next.pause)
  }
}

const tellEveryMs = 250

/** The ownership runs of an open store. */
export class OwnershipRuns {
  readonly #context: BatchContext
  /** The newest run of each batch since the session opened. */
  readonly #runs = new Map<string, OwnershipAsking>()
  readonly #touched = new Set<string>()
  readonly #endings = new InFlight()
  readonly #notifier = throttle(
    tellEveryMs,
    () => this.#tell(),
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
    return this.#starts.run(() => this.#begin(id, () => Promise.resolve(wish), actor))
  }

  /** Resumes an interrupted run. */
  resume(id: string, actor: string) {
    const wish = async (): Promise<OwnershipWish | null> => {
      const kept = await keptRun(this.#context.store, id)
      return kept?.ended === null ? wishOf(kept) : null
    }
    return this.#starts.run(() => this.#begin(id, wish, actor))
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
    const kept = await keptRun(this.#context.store, id)
    if (!kept) return null
    const [batch, wish] = [await findBatch(this.#context.store.read, id), wishOf(kept)]
    const isKnown = kept.ended === null && batch && wish
    const left = isKnown ? await questionsOf(this.#context, batch, wish) : null
    return this.#runs.get(id)?.shown() ?? shownKept(id, kept, left?.questions.length ?? null)
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

  async #begin(id: string, wished: () => Promise<OwnershipWish | null>, actor: string) {
    const before = this.#interruptions
    const batch = await findBatch(this.#context.store.read, id)
    if (!batch) return err({ code: 'not-found' } as const)
    const refused = await this.#barred()
    if (refused) return err(refused)
    const wish = await wished()
    if (wish === null) return err({ code: 'nothing-to-send' } as const)
    const run = await this.#runOf(batch, wish, actor)
    if (run === null) return err({ code: 'nothing-to-send' } as const)
    this.#runs.set(id, run)
    await keepBegun(this.#context.store, run.shown(), wish, actor).catch((problem: unknown) => {
      this.#runs.delete(id)
      throw problem
    })
    // The profile was left meanwhile, so the new run makes no inquiry.
    if (this.#interruptions === before) run.begin()
    else run.rest()
    return ok(run.shown())
  }

  async #runOf(
    batch: BatchRow,
    wish: OwnershipWish,
    actor: string,
  ): Promise<OwnershipAsking | null> {
    const id = batch.order_id
    const found = await questionsOf(this.#context, batch, wish)
    if (found.questions.length === 0 && found.kept === 0) return null
    const changed = (): void => {
      this.#touched.add(id)
      this.#notifier.notify()
    }
    const deps = askingParts(this.#context, changed, () => this.#ended(run, actor))
    const run = new OwnershipAsking(deps, { id, actor, ...found })
    return run
  }

  /** Returns why no run can begin now. */
  async #barred() {
    const { store, connection, mayNotAsk } = this.#context
    const running = [...this.#runs.values()].find((run) => run.isRunning())
    if (running) {
      const name = (await findOrder(store.read, running.id))?.beneficiary ?? ''
      return { code: 'run-under-way', name } satisfies Failure<'run-under-way'>
    }
    const refused = mayNotAsk('account-validation')
    if (refused?.ok === false) return refused.error
    if (!connection.accountValidation()) return { code: 'bank-not-running' } as const
    const until = connection.pausedUntil()
    return until ? ({ code: 'rate-paused', until: until.toISOString() } as const) : undefined
  }

  /** Records the end after all answers arrived; an interrupted run has none. */
  #ended(run: OwnershipAsking, actor: string): void {
    if (run.shown().state === 'interrupted') return
    const { store, report } = this.#context
    const ending = run
      .settled()
      .then(() => keepEnded(store, run.shown(), actor))
      .catch((problem: unknown) => report('batches.ownership', problem))
    void this.#endings.add(ending)
  }

  #tell(): void {
    for (const id of this.#touched) {
      const run = this.#runs.get(id)
      if (run) this.#context.announce('batches', 'ownershipChanged', run.shown())
    }
    this.#touched.clear()
  }
}

function askingParts(
  context: BatchContext,
  changed: () => void,
  ended: () => void,
): OwnershipAskingDeps {
  const { store, clock, newId, connection, profile, report } = context
  return {
    store,
    clock,
    newId,
    report,
    changed,
    ended,
    frequency: frequencyOf(store, clock),
    terms: () =>
      profile().details?.products.find(({ product }) => product === 'account-validation') ?? null,
    api: () => connection.accountValidation(),
    callsPerSecond: () => connection.open()?.access.callsPerSecond ?? 1,
    pausedUntil: () => connection.pausedUntil(),
  }
}
