/** The runs of one open store: begun, paused, resumed and stopped by a person, one at a time. */
import type { ApiVersion } from '../../preload/contract/account-validation.ts'
import type { ColumnMapping, ImportOptions } from '../../preload/contract/bulk/import.ts'
import type { BulkRun, BulkRunsRequest } from '../../preload/contract/bulk/run.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import { tellAtMostEvery } from '../connection/tell.ts'
import type { DeskContext } from '../profiles/desk-context.ts'
import { StoreError } from '../storage/store.ts'
import { keepBulkRows } from './bulk-jobs.ts'
import { BulkRunner, type RunnerParts } from './bulk-runner.ts'
import {
  apart,
  countRows,
  findRun,
  insertRun,
  listRuns,
  noRows,
  rowToKeep,
  waitingWithPersonal,
  type RunRow,
} from './bulk.records.ts'
import { checkRows, isSendable, type CheckedRows } from './check-rows.ts'
import { headersKey, readWithinBounds, sha256Of, type HeldDraft } from './import-drafts.ts'
import { askUnknownAgain, goWithoutPersonal, leaveUnasked } from './run-steps.ts'

type NotFound = Failure<'not-found'>
/** Why nothing can be asked. */
export type MayNotBegin = Failure<'bank-not-running' | 'version-not-configured' | 'run-under-way'>

/** So many rows are written at once. */
const rowsAtOnce = 1_000
const tellEveryMs = 250

