/**
 * One run: each row is marked before the first byte of its call and stored with its answer. A failed
 * write pauses the run, and no row is ever sent again automatically (Promise P10).
 */
import type { AccountInquiry } from '../../../preload/contract/bank/account-validation.ts'
import type { BulkRun, RowState, RunState } from '../../../preload/contract/api/bulk/run.ts'
import {
  failedClasses,
  type ResultClass,
} from '../../../preload/contract/domain/validation-reading.ts'
import {
  countRows,
  countWithoutPersonal,
  findRun,
  setRunState,
  type SendableRow,
  type Counts,
  type MovesFrom,
  type PersonalNumbers,
  type RunRow,
  waitingRows,
} from './bulk.records.ts'
import { markUnknown } from './run-steps.ts'
import type { VerifiedAccount } from '../../bank/apis/account-validation.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { saveAnswer, markInFlight, markWaiting, type RowOnItsWay } from './row-journal.ts'
import { messageOf, RunCalls, type Call, type RowVerdict } from '../validation-run.ts'
import type { Store } from '../../store/store.ts'

interface RunnerDeps extends Pick<
  SessionContext,
  'store' | 'clock' | 'newId' | 'connection' | 'profile' | 'report'
> {
  readonly changed: () => void
}

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
  readonly #inFlight = new Set<number>()
  readonly #queue: WaitingQueue
  readonly #calls: RunCalls<SendableRow>
  #actor = ''

  constructor(deps: RunnerDeps, run: RunRow, counts: Counts) {
    this.#deps = deps
    this.id = run.id
    // A stored state of running means that the pause could not be written; no calls are made now.
    this.state = run.state === 'running' ? 'paused' : run.state
    this.endedAt = run.ended_at
    this.counts = counts
    this.pace = new RunPace(
      () => deps.clock.monotonicMs(),
      () => deps.connection.open()?.access.callsPerSecond ?? Infinity,
    )
    this.#queue = new WaitingQueue(deps.store, run.id, this.#inFlight)
    this.#calls = new RunCalls(deps, {
      next: () => this.#next(),
      requeue: (row) => this.#queue.requeue(row),
      step: (row, call) => this.#step(row, call),
      atEnd: () => this.#atEnd(),
      cannotContinue: (why) => this.#pauseBecause(why),
      changed: () => this.#deps.changed(),
    })
  }

  isRunning(): boolean {
    return this.state === 'running'
  }

  get waitsFor(): BulkRun['waitsFor'] {
    return this.isRunning() ? this.#calls.waitsFor : null
  }

  /**
   * Starts or resumes the run, unless it has ended meanwhile. Rows that an earlier stretch left
   * `asking` and that are not in flight become unknown.
   */
  async goOn(actor: string, kind: 'bulk.started' | 'bulk.resumed'): Promise<void> {
    const { store } = this.#deps
    await markUnknown(store, this.id, [...this.#inFlight])
    const act = { actor, kind, subject: this.id, detail: {} }
    const from: readonly MovesFrom[] =
      kind === 'bulk.started' ? ['unbegun'] : ['paused', 'interrupted', 'running']
    const to = { state: 'running', endedAt: null } as const
    if (!(await setRunState(store, act, from, to))) return this.readState()
    this.#actor = actor
    this.trouble = null
    this.endedAt = null
    this.pace.reset()
    this.state = 'running'
    this.#calls.start()
    await this.refresh()
  }

  /** Sends no more rows; calls in flight are completed. */
  async rest(state: keyof typeof restsFrom, actor: string, why?: string): Promise<void> {
    this.state = state
    this.trouble = why ?? null
    this.endedAt = state === 'stopped' ? this.#deps.clock.now().toISOString() : null
    this.#calls.stop()
    const detail = why === undefined ? {} : { why }
    const act = { actor, kind: `bulk.${state}`, subject: this.id, detail }
    this.#deps.changed()
    const to = { state, endedAt: this.endedAt }
    if (!(await setRunState(this.#deps.store, act, restsFrom[state], to))) await this.readState()
  }

  /** Reads the state from the store: the run had ended at the same moment. */
  async readState(): Promise<void> {
    const run = await findRun(this.#deps.store, this.id)
    if (!run) return
    // Another workstation may have resumed it.
    const isElsewhere = run.state === 'running' && run.home !== this.#deps.store.membership.home
    this.state = isElsewhere ? 'paused' : run.state
    this.endedAt = run.ended_at
    this.#deps.changed()
  }

  /** Some rows wait again; a finished run becomes active again. */
  async reopened(): Promise<void> {
    if (this.state === 'finished') await this.readState()
    await this.refresh()
  }

  /** Resolves when no call is in flight. */
  settled(): Promise<void> {
    return this.#calls.settled()
  }

  /** Recounts after rows wait again or their personal numbers are back. */
  async refresh(): Promise<void> {
    const { store } = this.#deps
    this.withoutPersonal = await countWithoutPersonal(store, this.id, this.personal)
    this.counts = await countRows(store, this.id)
    this.#queue.cameBack()
    this.#deps.changed()
    this.#calls.request()
  }

  /** Returns the next waiting row whose personal numbers are in memory, if it has any. */
  async #next(): Promise<SendableRow | undefined> {
    while (this.isRunning()) {
      const row = await this.#queue.next()
      if (row?.personal !== 1 || this.personal.has(row.row)) return row
    }
    return undefined
  }

  /**
   * Sends one row: marked before the first byte of its call, then stored with its answer or set back
   * to waiting.
   */
  async #step(row: SendableRow, call: Call): Promise<RowVerdict | undefined> {
    this.#inFlight.add(row.row)
    try {
      const way = { runId: this.id, row: row.row, actor: this.#actor }
      const inquiry = this.#inquiryOf(row)
      const { verified, verdict, isRecorded } = await call(inquiry, this.#actor, async () => {
        await markInFlight(this.#deps.store, way)
        this.#move('waiting', 'in-flight')
      })
      if (verdict.kind === 'store') return await this.#save(way, inquiry, verified, verdict)
      if (isRecorded) await this.#takeBack(way, verified.answer.kind)
      this.#queue.cameBack()
      return verdict
    } finally {
      this.#inFlight.delete(row.row)
    }
  }

  #inquiryOf({ row, inquiry }: SendableRow): AccountInquiry {
    const stored = JSON.parse(inquiry ?? '{}') as AccountInquiry
    return { ...stored, owner: { ...stored.owner, ...this.personal.get(row) } }
  }

  async #save(
    way: RowOnItsWay,
    inquiry: AccountInquiry,
    verified: VerifiedAccount,
    verdict: Extract<RowVerdict, { kind: 'store' }>,
  ): Promise<RowVerdict | undefined> {
    const { store, clock, newId } = this.#deps
    const by = { id: newId(), at: clock.now().toISOString(), actor: way.actor }
    let resultClass: ResultClass
    try {
      resultClass = await saveAnswer(store, way, { inquiry, verified, by }, verdict.state)
    } catch (problem) {
      // On disk the row is still `asking`, which the next start or resume reads as unknown.
      this.#move('in-flight', 'unknown')
      await this.#pauseBecause(
        `The answer of row ${String(way.row)} could not be stored: ${messageOf(problem)}`,
      )
      return undefined
    }
    this.#move('in-flight', verdict.state)
    // Without a result the row may be queried again.
    if (verdict.state === 'answered' && !failedClasses.includes(resultClass))
      this.personal.delete(way.row)
    this.pace.answered()
    return verdict
  }

  async #takeBack(way: RowOnItsWay, why: string): Promise<void> {
    try {
      await markWaiting(this.#deps.store, way, why)
      this.#move('in-flight', 'waiting')
    } catch (problem) {
      this.#move('in-flight', 'unknown')
      await this.#pauseBecause(`Row ${String(way.row)} could not be reset: ${messageOf(problem)}`)
    }
  }

  /** Pauses the run and records why. The first reason is kept. */
  async #pauseBecause(why: string): Promise<void> {
    if (!this.isRunning()) return
    await this.rest('paused', 'system', why).catch((problem: unknown) =>
      this.#deps.report('bulk.pause', problem),
    )
  }

  async #atEnd(): Promise<void> {
    const { store, clock } = this.#deps
    this.counts = await countRows(store, this.id)
    if (this.counts.waiting > 0) {
      const rows = String(this.counts.waiting)
      return this.#pauseBecause(
        `${rows} rows need numbers that are held in memory only. Choose the file again.`,
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
    this.#calls.stop()
    await this.readState()
  }

  #move(from: RowState, to: RowState): void {
    this.counts = { ...this.counts, [from]: this.counts[from] - 1, [to]: this.counts[to] + 1 }
    this.#deps.changed()
  }
}

