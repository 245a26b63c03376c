/**
 * One active run: as many calls in flight as the agreed rate allows, each row marked before its
 * first byte and stored with its answer. A failed write pauses the run, and no row is ever sent
 * again automatically (Promise P10).
 */
import type { AccountInquiry } from '../../../preload/contract/bank/account-validation.ts'
import type { BulkRun, RowState, RunState } from '../../../preload/contract/api/bulk/run.ts'
import {
  countRows,
  countWithoutPersonal,
  findRun,
  setRunState,
  type AskableRow,
  type Counts,
  type MovesFrom,
  type PersonalNumbers,
  type RunRow,
} from './bulk.records.ts'
import { forgetAsking } from './run-steps.ts'
import { askRow, inWords, type AskDeps } from './validate-row.ts'
import { RunGate, type Bank, type GateDeps, type RowVerdict } from '../validation-run.ts'
import { RunPace } from './run-pace.ts'
import { WaitingQueue } from './waiting-queue.ts'

export interface RunnerDeps extends GateDeps, AskDeps {
  /** This workstation's share of the bank's calls per second. */
  readonly callsPerSecond: () => number
  readonly changed: () => void
  readonly report: (where: string, problem: unknown) => void
}

/**
 * Answers take up to five seconds, so this many seconds' worth of calls keep the rate budget in
 * use.
 */
const inFlightSeconds = 6
const mostInFlight = 120
/** This many calls in a row without a usable answer pause the run. */
const mostFruitless = 10
/** The states from which a run may move to each resting state. */
const restsFrom = {
  paused: ['running'],
  interrupted: ['running'],
  stopped: ['running', 'paused', 'interrupted'],
} as const satisfies Record<string, readonly MovesFrom[]>

/** One run; at most one per store is running. */
export class BulkRunner {
  readonly id: string
  /** By row: personal numbers, which are held in memory only. */
  readonly personal = new Map<number, PersonalNumbers>()
  readonly pace: RunPace
  counts: Counts
  state: RunState
  trouble: string | null = null
  endedAt: string | null
  /** Number of waiting rows whose personal numbers are not in memory. */
  withoutPersonal = 0
  readonly #deps: RunnerDeps
  readonly #inFlight = new Map<number, Promise<void>>()
  readonly #queue: WaitingQueue
  readonly #gate: RunGate
  #actor = ''
  #abort = new AbortController()
  #filling: Promise<void> | undefined
  #fillAgain = false
  #wake: ReturnType<typeof setTimeout> | undefined
  #fruitless = 0

  constructor(deps: RunnerDeps, run: RunRow, counts: Counts) {
    this.#deps = deps
    this.id = run.id
    // A stored state of running means that the pause could not be written; no calls are made now.
    this.state = run.state === 'running' ? 'paused' : run.state
    this.endedAt = run.ended_at
    this.counts = counts
    this.pace = new RunPace(() => deps.clock.monotonicMs())
    this.#gate = new RunGate(deps)
    this.#queue = new WaitingQueue(deps.store, run.id, this.#inFlight)
  }

  isRunning(): boolean {
    return this.state === 'running'
  }

  get waitsFor(): BulkRun['waitsFor'] {
    return this.isRunning() ? this.#gate.waitsFor : null
  }

