/**
 * One run on its way: as many calls in flight as the agreed rate can use, each row marked before its first byte and
 * stored with its answer. Whatever cannot be stored pauses the run, and nothing is asked again by itself (P10).
 */
import type { AccountInquiry } from '../../preload/contract/account-validation.ts'
import type { BulkRun, RowState, RunState } from '../../preload/contract/bulk/run.ts'
import type { ProductTerms } from '../../preload/contract/profile-details.ts'
import type { AccountValidationApi } from '../bank/account-validation.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../storage/store.ts'
import { AgreedFrequency, nextAgreedMoment } from './agreed-terms.ts'
import {
  countRows,
  setRunState,
  waitingWithPersonal,
  type AskableRow,
  type Counts,
  type PersonalNumbers,
} from './bulk.records.ts'
import { forgetAsking } from './run-steps.ts'
import { keepAnswer, markAsking, markWaiting, type RowOnItsWay } from './row-journal.ts'
import { verdictOf, type RowVerdict } from './row-outcome.ts'
import { RunPace } from './run-pace.ts'
import { WaitingQueue } from './waiting-queue.ts'

/** What a run goes through. */
export interface RunnerParts {
  readonly store: Store
  readonly clock: Clock
  readonly newId: () => string
  readonly api: () => Pick<AccountValidationApi, 'verify'> | undefined
  /** This workstation's share of the bank's calls per second. */
  readonly callsPerSecond: () => number
  readonly pausedUntil: () => Date | null
  readonly terms: () => ProductTerms | null
  readonly changed: () => void
  readonly report: (where: string, problem: unknown) => void
}

/** Answers take up to five seconds: so many seconds' worth of calls keep the budget busy meanwhile. */
const inFlightSeconds = 6
const mostInFlight = 120
/** So many calls in succession without an answer to go by pause the run. */
const mostFruitless = 10
const longestHoldMs = 30_000
const lookAgainMs = 1000

const words = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem)

/** The one run that is not at rest. */
export class BulkRunner {
  readonly id: string
  /** By row: what is kept in memory only. */
  readonly personal = new Map<number, PersonalNumbers>()
  readonly pace: RunPace
  counts: Counts
  state: RunState = 'paused'
  trouble: string | null = null
  endedAt: string | null = null
  /** Waiting rows whose personal numbers are not in memory. */
  withoutPersonal = 0
  readonly #parts: RunnerParts
  readonly #inFlight = new Map<number, Promise<void>>()
  readonly #queue: WaitingQueue
  readonly #frequency: AgreedFrequency
  #actor = ''
  #abort = new AbortController()
  #filling: Promise<void> | undefined
  #fillAgain = false
  #wake: ReturnType<typeof setTimeout> | undefined
  #waitsFor: BulkRun['waitsFor'] = null
  #fruitless = 0
  #holdMs = 0
  #heldUntilMs = -Infinity

  constructor(parts: RunnerParts, id: string, counts: Counts) {
    this.#parts = parts
    this.id = id
    this.counts = counts
    const monotonicMs = (): number => parts.clock.monotonicMs()
    this.pace = new RunPace(monotonicMs)
    this.#frequency = new AgreedFrequency(monotonicMs)
    this.#queue = new WaitingQueue(parts.store, id, this.#inFlight)
  }

  get isRunning(): boolean {
    return this.state === 'running'
  }

  get waitsFor(): BulkRun['waitsFor'] {
    if (!this.isRunning) return null
    const until = this.#parts.pausedUntil()
    return until ? { kind: 'silence', until: until.toISOString() } : this.#waitsFor
  }

