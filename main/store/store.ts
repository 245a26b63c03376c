/**
 * The encrypted store of one environment: reading, and recording. Nothing is written except together
 * with the act that explains it, in one transaction (design P9); what `record` has resolved for is on
 * the disk and survives a kill and a power cut.
 */
import { rm } from 'node:fs/promises'
import { Kysely, type Transaction } from 'kysely'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import { canonicalJson } from '../platform/json/canonical-json.ts'
import type { Act, ChainHead } from './audit-chain/hash-chain.ts'
import type { Clock } from '../platform/clock.ts'
import { copyHeldFile, type CopiedFile } from './sqlite/copy-held-file.ts'
import { describe, type StoreRefusal } from './sqlite/refusals.ts'
import type { StoreKey } from './sqlite/store-key.ts'
import type { Tables } from './tables.ts'
import { WorkerDriver, workerDialect } from './sqlite/worker-dialect.ts'
import type { StoreJob } from './store-jobs.ts'
import { StoreError } from './store-error.ts'
import { WorkerLink, type StartStoreWorker } from './sqlite/worker-link.ts'
import type { ExaminedFile } from './sqlite/worker-protocol.ts'

export type { Act } from './audit-chain/hash-chain.ts'
export { StoreError } from './store-error.ts'
export type { StoreKey } from './sqlite/store-key.ts'
export type { StoreRefusal } from './sqlite/refusals.ts'
export type { Tables } from './tables.ts'
export type { StartStoreWorker } from './sqlite/worker-link.ts'

/** What offers reading only: the store itself, or a transaction that is under way. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'fn' | 'dynamic'>

/** An open store. */
export interface Store {
  /** Whoever had it last did not close it: what it had written by then is here, and worth a check. */
  readonly stoppedUnclean?: boolean
  /** Selects. Each waits for the transactions asked for before it. Rejects with {@link StoreError}. */
  readonly read: Reader
  /**
   * Runs `work` in a transaction, appends `act` to the audit chain in the same one, and resolves with
   * what `work` gave once both are on the disk. When `work`, the act or the commit fails, neither is
   * there and the error is rejected: `work`'s own, or a {@link StoreError} with SQLite's code
   * (`SQLITE_FULL`). After `STORE_WORKER_GONE` and after an I/O error in the commit, whether it is
   * there shows at the next opening. Transactions run one after another, so `work` awaits nothing but
   * its own statements; `read` and `record` inside it are rejected (`STORE_NESTED`).
   */
  record<T>(act: Act, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Records an act that changes nothing else in the store; like `record` in every other way. */
  note(act: Act): Promise<void>
  /**
   * Runs a job whole inside the worker, after the transactions asked for before it. Rejects with
   * {@link StoreError}; what the job had flushed by then stays.
   */
  work<Input, Output>(job: StoreJob<Input, Output>, input: Input): Promise<Output>
  /**
   * Copies the store as it is at this moment to a path where nothing stands, while it goes on being read and written.
   * Rejects with the system's error, or a {@link StoreError}; then no copy is left.
   */
  copyTo(path: string): Promise<StoreCopy>
  /** Ends what has begun, folds the log into the file and lets others open it. May be repeated. */
  close(): Promise<void>
}

/** A copy of a store, on the disk: which version it is, and where its audit chain ends. */
export interface StoreCopy extends CopiedFile {
  readonly version: number
  readonly head: ChainHead
}

/** What opening a store needs. */
export interface StoreOptions {
  /** The store's path; its folder exists. */
  readonly file: string
  readonly key: StoreKey
  readonly startStoreWorker: StartStoreWorker
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Opens the store at a path: makes it when nothing stands there, brings it to this version when it is
 * older, and answers why not otherwise. A refusal leaves everything as it was found.
 */
export async function openStore(options: StoreOptions): Promise<Result<Store, StoreRefusal>> {
  const { file, key, startStoreWorker, clock } = options
  const link = new WorkerLink(startStoreWorker)
  try {
    const at = clock.now().toISOString()
    const opened = await link.ask({ kind: 'open', file, key, at })
    if (opened.ok) return ok(openedStore(link, clock, opened.value.stoppedUnclean))
    await link.close()
    return opened
  } catch (error) {
    return err({ code: 'store-unreadable', detail: describe(error) })
  }
}

function openedStore(link: WorkerLink, clock: Pick<Clock, 'now'>, stoppedUnclean: boolean): Store {
  const driver = new WorkerDriver(link)
  const database = new Kysely<Tables>({ dialect: workerDialect(driver) })
  const record: Store['record'] = (act, work) =>
    database.transaction().execute((tx) =>
      driver.insideTransaction(async () => {
        const value = await work(tx)
        // What is not JSON is the caller's mistake, so it is thrown here and not in the worker.
        canonicalJson(act.detail)
        driver.explainCommit(act, clock.now().toISOString())
        return value
      }),
    )
  return {
    stoppedUnclean,
    read: database,
    record,
    note: (act) => record(act, () => Promise.resolve()),
    work: (job, input) => driver.work(job, input),
    copyTo: (path) => copyStore(driver, path),
    close: () => driver.destroy(),
  }
}

async function copyStore(driver: WorkerDriver, path: string): Promise<StoreCopy> {
  const held = await driver.inTurn((link) => link.ask({ kind: 'hold' }))
  let copied: CopiedFile | undefined
  try {
    copied = await copyHeldFile(held, path, 'backup')
  } finally {
    const stoodStill = await driver
      .inTurn((link) => link.ask({ kind: 'let-go' }))
      .catch(() => false)
    if (!stoodStill) {
      if (copied) await rm(path, { force: true })
      // A store that is closed folds its log into the file that was being copied.
      copied = undefined
    }
  }
  if (!copied) throw new StoreError('STORE_CLOSED', 'the store was closed while it was copied')
  const { version, head } = held
  return { ...copied, version, head }
}

/** Examines a store file that nobody has open, in a worker of its own; it stays as it was found. */
export async function examineStore(
  options: Pick<StoreOptions, 'file' | 'key' | 'startStoreWorker'>,
): Promise<Result<ExaminedFile, StoreRefusal>> {
  const { file, key, startStoreWorker } = options
  const link = new WorkerLink(startStoreWorker)
  try {
    return await link.ask({ kind: 'examine', file, key })
  } catch (error) {
    return err({ code: 'store-unreadable', detail: describe(error) })
  } finally {
    await link.close().catch(() => undefined)
  }
}

/**
 * Puts what was prepared at `preparedPath(file)` in the place of the store at `file`, which nobody may have open; the old
 * one stays beside it.
 */
export async function putStoreBack(
  options: Pick<StoreOptions, 'file' | 'startStoreWorker'>,
): Promise<Result<null, StoreRefusal>> {
  const link = new WorkerLink(options.startStoreWorker)
  try {
    return await link.ask({ kind: 'put-back', file: options.file })
  } catch (error) {
    return err({ code: 'store-unreadable', detail: describe(error) })
  } finally {
    await link.close().catch(() => undefined)
  }
}