  /**
   * Starts or resumes the run, unless it has ended meanwhile. Rows that an earlier stretch left
   * `asking` and that are not in flight become unknown.
   */
  async goOn(actor: string, kind: 'bulk.started' | 'bulk.resumed'): Promise<void> {
    const { store } = this.#deps
    await forgetAsking(store, this.id, [...this.#inFlight.keys()])
    const act = { actor, kind, subject: this.id, detail: {} }
    const from: readonly MovesFrom[] =
      kind === 'bulk.started' ? ['unbegun'] : ['paused', 'interrupted', 'running']
    const to = { state: 'running', endedAt: null } as const
    if (!(await setRunState(store, act, from, to))) return this.#readState()
    this.#actor = actor
    this.#abort = new AbortController()
    this.trouble = null
    this.endedAt = null
    this.#fruitless = 0
    this.#gate.reset()
    this.pace.reset()
    this.state = 'running'
    await this.refresh()
  }

  /** Sends no more rows; calls in flight are completed. */
  async rest(state: keyof typeof restsFrom, actor: string, why?: string): Promise<void> {
    this.state = state
    this.trouble = why ?? null
    this.endedAt = state === 'stopped' ? this.#deps.clock.now().toISOString() : null
    this.#abort.abort()
    clearTimeout(this.#wake)
    const detail = why === undefined ? {} : { why }
    const act = { actor, kind: `bulk.${state}`, subject: this.id, detail }
    this.#deps.changed()
    const to = { state, endedAt: this.endedAt }
    if (!(await setRunState(this.#deps.store, act, restsFrom[state], to))) await this.#readState()
  }

  /** Reads the state from the store: the run had ended at the same moment. */
  async #readState(): Promise<void> {
    const run = await findRun(this.#deps.store, this.id)
    if (!run) return
    this.state = run.state
    this.endedAt = run.ended_at
    this.#deps.changed()
  }

  /** Some rows wait again; a finished run becomes active again. */
  async reopened(): Promise<void> {
    if (this.state === 'finished') await this.#readState()
    await this.refresh()
  }

  /** Resolves when no call is in flight. */
  async settled(): Promise<void> {
    while (this.#inFlight.size > 0 || this.#filling) {
      await Promise.allSettled([...this.#inFlight.values(), this.#filling])
    }
  }

  /** Recounts after rows wait again or their personal numbers are back. */
  async refresh(): Promise<void> {
    const { store } = this.#deps
    this.withoutPersonal = await countWithoutPersonal(store, this.id, this.personal)
    this.counts = await countRows(store, this.id)
    this.#queue.cameBack()
    this.#deps.changed()
    this.#fill()
  }

  /** Starts calls until enough are in flight. Never rejects; runs once at a time. */
  #fill(): void {
    if (this.#filling) {
      this.#fillAgain = true
      return
    }
    this.#filling = this.#fillOn()
      .catch((problem: unknown) => this.#stumble(`The rows could not be read: ${inWords(problem)}`))
      .finally(() => {
        this.#filling = undefined
        if (this.#fillAgain) this.#fill()
      })
  }

  async #fillOn(): Promise<void> {
    this.#fillAgain = false
    const most = Math.min(mostInFlight, Math.max(2, this.#deps.callsPerSecond() * inFlightSeconds))
    if (this.isRunning() && this.#gate.hoursBegin()) this.#takeBackWaiting()
    while (this.isRunning() && this.#inFlight.size < most) {
      const row = await this.#queue.next()
      if (row === undefined) {
        await this.#atEnd()
        break
      }
      if (row.personal === 1 && !this.personal.has(row.row)) continue
      const api = this.isRunning() ? this.#gate.open() : undefined
      if (!api) {
        this.#queue.putBack(row)
        break
      }
      this.#begin(api, row)
    }
    this.#lookAgain()
  }

  #begin(api: Bank, row: AskableRow): void {
    const asking = this.#ask(api, row)
      .catch((problem: unknown) => this.#stumble(inWords(problem)))
      .finally(() => {
        this.#inFlight.delete(row.row)
        this.#deps.changed()
        this.#fill()
      })
    this.#inFlight.set(row.row, asking)
  }

  /** Checks again later, because the gate opens and closes with time alone. */
  #lookAgain(): void {
    clearTimeout(this.#wake)
    if (!this.isRunning()) return
    this.#wake = setTimeout(() => this.#fill(), this.#gate.lookAgainMs)
    this.#wake.unref()
    this.#deps.changed()
  }

  /**
   * The agreed hours are over: waiting calls are taken back until the hours begin again, calls in
   * flight are completed.
   */
  #takeBackWaiting(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
  }

  async #ask(api: Bank, row: AskableRow): Promise<void> {
    const { signal } = this.#abort
    const asked = await askRow(this.#deps, api, {
      way: { runId: this.id, row: row.row, actor: this.#actor },
      inquiry: this.#inquiryOf(row),
      signal,
      mayBeSent: () => {
        // The row was picked within the agreed hours, but may have waited since.
        if (this.#gate.hoursBegin()) this.#takeBackWaiting()
        signal.throwIfAborted()
      },
      moved: (from, to) => this.#move(from, to),
      stumbled: (why) => this.#stumble(why),
    })
    if (asked.kind === 'store') return this.#afterAnswer(asked, row)
    if (asked.kind === 'lost') return
    this.#queue.cameBack()
    await this.#afterNotAsked(asked.next, asked.isOurs)
  }

  #inquiryOf({ row, inquiry }: AskableRow): AccountInquiry {
    const stored = JSON.parse(inquiry ?? '{}') as AccountInquiry
    return { ...stored, owner: { ...stored.owner, ...this.personal.get(row) } }
  }

  async #afterAnswer(
    { state, isFruitless }: Extract<RowVerdict, { kind: 'store' }>,
    { row }: AskableRow,
  ): Promise<void> {
    if (state === 'answered') this.personal.delete(row)
    this.pace.answered()
    this.#gate.answered()
    this.#fruitless = isFruitless ? this.#fruitless + 1 : 0
    if (this.#fruitless >= mostFruitless)
      await this.#stumble(`The last ${String(mostFruitless)} calls brought no usable answer.`)
  }

  async #afterNotAsked(
    next: Extract<RowVerdict, { kind: 'not-asked' }>['next'],
    isOurs: boolean,
  ): Promise<void> {
    if (isOurs || next === 'go-on') return
    if (next !== 'wait-for-bank') return this.#stumble(next.pause)
    this.#gate.hold()
  }

  /** Pauses the run and records why. The first reason is kept. */
  async #stumble(why: string): Promise<void> {
    if (!this.isRunning()) return
    await this.rest('paused', 'system', why).catch((problem: unknown) =>
      this.#deps.report('bulk.pause', problem),
    )
  }

  async #atEnd(): Promise<void> {
    if (this.#inFlight.size > 0 || !this.isRunning()) return
    const { store, clock } = this.#deps
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
    const to = { state: 'finished', endedAt } as const
    // The state did not change: the run was paused or stopped at the same moment, or rows wait
    // again.
    if (!(await setRunState(store, act, ['running'], to))) return
    clearTimeout(this.#wake)
    await this.#readState()
  }

  #move(from: RowState, to: RowState): void {
    this.counts = { ...this.counts, [from]: this.counts[from] - 1, [to]: this.counts[to] + 1 }
    this.#deps.changed()
  }
}