  /** Begins or goes on. What an earlier stretch left `asking` and is not in flight is unknown from now on. */
  async goOn(actor: string, kind: 'bulk.started' | 'bulk.resumed'): Promise<void> {
    const { store } = this.#parts
    await forgetAsking(store, this.id, [...this.#inFlight.keys()])
    await setRunState(store, { actor, kind, subject: this.id, detail: {} }, 'running', null)
    this.#actor = actor
    this.#abort = new AbortController()
    this.trouble = null
    this.endedAt = null
    this.#fruitless = 0
    this.#holdMs = 0
    this.#heldUntilMs = -Infinity
    this.pace.reset()
    this.state = 'running'
    this.#queue.cameBack()
    await this.refresh()
    this.#fill()
  }

  /** Leaves the rest unasked; what is on its way comes in. */
  async rest(
    state: 'paused' | 'interrupted' | 'stopped',
    actor: string,
    why?: string,
  ): Promise<void> {
    this.state = state
    this.trouble = why ?? null
    this.endedAt = state === 'stopped' ? this.#parts.clock.now().toISOString() : null
    this.#abort.abort()
    clearTimeout(this.#wake)
    const detail = why === undefined ? {} : { why }
    const act = { actor, kind: `bulk.${state}`, subject: this.id, detail }
    this.#parts.changed()
    await setRunState(this.#parts.store, act, state, this.endedAt)
  }

  /** Resolves when nothing is on its way. */
  async settled(): Promise<void> {
    while (this.#inFlight.size > 0 || this.#filling) {
      await Promise.allSettled([...this.#inFlight.values(), this.#filling])
    }
  }

  /** Rows wait again, or their numbers are there again. */
  async refresh(): Promise<void> {
    const { store } = this.#parts
    const missing = await waitingWithPersonal(store, this.id)
    this.withoutPersonal = missing.filter((row) => !this.personal.has(row)).length
    this.counts = await countRows(store, this.id)
    this.#queue.cameBack()
    this.#parts.changed()
    this.#fill()
  }

  /** Starts calls until enough are in flight. Never rejects; one at a time. */
  #fill(): void {
    if (this.#filling) {
      this.#fillAgain = true
      return
    }
    this.#filling = this.#fillOn()
      .catch((problem: unknown) => this.#stumble(`The rows could not be read: ${words(problem)}`))
      .finally(() => {
        this.#filling = undefined
        if (this.#fillAgain) this.#fill()
      })
  }

  async #fillOn(): Promise<void> {
    this.#fillAgain = false
    const most = Math.min(mostInFlight, Math.max(2, this.#parts.callsPerSecond() * inFlightSeconds))
    while (this.isRunning && this.#inFlight.size < most) {
      const api = this.#openApi()
      if (!api) return
      const row = await this.#queue.next()
      if (row === undefined) return this.#atEnd()
      if (!this.isRunning) return this.#queue.putBack(row)
      if (row.personal === 1 && !this.personal.has(row.row)) continue
      const asking = this.#ask(api, row)
        .catch((problem: unknown) => this.#stumble(words(problem)))
        .finally(() => {
          this.#inFlight.delete(row.row)
          this.#parts.changed()
          this.#fill()
        })
      this.#inFlight.set(row.row, asking)
    }
  }

  /** The way to the bank, where a call may go out now; otherwise looked at again in time. */
  #openApi(): Pick<AccountValidationApi, 'verify'> | undefined {
    const { clock, terms, api, pausedUntil } = this.#parts
    const agreed = terms()
    const until = nextAgreedMoment(agreed, clock.now())
    const open = api()
    const heldMs = this.#heldUntilMs - clock.monotonicMs()
    const oftenMs = this.#frequency.waitMs(agreed?.calls ?? null)
    this.#waitsFor = null
    if (until) this.#waitsFor = { kind: 'hours', until: until.toISOString() }
    else if (!open || heldMs > 0) this.#waitsFor = { kind: 'bank' }
    if (!this.#waitsFor && !pausedUntil() && oftenMs === 0) return open
    const waitMs = oftenMs > 0 ? Math.min(oftenMs, lookAgainMs) : lookAgainMs
    clearTimeout(this.#wake)
    this.#wake = setTimeout(() => this.#fill(), waitMs)
    this.#wake.unref()
    this.#parts.changed()
    return undefined
  }

  async #ask(api: Pick<AccountValidationApi, 'verify'>, row: AskableRow): Promise<void> {
    const { store, clock, newId } = this.#parts
    const way: RowOnItsWay = { runId: this.id, row: row.row, actor: this.#actor }
    const { signal } = this.#abort
    const inquiry = this.#inquiryOf(row)
    let isMarked = false
    this.#frequency.pick()
    const beforeSending = async (): Promise<void> => {
      signal.throwIfAborted()
      if (isMarked) return
      await markAsking(store, way).catch(async (problem: unknown) => {
        await this.#stumble(`What is asked could not be recorded: ${words(problem)}`)
        throw problem
      })
      isMarked = true
      this.#frequency.begin()
      this.#move('waiting', 'asking')
    }
    const manner = {
      actor: way.actor,
      lane: 'bulk',
      whenPaused: 'wait',
      signal,
      beforeSending,
    } as const
    const answer = await api.verify(inquiry, manner)
    const verdict = verdictOf(answer.outcome)
    if (!isMarked) this.#frequency.giveBack()
    if (verdict.kind === 'store') {
      const by = { id: newId(), at: clock.now().toISOString(), actor: way.actor }
      return this.#keep(
        verdict,
        () => keepAnswer(store, way, { inquiry, answer, by }, verdict.state),
        row,
      )
    }
    if (isMarked) await this.#takeBack(way, answer.outcome.kind)
    this.#queue.cameBack()
    await this.#afterNotAsked(verdict.next, signal.aborted)
  }

  #inquiryOf({ row, inquiry }: AskableRow): AccountInquiry {
    const stored = JSON.parse(inquiry ?? '{}') as AccountInquiry
    return { ...stored, owner: { ...stored.owner, ...this.personal.get(row) } }
  }

  async #keep(
    { state, isFruitless }: Extract<RowVerdict, { kind: 'store' }>,
    keep: () => Promise<unknown>,
    { row }: AskableRow,
  ): Promise<void> {
    try {
      await keep()
    } catch (problem) {
      // On the disk it is `asking`, which the next start or resumption reads as unknown.
      this.#move('asking', 'unknown')
      await this.#stumble(`The answer of row ${String(row)} could not be stored: ${words(problem)}`)
      return
    }
    this.#move('asking', state)
    if (state === 'answered') this.personal.delete(row)
    this.pace.answered()
    this.#holdMs = 0
    this.#fruitless = isFruitless ? this.#fruitless + 1 : 0
    if (this.#fruitless >= mostFruitless)
      await this.#stumble(`The last ${String(mostFruitless)} calls brought no answer to go by.`)
  }

  async #takeBack(way: RowOnItsWay, why: string): Promise<void> {
    try {
      await markWaiting(this.#parts.store, way, why)
      this.#move('asking', 'waiting')
    } catch (problem) {
      this.#move('asking', 'unknown')
      await this.#stumble(`Row ${String(way.row)} could not be put back: ${words(problem)}`)
    }
  }

  async #afterNotAsked(
    next: Extract<RowVerdict, { kind: 'not-asked' }>['next'],
    isOurs: boolean,
  ): Promise<void> {
    if (isOurs || next === 'go-on') return
    if (next !== 'wait-for-bank') return this.#stumble(next.pause)
    const now = this.#parts.clock.monotonicMs()
    // One of many that met the same: only the first of them lengthens the wait.
    if (now < this.#heldUntilMs) return
    this.#holdMs = Math.min(longestHoldMs, Math.max(lookAgainMs, this.#holdMs * 2))
    this.#heldUntilMs = now + this.#holdMs
  }

  /** Pauses by itself and says why. The first reason stands. */
  async #stumble(why: string): Promise<void> {
    if (!this.isRunning) return
    await this.rest('paused', 'system', why).catch((problem: unknown) =>
      this.#parts.report('bulk.pause', problem),
    )
  }

  async #atEnd(): Promise<void> {
    if (this.#inFlight.size > 0 || !this.isRunning) return
    const { store, clock } = this.#parts
    this.counts = await countRows(store, this.id)
    if (this.counts.waiting > 0) {
      const rows = String(this.counts.waiting)
      return this.#stumble(
        `${rows} rows wait for numbers that are kept in memory only: the file is needed again.`,
      )
    }
    const endedAt = clock.now().toISOString()
    const act = {
      actor: 'system',
      kind: 'bulk.finished',
      subject: this.id,
      detail: { ...this.counts },
    }
    await setRunState(store, act, 'finished', endedAt)
    this.state = 'finished'
    this.endedAt = endedAt
    this.#parts.changed()
  }

  #move(from: RowState, to: RowState): void {
    this.counts = { ...this.counts, [from]: this.counts[from] - 1, [to]: this.counts[to] + 1 }
    this.#parts.changed()
  }
}
