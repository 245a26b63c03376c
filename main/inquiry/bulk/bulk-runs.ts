/**
 * The bulk runs of one open store, started, paused, resumed and stopped by operators. At most one
 * runs at a time; simultaneous commands are executed one after another, each on the result of the
 * one before.
 */
import type { ApiVersion } from '../../../preload/contract/bank/account-validation.ts'
import { importOptions, type ColumnMapping } from '../../../preload/contract/api/bulk/import.ts'
import {
  bulkRun,
  type BulkRun,
  type BulkRunsRequest,
} from '../../../preload/contract/api/bulk/run.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { InFlight } from '../../platform/in-flight.ts'
import { throttle } from '../../platform/throttle.ts'
import { watchUnattended } from '../../platform/unattended.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { saveBulkRows } from './bulk-jobs.ts'
import { BulkRunner } from './bulk-runner.ts'
import {
  correctableRows,
  countRows,
  countWaitingWithPersonal,
  countWithoutPersonal,
  findRun,
  insertRun,
  listRuns,
  noRows,
  rowToSave,
  setRunState,
  waitingWithPersonal,
  type Counts,
  type RunRow,
} from './bulk.records.ts'
import { checkRows, isSendable, type CheckedRows } from './check-rows.ts'
import { headersKey, readWithinBounds, sha256Of, type OpenPaymentForm } from './import-drafts.ts'
import {
  requeueUnknown,
  goWithoutPersonal,
  interruptRun,
  interruptRunsOf,
  runningAt,
  hasFailedRows,
  leaveUnsent,
  queueFailedRows,
} from './run-steps.ts'
import { inSlices } from '../../platform/slices.ts'
import { fieldsOf } from '../../store/named-row.ts'
import { workstationName } from '../../store/membership.ts'
import { SerialQueue } from '../../platform/serial.ts'

type NotFound = Failure<'not-found'>
type Elsewhere = Failure<'run-elsewhere'>
/** Why a run cannot start. */
export type MayNotBegin = Failure<'bank-not-running' | 'version-not-configured' | 'run-under-way'>

interface Beginning {
  readonly draft: OpenPaymentForm
  readonly checked: CheckedRows
  readonly name: string
  readonly actor: string
}

const notifyEveryMs = 250

const isOver = ({ state }: Pick<RunRow, 'state'>): boolean =>
  state === 'stopped' || state === 'finished'