/** Fewest answers that give a reliable speed. */
const leastAnswers = 5
const mostAnswers = 60

/** Measures one stretch of a run; a pause starts a new stretch. */
class RunPace {
  readonly #monotonicMs: () => number
  readonly #mostPerSecond: () => number
  #answers: number[] = []

  constructor(monotonicMs: () => number, mostPerSecond: () => number) {
    this.#monotonicMs = monotonicMs
    this.#mostPerSecond = mostPerSecond
  }

  /** Records that an answer arrived. */
  answered(): void {
    this.#answers = [...this.#answers.slice(1 - mostAnswers), this.#monotonicMs()]
  }

  /** Forgets the measurements, which no longer predict anything. */
  reset(): void {
    this.#answers = []
  }

  /** Returns the speed and the time that `rows` take at it; null until enough answers arrived. */
  over(rows: number): { perSecond: number; remainingMs: number } | null {
    const [first] = this.#answers
    if (first === undefined || this.#answers.length < leastAnswers) return null
    // Measured until now, not until the last answer, so that the speed falls if answers stop.
    const tookMs = Math.max(1, this.#monotonicMs() - first)
    const measured = ((this.#answers.length - 1) * 1000) / tookMs
    // A run begins with a burst that the limit on calls does not let go on.
    const perSecond = Math.min(measured, this.#mostPerSecond())
    return { perSecond, remainingMs: Math.round((rows * 1000) / perSecond) }
  }
}

const readAtOnce = 200

/** Returns each waiting row once, and starts again from the first if rows have come back. */
class WaitingQueue {
  readonly #store: Store
  readonly #runId: string
  /** Rows handed out and not finished: the store may still list them as waiting. */
  readonly #givenOut: ReadonlySet<number>
  #read: SendableRow[] = []
  #after = 0
  #isAtEnd = false
  #cameBack = false

  constructor(store: Store, runId: string, givenOut: ReadonlySet<number>) {
    this.#store = store
    this.#runId = runId
    this.#givenOut = givenOut
  }

  /** Some rows wait again. */
  cameBack(): void {
    this.#cameBack = true
  }

  /** Takes back a row that cannot be used now. */
  requeue(row: SendableRow): void {
    this.#read.unshift(row)
  }

  /** Returns the next row; undefined if none waits. One call at a time. */
  async next(): Promise<SendableRow | undefined> {
    for (;;) {
      const row = this.#read.shift()
      if (row) return row
      if (this.#isAtEnd && !this.#cameBack) return undefined
      if (this.#isAtEnd) {
        this.#cameBack = false
        this.#isAtEnd = false
        this.#after = 0
      }
      await this.#readOn()
    }
  }

  async #readOn(): Promise<void> {
    // A row that was handed out when this read began may be answered before the read ends, yet be
    // read as waiting.
    const wasOut = new Set(this.#givenOut)
    const found = await waitingRows(this.#store, this.#runId, this.#after, readAtOnce)
    this.#after = found.at(-1)?.row ?? this.#after
    this.#isAtEnd = found.length === 0
    this.#read = found.filter(({ row }) => !wasOut.has(row) && !this.#givenOut.has(row))
  }
}