/** The runs of one open store. */
export class BulkRuns {
  readonly #context: DeskContext
  readonly #teller = tellAtMostEvery(
    tellEveryMs,
    () => void this.#tell(),
    () => this.#active?.isRunning() === true,
  )
  /** The run that is not at rest, or was the last to be. */
  #active: BulkRunner | undefined
  #row: RunRow | undefined
  /** A run is being written. */
  #isBeginning = false
  #unfinished: Promise<unknown> = Promise.resolve()

  constructor(context: DeskContext) {
    this.#context = context
  }

  /** Writes the run and all its rows, and begins to ask. */
  async start(
    draft: HeldDraft,
    checked: CheckedRows,
    name: string,
    actor: string,
  ): Promise<Result<BulkRun, Failure<'nothing-to-send'> | MayNotBegin>> {
    const sendable = checked.rows.filter((row) => isSendable(checked, row))
    if (sendable.length === 0) return err({ code: 'nothing-to-send' })
    const { mapping, options } = checked.rules
    const barred = this.#mayNotBegin(options.apiVersion)
    if (barred) return err(barred)
    this.#isBeginning = true
    try {
      const run = this.#newRun(draft, { name, actor, mapping, options, rows: checked.rows.length })
      await this.#write(run, draft, checked)
      const runner = this.#runnerOf(run, noRows())
      for (const { row, inquiry, personal } of sendable)
        if (inquiry && personal) runner.personal.set(row, apart(inquiry).personal)
      await runner.goOn(actor, 'bulk.started')
      return ok(await this.#shown(run))
    } finally {
      this.#isBeginning = false
    }
  }

  #newRun(
    { file, sha256, sheet }: HeldDraft,
    given: {
      name: string
      actor: string
      mapping: ColumnMapping
      options: ImportOptions
      rows: number
    },
  ): RunRow {
    const { clock, newId } = this.#context
    return {
      id: newId(),
      at: clock.now().toISOString(),
      actor: given.actor,
      name: given.name,
      file,
      file_sha256: sha256,
      sheet: sheet.sheet,
      mapping: JSON.stringify(given.mapping),
      options: JSON.stringify(given.options),
      api_version: given.options.apiVersion,
      row_count: given.rows,
      // Until every row is written it is one that was never begun.
      state: 'stopped',
      ended_at: null,
    }
  }

  async #write(run: RunRow, draft: HeldDraft, checked: CheckedRows): Promise<void> {
    const { store } = this.#context
    const { id, actor, at } = run
    const detail = { file: run.file, sha256: run.file_sha256, rows: run.row_count }
    const act = { actor, kind: 'bulk.imported', subject: id, detail }
    await insertRun(store, act, run, headersKey(draft.sheet.headers))
    for (let from = 0; from < checked.rows.length; from += rowsAtOnce) {
      const some = checked.rows.slice(from, from + rowsAtOnce)
      const rows = some.map((row) => rowToKeep(row, isSendable(checked, row)))
      await store.work(keepBulkRows, { runId: id, actor, at, rows })
    }
  }

  /** Why nothing may be asked now; another run that is under way or has calls on their way is one reason. */
  #mayNotBegin(version: ApiVersion, id?: string): MayNotBegin | undefined {
    const { connection, settings } = this.#context
    if (!connection.accountValidation()) return { code: 'bank-not-running' }
    if (version === 'v2' && settings.current().validationV2Path === null)
      return { code: 'version-not-configured', version }
    if (this.#isBeginning) return { code: 'run-under-way', name: '' }
    return this.#active?.isRunning() && this.#active.id !== id
      ? { code: 'run-under-way', name: this.#row?.name ?? '' }
      : undefined
  }

  #runnerOf(run: RunRow, counts: BulkRunner['counts']): BulkRunner {
    if (this.#active?.id === run.id) return this.#active
    // What the run before still has on its way is waited for at the end.
    const before = this.#active
    if (before) this.#unfinished = Promise.allSettled([this.#unfinished, before.settled()])
    this.#row = run
    this.#active = new BulkRunner(this.#runnerParts(), run.id, counts)
    return this.#active
  }

  #runnerParts(): RunnerParts {
    const { store, clock, newId, connection, profile, report } = this.#context
    const terms = () =>
      profile().details?.products.find(({ product }) => product === 'account-validation') ?? null
    return {
      ...{ store, clock, newId, report, terms },
      api: () => connection.accountValidation(),
      callsPerSecond: () => connection.open()?.access.callsPerSecond ?? 1,
      pausedUntil: () => connection.pausedUntil(),
      changed: () => this.#teller.tell(),
    }
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

  async pause(id: string, actor: string): Promise<Result<BulkRun, NotFound>> {
    if (this.#active?.id === id && this.#active.isRunning())
      await this.#active.rest('paused', actor)
    return this.get(id)
  }

  async resume(
    id: string,
    withoutPersonal: boolean,
    actor: string,
  ): Promise<Result<BulkRun, NotFound | Failure<'file-needed'> | MayNotBegin>> {
    const { store } = this.#context
    const run = await findRun(store, id)
    if (!run) return err({ code: 'not-found' })
    if (run.state === 'stopped' || run.state === 'finished' || this.#runningOf(id))
      return this.get(id)
    const barred = this.#mayNotBegin(run.api_version as ApiVersion, id)
    if (barred) return err(barred)
    const known = this.#active?.id === id ? this.#active.personal : new Map<number, unknown>()
    const missing = (await waitingWithPersonal(store, id)).filter((row) => !known.has(row))
    const counts = await countRows(store, id)
    if (withoutPersonal) await goWithoutPersonal(store, id, actor, missing)
    else if (missing.length > 0 && missing.length === counts.waiting)
      return err({ code: 'file-needed', rows: missing.length })
    await this.#runnerOf(run, counts).goOn(actor, 'bulk.resumed')
    return this.get(id)
  }

  #runningOf(id: string): boolean {
    return this.#active?.id === id && this.#active.isRunning()
  }

  async stop(id: string, actor: string): Promise<Result<BulkRun, NotFound>> {
    const run = await findRun(this.#context.store, id)
    if (!run) return err({ code: 'not-found' })
    if (run.state === 'stopped' || run.state === 'finished') return this.get(id)
    const runner = this.#runnerOf(run, await countRows(this.#context.store, id))
    await runner.rest('stopped', actor)
    // What is on its way comes in first: a row that was taken back must not be left waiting.
    const leaving = runner
      .settled()
      .then(() => leaveUnasked(this.#context.store, id, actor))
      .then(() => runner.refresh())
      .catch((problem: unknown) => this.#context.report('bulk.stop', problem))
    this.#unfinished = Promise.allSettled([this.#unfinished, leaving])
    return this.get(id)
  }

  async askAgain(
    id: string,
    rows: readonly number[] | null,
    actor: string,
  ): Promise<Result<BulkRun, NotFound>> {
    const { store } = this.#context
    const run = await findRun(store, id)
    if (!run) return err({ code: 'not-found' })
    if (run.state === 'stopped') return this.get(id)
    await askUnknownAgain(store, id, actor, rows)
    const isAtRest = run.state === 'finished'
    const isActive = this.#active?.id === id
    if (isAtRest) await this.#runnerOf(run, await countRows(store, id)).rest('paused', actor)
    if (isAtRest || isActive) await this.#active?.refresh()
    return this.get(id)
  }

  /** Takes from the run's own file what is kept in memory only. */
  async reopen(
    id: string,
    file: string,
    bytes: Uint8Array,
  ): Promise<Result<BulkRun, NotFound | Failure<'file-not-understood' | 'file-differs'>>> {
    const { store, clock } = this.#context
    const run = await findRun(store, id)
    if (!run) return err({ code: 'not-found' })
    if (sha256Of(bytes) !== run.file_sha256)
      return err({ code: 'file-differs', file, wanted: run.file })
    const read = await readWithinBounds(file, bytes, run.sheet ?? undefined)
    if (!read.ok) return read
    const rules = {
      headers: read.value.headers,
      mapping: JSON.parse(run.mapping) as ColumnMapping,
      options: JSON.parse(run.options) as ImportOptions,
    }
    const checked = await checkRows(
      read.value,
      rules,
      () => clock.monotonicMs(),
      () => true,
    )
    if (this.#active?.isRunning() && this.#active.id !== id) return this.get(id)
    const runner = this.#runnerOf(run, await countRows(store, id))
    if (runner.state === 'paused' && run.state !== 'paused' && run.state !== 'running')
      runner.state = run.state
    const wanted = new Set(await waitingWithPersonal(store, id))
    for (const { row, inquiry } of checked?.rows ?? [])
      if (inquiry && wanted.has(row)) runner.personal.set(row, apart(inquiry).personal)
    await runner.refresh()
    return this.get(id)
  }

  /** The profile is left: what waits is not asked, what is on its way is stored, the personal numbers are forgotten. */
  async interrupt(): Promise<void> {
    const runner = this.#active
    if (runner?.isRunning()) {
      await runner.rest('interrupted', 'system').catch((problem: unknown) => {
        this.#context.report('bulk.interrupt', problem)
      })
    }
    await runner?.settled()
    await this.#unfinished
    if (!runner) return
    runner.personal.clear()
    // Where the store is gone there is nobody to be told.
    await runner.refresh().catch(() => undefined)
  }

  async #tell(): Promise<void> {
    const { report, announce, store } = this.#context
    const id = this.#active?.id
    if (id === undefined) return
    try {
      const run = await findRun(store, id)
      if (run) announce('bulk', 'changed', await this.#shown(run))
    } catch (problem) {
      // The profile was left between the telling and now.
      const isGone = problem instanceof StoreError && problem.code.startsWith('STORE_')
      if (!isGone) report('bulk.changed', problem)
    }
  }

  async #shown(run: RunRow): Promise<BulkRun> {
    const { store, operatorName } = this.#context
    const active = this.#active?.id === run.id ? this.#active : undefined
    const counts = active?.counts ?? (await countRows(store, run.id))
    const left = counts.waiting + counts.asking - (active?.withoutPersonal ?? 0)
    return {
      id: run.id,
      ...{ name: run.name, file: run.file, at: run.at },
      operator: operatorName(run.actor),
      apiVersion: run.api_version as ApiVersion,
      state: active?.state ?? run.state,
      endedAt: active ? active.endedAt : run.ended_at,
      rows: run.row_count,
      counts,
      waitsFor: active?.waitsFor ?? null,
      trouble: active?.trouble ?? null,
      pace: active?.isRunning() ? active.pace.over(Math.max(0, left)) : null,
      withoutPersonalNumbers:
        active?.withoutPersonal ?? (await waitingWithPersonal(store, run.id)).length,
    }
  }
}