export class BulkRuns {
  readonly #context: SessionContext
  /** By run id: the runs used since the profile was opened. At most one is running. */
  readonly #runners = new Map<string, BulkRunner>()
  readonly #changed = new Set<string>()
  readonly #notifier = throttle(
    notifyEveryMs,
    () => this.#context.background.add('bulk.changed', this.#sendChanged()),
    () => this.#running() !== undefined,
  )
  readonly #steps = new SerialQueue()
  readonly #stopping = new InFlight()
  /**
   * Counts how often the profile was left: steps begun before that make no calls afterwards
   * (Promise P8).
   */
  #interruptions = 0

  constructor(context: SessionContext) {
    this.#context = context
  }

  /** Runs steps one after another, so each sees the result of the one before. */
  #inTurn<T>(step: (isInterrupted: () => boolean) => Promise<T>): Promise<T> {
    const before = this.#interruptions
    return this.#steps.run(() => step(() => this.#interruptions !== before))
  }

  #running(): BulkRunner | undefined {
    return [...this.#runners.values()].find((runner) => runner.isRunning())
  }

  isRunning(): boolean {
    return this.#running() !== undefined
  }

  /** Writes the run with all its rows and starts to send them. */
  start(begun: Beginning): Promise<Result<BulkRun, Failure<'nothing-to-send'> | MayNotBegin>> {
    return this.#inTurn(async (isInterrupted) => {
      const { checked, actor } = begun
      if (!checked.rows.some((row) => isSendable(checked, row)))
        return err({ code: 'nothing-to-send' } as const)
      const callBlock = await this.#mayNotBegin(checked.rules.options.apiVersion)
      if (callBlock) return err(callBlock)
      const { store } = this.#context
      const run = await writeRun(this.#context, begun)
      if (isInterrupted()) {
        const act = { actor: 'system', kind: 'bulk.interrupted', subject: run.id, detail: {} }
        await setRunState(store, act, ['unbegun'], { state: 'interrupted', endedAt: null })
        return ok(await this.#shown({ ...run, state: 'interrupted' }))
      }
      const runner = this.#runnerOf(run, noRows())
      await this.#takePersonal(runner, checked)
      await this.watch.start()
      await runner.goOn(actor, 'bulk.started')
      return ok(await this.#shown(run))
    })
  }

  /**
   * Holds in memory the personal numbers, which are never stored, of rows that may still be sent.
   */
  async #takePersonal(
    { personal }: BulkRunner,
    checked: CheckedRows,
    wanted?: ReadonlySet<number>,
  ): Promise<void> {
    await inSlices(
      checked.rows,
      (checkedRow) => {
        const { row, personalNumbers } = checkedRow
        const isWanted = wanted ? wanted.has(row) : isSendable(checked, checkedRow)
        if (isWanted && checkedRow.personal) personal.set(row, personalNumbers)
      },
      () => this.#context.clock.monotonicMs(),
    )
  }

  /** Returns why no run may start now, such as another active run. */
  async #mayNotBegin(version: ApiVersion): Promise<MayNotBegin | undefined> {
    const { connection, settings, store } = this.#context
    if (!connection.accountValidation()) return { code: 'bank-not-running' }
    if (version === 'v2' && settings.current().validationV2Path === null)
      return { code: 'version-not-configured', version }
    const running = this.#running()
    if (!running) return undefined
    return { code: 'run-under-way', name: (await findRun(store, running.id))?.name ?? '' }
  }

  /** Returns the run, which no other workstation sends now. */
  async #runHere(id: string): Promise<Result<RunRow, NotFound | Elsewhere>> {
    const { store } = this.#context
    const run = await findRun(store, id)
    if (!run) return err({ code: 'not-found' })
    if (run.state !== 'running' || run.home === store.membership.home) return ok(run)
    const workstation = workstationName(store.membership, run.home) ?? 'another workstation'
    return err({ code: 'run-elsewhere', workstation })
  }

  /**
   * Interrupts a run that is stored as running here and is not: the answer to the commit of its start,
   * or of its pause, was lost.
   */
  readonly watch = watchUnattended({
    find: () => runningAt(this.#context.store, this.#context.store.membership.home),
    keyOf: (id) => id,
    isAttended: (id) => this.#runners.get(id)?.isRunning() === true,
    end: async (id) => {
      await interruptRun(this.#context.store, id)
      await this.#runners.get(id)?.readState()
      this.#sendChangedOf(id)
    },
    failed: (problem) => this.#context.report('bulk.watch', problem),
  })

  /** Interrupts the runs of a workstation that is gone. */
  async rescue(home: string | null): Promise<void> {
    for (const id of await interruptRunsOf(this.#context, home)) this.#sendChangedOf(id)
  }

  #runnerOf(run: RunRow, counts: Counts): BulkRunner {
    const known = this.#runners.get(run.id)
    if (known) return known
    const changed = (): void => this.#sendChangedOf(run.id)
    const runner = new BulkRunner({ ...this.#context, changed }, run, counts)
    this.#runners.set(run.id, runner)
    return runner
  }

  async list(request: BulkRunsRequest) {
    const { store, operatorName } = this.#context
    const { items, next, total } = await listRuns(store, request, operatorName)
    return { items: await Promise.all(items.map((run) => this.#shown(run))), next, total }
  }

  async get(id: string): Promise<Result<BulkRun, NotFound>> {
    const run = await findRun(this.#context.store, id)
    return run ? ok(await this.#shown(run)) : err({ code: 'not-found' })
  }

  /** Pauses at once if the run is active; otherwise after the steps before it. */
  async pause(id: string, actor: string): Promise<Result<BulkRun, NotFound | Elsewhere>> {
    if (!this.#runners.get(id)?.isRunning()) await this.#steps.settled()
    const runner = this.#runners.get(id)
    if (runner?.isRunning()) await runner.rest('paused', actor)
    const run = await this.#runHere(id)
    return run.ok ? ok(await this.#shown(run.value)) : run
  }

  resume(
    id: string,
    withoutPersonal: boolean,
    actor: string,
  ): Promise<Result<BulkRun, NotFound | Elsewhere | Failure<'file-needed'> | MayNotBegin>> {
    return this.#inTurn((isInterrupted) => this.#resume(id, withoutPersonal, actor, isInterrupted))
  }

  async #resume(
    id: string,
    withoutPersonal: boolean,
    actor: string,
    isInterrupted: () => boolean,
  ): Promise<Result<BulkRun, NotFound | Elsewhere | Failure<'file-needed'> | MayNotBegin>> {
    const { store } = this.#context
    const found = await this.#runHere(id)
    if (!found.ok) return found
    const run = found.value
    const known = this.#runners.get(id)
    if (isOver(run) || known?.isRunning()) return this.get(id)
    const callBlock = await this.#mayNotBegin(run.api_version)
    if (callBlock) return err(callBlock)
    const personal = known?.personal ?? new Map<number, unknown>()
    if (withoutPersonal) await goWithoutPersonal(store, id, actor, personal)
    const counts = await countRows(store, id)
    const missing = await countWithoutPersonal(store, id, personal)
    if (missing > 0 && missing === counts.waiting)
      return err({ code: 'file-needed', rows: missing } as const)
    await this.watch.start()
    if (!isInterrupted()) await this.#runnerOf(run, counts).goOn(actor, 'bulk.resumed')
    return this.get(id)
  }

  /**
   * Resumes a finished run with the rows whose result says nothing about the account. Any other run
   * stays as it is. Fails if there is no such row, or if no run may start now.
   */
  queryFailed(
    id: string,
    actor: string,
  ): Promise<
    Result<BulkRun, NotFound | Elsewhere | Failure<'nothing-to-send' | 'file-needed'> | MayNotBegin>
  > {
    return this.#inTurn(async (isInterrupted) => {
      const { store } = this.#context
      const run = await findRun(store, id)
      if (run?.state !== 'finished') return this.get(id)
      const callBlock = await this.#mayNotBegin(run.api_version)
      if (callBlock) return err(callBlock)
      if (!(await hasFailedRows(store, id))) return err({ code: 'nothing-to-send' } as const)
      // Paused first: a finished run with waiting rows could not be resumed after a crash.
      await this.#reopen(id, actor)
      await queueFailedRows(store, id, actor)
      await this.#runners.get(id)?.refresh()
      return this.#resume(id, false, actor, isInterrupted)
    })
  }

  /** Moves a finished run to paused, so that it can be resumed. */
  async #reopen(id: string, actor: string): Promise<void> {
    const act = { actor, kind: 'bulk.paused', subject: id, detail: {} }
    const to = { state: 'paused', endedAt: null } as const
    await setRunState(this.#context.store, act, ['finished'], to)
    const runner = this.#runners.get(id)
    await runner?.reopened()
    if (!runner) this.#sendChangedOf(id)
  }

  stop(id: string, actor: string): Promise<Result<BulkRun, NotFound | Elsewhere>> {
    return this.#inTurn(async () => {
      const { store, report } = this.#context
      const found = await this.#runHere(id)
      if (!found.ok) return found
      const run = found.value
      if (isOver(run)) return this.get(id)
      const runner = this.#runnerOf(run, await countRows(store, id))
      await runner.rest('stopped', actor)
      if (runner.state !== 'stopped') return this.get(id)
      // Wait for calls in flight first: a row that was taken back must not stay waiting.
      const leaving = runner
        .settled()
        .then(() => leaveUnsent(store, id, actor))
        .then(() => runner.personal.clear())
        .then(() => runner.refresh())
        .catch((problem: unknown) => report('bulk.stop', problem))
      void this.#stopping.add(leaving)
      return this.get(id)
    })
  }

  retryUnknown(
    id: string,
    rows: readonly number[] | null,
    actor: string,
  ): Promise<Result<BulkRun, NotFound | Elsewhere>> {
    return this.#inTurn(async () => {
      const { store } = this.#context
      const found = await this.#runHere(id)
      if (!found.ok) return found
      const run = found.value
      if (run.state === 'stopped') return this.get(id)
      if ((await requeueUnknown(store, id, actor, rows)) === 0) return this.get(id)
      await this.#reopen(id, actor)
      return this.get(id)
    })
  }

  /** Reloads the in-memory personal numbers from the run's own file. */
  async reopen(
    id: string,
    file: string,
    bytes: Uint8Array,
  ): Promise<
    Result<BulkRun, NotFound | Elsewhere | Failure<'file-not-understood' | 'file-differs'>>
  > {
    const { store, clock } = this.#context
    const before = this.#interruptions
    const run = await findRun(store, id)
    if (!run) return err({ code: 'not-found' })
    if (sha256Of(bytes) !== run.file_sha256)
      return err({ code: 'file-differs', file, wanted: run.file })
    const read = await readWithinBounds(file, bytes, run.sheet ?? undefined)
    if (!read.ok) return read
    const rules = {
      headers: read.value.headers,
      mapping: JSON.parse(run.mapping) as ColumnMapping,
      options: importOptions.parse(JSON.parse(run.options)),
    }
    const goesOn = () => this.#interruptions === before
    const checked = await checkRows(read.value, rules, () => clock.monotonicMs(), goesOn)
    if (!checked || !goesOn()) return this.get(id)
    return this.#inTurn(() => this.#takeAgain(id, checked))
  }

  async #takeAgain(
    id: string,
    checked: CheckedRows,
  ): Promise<Result<BulkRun, NotFound | Elsewhere>> {
    const { store } = this.#context
    const found = await this.#runHere(id)
    if (!found.ok) return found
    const run = found.value
    const runner = this.#runnerOf(run, await countRows(store, id))
    const wanted = new Set<number>()
    for await (const rows of waitingWithPersonal(store, id)) for (const row of rows) wanted.add(row)
    await this.#takePersonal(runner, checked, wanted)
    await runner.refresh()
    return this.get(id)
  }

  /**
   * The profile is left: waiting rows are not sent, answers in flight are stored, and personal
   * numbers are forgotten.
   */
  async rest(): Promise<void> {
    await this.watch.rest()
    this.#interruptions += 1
    await this.#restAll()
    await this.#steps.settled()
    // Catches a run that was about to resume during the first pass.
    await this.#restAll()
    const runners = [...this.#runners.values()]
    await Promise.all(runners.map((runner) => runner.settled()))
    await this.#stopping.settled()
    for (const runner of runners) {
      runner.personal.clear()
      // If the store is gone, nobody is left to notify.
      await runner.refresh().catch(() => undefined)
    }
  }

  async #restAll(): Promise<void> {
    for (const runner of this.#runners.values()) {
      if (!runner.isRunning()) continue
      await runner.rest('interrupted', 'system').catch((problem: unknown) => {
        this.#context.report('bulk.rest', problem)
      })
    }
  }

  #sendChangedOf(id: string): void {
    this.#changed.add(id)
    this.#notifier.notify()
  }

  async #sendChanged(): Promise<void> {
    const { emitEvent, store, background } = this.#context
    if (background.isClosing) return
    const running = this.#running()
    if (running) this.#changed.add(running.id)
    const ids = [...this.#changed]
    this.#changed.clear()
    for (const id of ids) {
      const run = await findRun(store, id)
      if (run) emitEvent('bulk', 'changed', await this.#shown(run))
    }
  }

  async #shown(run: RunRow): Promise<BulkRun> {
    const { store, operatorName } = this.#context
    // The runner's knowledge, where there is one, is newer than the stored row, unless another
    // workstation ran it since.
    const known = this.#runners.get(run.id)
    const runner = run.home === store.membership.home ? known : undefined
    const counts = runner?.counts ?? (await countRows(store, run.id))
    const left = counts.waiting + counts['in-flight'] - (runner?.withoutPersonal ?? 0)
    const state = runner?.state ?? run.state
    const mayCorrect = counts['held-back'] > 0 && isOver({ state })
    return {
      ...fieldsOf(run, bulkRun),
      operator: operatorName(run.actor),
      state,
      endedAt: runner ? runner.endedAt : run.ended_at,
      rows: run.row_count,
      counts,
      correctable: mayCorrect ? (await correctableRows(store, run)).size : 0,
      waitsFor: runner?.waitsFor ?? null,
      trouble: runner?.trouble ?? null,
      pace: runner?.isRunning() ? runner.pace.over(Math.max(0, left)) : null,
      withoutPersonalNumbers:
        known?.withoutPersonal ?? (await countWaitingWithPersonal(store, run.id)),
    }
  }
}

/** Rows per write. */
const rowsAtOnce = 1_000

const newRun = (
  id: string,
  at: string,
  home: string | null,
  { draft, checked, name, actor }: Beginning,
): RunRow => ({
  id,
  at,
  home,
  actor,
  name,
  file: draft.file,
  file_sha256: draft.sha256,
  sheet: draft.sheet.sheet,
  mapping: JSON.stringify(checked.rules.mapping),
  options: JSON.stringify(checked.rules.options),
  api_version: checked.rules.options.apiVersion,
  row_count: checked.rows.length,
  // Until every row is written, the run counts as never started.
  state: 'stopped',
  ended_at: null,
})

/** Writes a run from a checked file with all its rows, not started. */
async function writeRun(
  { store, clock, newId }: Pick<SessionContext, 'store' | 'clock' | 'newId'>,
  begun: Beginning,
): Promise<RunRow> {
  const { draft, checked, actor } = begun
  const run = newRun(newId(), clock.now().toISOString(), store.membership.home, begun)
  const { id, at } = run
  const edited = [...draft.editedRows].sort((one, other) => one - other)
  const detail = {
    file: run.file,
    sha256: run.file_sha256,
    rows: run.row_count,
    ...(edited.length > 0 && { edited }),
  }
  const act = { actor, kind: 'bulk.imported', subject: id, detail }
  await insertRun(store, act, run, headersKey(draft.sheet.headers))
  for (let from = 0; from < checked.rows.length; from += rowsAtOnce) {
    const some = checked.rows.slice(from, from + rowsAtOnce)
    const rows = some.map((row) => rowToSave(row, isSendable(checked, row)))
    await store.work(saveBulkRows, { runId: id, actor, at, rows })
  }
  return run
}
