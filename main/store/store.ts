/**
 * The encrypted store of one environment: reading and recording. A write and the act that explains
 * it are in one transaction (Promise P9); only jobs can write without an act (`tally`). Once
 * `record` resolves, the data is on the disk and survives a kill and a power cut.
 */
import { rm } from 'node:fs/promises'
import { Kysely, sql, type Compilable, type Transaction } from 'kysely'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import { noteActing } from '../platform/acting.ts'
import { canonicalJson } from '../platform/json/canonical-json.ts'
import { selectHead, type Act, type ChainHead } from './hash-chain.ts'
import type { Clock } from '../platform/clock.ts'
import { saveCheckpoint } from './audit-chain/audit-jobs.ts'
import type { Checkpoint } from './audit-chain/checkpoints.ts'
import { copyStoreFile, type CopiedFile, type ExaminedFile } from './store-file.ts'
import { describe, StoreError, type StoreRefusal } from './store-error.ts'
import type { EngineKind } from './dialect.ts'
import type { StoreKey } from './store-key.ts'
import type { Reader, Tables } from './tables.ts'
import { WorkerDriver, workerDialect } from './worker-dialect.ts'
import { readTogether, type StoreJob } from './store-jobs.ts'
import { WorkerLink } from './worker-link.ts'
import type { OpenedMember, OpenedStore } from './worker-protocol.ts'
import type { StartStoreWorker } from './store-thread.ts'
import { homeLocks, msSince, onlyMember, SharedMembership, type Membership } from './membership.ts'
import { OthersActs } from './others-acts.ts'
import { TeamClock } from './team-clock.ts'
import { detailedParts, type MaybeDetailed } from './with-detail.ts'

export type { Act } from './hash-chain.ts'
export { StoreError, type StoreRefusal } from './store-error.ts'
export type { StoreKey } from './store-key.ts'
export type { Reader, Tables } from './tables.ts'
export type { StartStoreWorker } from './store-thread.ts'

/** Appends a further act in the transaction in progress. */
export type AlsoRecord = (act: Act) => void

/** Builds one statement that writes. */
export type Writer = Pick<Transaction<Tables>, 'insertInto' | 'updateTable' | 'deleteFrom'>

export interface Store {
  /**
   * The last process that had the store open did not close it. All its writes are here, and worth a
   * check.
   */
  readonly stoppedUnclean?: boolean
  /** A sentence about the database server, for whoever opened the store; null: there is none. */
  readonly warning?: string | null
  /** The engine that runs the statements. */
  readonly engineKind: EngineKind
  /** This workstation among those that share the store. */
  readonly membership: Membership
  /** What the others write. */
  readonly others: Pick<OthersActs, 'onActs' | 'onTable'>
  /**
   * Selects. Each waits for the transactions requested before it. Rejects with {@link StoreError}.
   */
  readonly read: Reader
  /**
   * Runs `work` in a transaction, appends `act` to the audit chain in the same transaction, and
   * resolves with the result of `work` once both are on the disk. If `work`, the act or the commit
   * fails, neither is stored and the promise rejects: with the error of `work`, or a
   * {@link StoreError}. After `gone`, `unknown` and an `io` error in the commit, only the next
   * opening shows whether it is stored. Transactions run one after another, so `work` awaits only
   * its own statements; `read` and `record` inside it are rejected (`nested`). `also` appends a
   * further act after `act`, for work that changes more than one subject. Work that finds out more
   * about its act returns its result by `withDetail`.
   */
  record<T>(
    act: Act,
    work: (tx: Transaction<Tables>, also: AlsoRecord) => Promise<MaybeDetailed<T>>,
  ): Promise<T>
  /**
   * Runs one statement and records `act` with it, in one message to the worker; otherwise like
   * `record`. `statement` builds it and does not execute it.
   */
  recordOne(act: Act, statement: (tx: Writer) => Compilable): Promise<void>
  /** Records an act that changes nothing else in the store; otherwise like `record`. */
  note(act: Act): Promise<void>
  /**
   * Runs a job completely inside the worker, after the transactions requested before it. Rejects
   * with {@link StoreError}; data that the job had flushed by then stays.
   */
  work<Input, Output>(job: StoreJob<Input, Output>, input: Input): Promise<Output>
  /**
   * Copies the store as it is now to a new path, while reading and writing go on. Rejects with the
   * system's error, or a {@link StoreError}; then no copy is left.
   */
  copyTo(path: string): Promise<StoreCopy>
  /**
   * Finishes the work in progress, folds the log into the file and lets others open it. Can be
   * called again.
   */
  close(): Promise<void>
  /**
   * Closes the store while this thread waits, for a program that ends when it returns: a transaction
   * in progress is rolled back. `sign` signs the chain's end. What takes longer than `withinMs` is
   * left, the signature first.
   */
  closeNow(sign: (head: ChainHead) => Checkpoint | undefined, withinMs: number): void
}

/** A copy of a store on the disk: its version, and the end of its audit chain. */
export interface StoreCopy extends CopiedFile {
  readonly version: number
  readonly head: ChainHead
}

export interface StoreOptions {
  /** The store's path; its folder must exist. */
  readonly file: string
  readonly key: StoreKey
  readonly startStoreWorker: StartStoreWorker
  /** Refuses with `store-missing` where there is no store, instead of creating one. */
  readonly mustExist?: boolean
  /** The clock of this computer; acts of a shared store have the time of its team. */
  readonly clock: Pick<Clock, 'now'>
  /** Reports that acts of other workstations could not be taken in; they are read again. */
  readonly report?: (problem: unknown) => void
  /** Called when another program has migrated the shared store, which this one can no longer use. */
  readonly migrated?: () => void
}

/**
 * Opens the store at a path: creates it if there is none and `mustExist` is not set, migrates an older one to this version,
 * and otherwise returns the reason for refusing. A refusal changes nothing.
 */
export async function openStore(options: StoreOptions): Promise<Result<Store, StoreRefusal>> {
  const { file, key, startStoreWorker, mustExist = false } = options
  const link = new WorkerLink(startStoreWorker)
  try {
    const at = options.clock.now().toISOString()
    const opened = await link.send({ kind: 'open', file, key, at, mustExist })
    if (opened.ok) return ok(openedStore(link, options, opened.value))
    await link.close()
    return opened
  } catch (error) {
    return err({ code: 'store-unreadable', detail: describe(error) })
  }
}

function openedStore(
  link: WorkerLink,
  { key, clock, report = () => undefined, migrated = () => undefined }: StoreOptions,
  { member, ...opened }: OpenedStore,
): Store {
  const driver = new WorkerDriver(link)
  const database = new Kysely<Tables>({ dialect: workerDialect(driver, opened.engineKind) })
  const others = new OthersActs(member?.home ?? null, member?.seq ?? 0, report)
  const membership = member
    ? sharedMembership({ link, member, others, database, ownClock: clock, key, migrated })
    : onlyMember
  const wallClock = membership.clock ?? clock
  const inTransaction = async <T>(
    work: (tx: Transaction<Tables>) => T | Promise<T>,
  ): Promise<T> => {
    try {
      const value = await database
        .transaction()
        .execute((tx) => driver.insideTransaction(() => work(tx)))
      noteActing()
      return value
    } catch (problem) {
      if (problem instanceof StoreError && problem.code === 'unknown') others.ownIsUncertain()
      throw problem
    }
  }
  const explain = (acts: readonly Act[], last?: Compilable): void => {
    // An act that is not JSON is the caller's mistake, so the error is thrown here and not in the
    // worker.
    for (const { detail } of acts) canonicalJson(detail)
    driver.explainCommit(acts, wallClock.now().toISOString(), last?.compile())
  }
  const record: Store['record'] = (act, work) =>
    inTransaction(async (tx) => {
      await others.catchUp(tx)
      const more: Act[] = []
      const { value, detail } = detailedParts(await work(tx, (one) => void more.push(one)))
      explain([{ ...act, detail: { ...act.detail, ...detail } }, ...more])
      return value
    })
  return {
    ...opened,
    membership,
    others,
    read: database,
    record,
    recordOne: (act, statement) =>
      inTransaction(async (tx) => {
        await others.catchUp(tx)
        explain([act], statement(tx))
      }),
    note: (act) => record(act, () => Promise.resolve()),
    work: (job, input) => {
      if (job.onlyReads !== true) noteActing()
      return driver.work(job, input)
    },
    copyTo: (path) => copyStore(driver, path),
    close: () => {
      membership.slots?.tell('leaving')
      return driver.destroy()
    },
    closeNow(sign, withinMs) {
      const startedMs = performance.now()
      const leftMs = (): number => Math.max(0, withinMs - (performance.now() - startedMs))
      membership.slots?.tell('leaving')
      // Closing needs its share, so a store that is busy is not signed.
      const half = (): number => Math.max(0, leftMs() - withinMs / 2)
      link.sendNow({ kind: 'rollback' }, half())
      const read = {
        kind: 'work',
        job: readTogether.name,
        input: [{ sql: selectHead, parameters: [] }],
      } as const
      const [[head] = []] = (link.sendNow(read, half()) ?? []) as (readonly ChainHead[])[]
      const checkpoint = head && sign(head)
      if (checkpoint)
        link.sendNow({ kind: 'work', job: saveCheckpoint.name, input: checkpoint }, half())
      link.closeNow(leftMs())
    },
  }
}

/**
 * Takes the lock of a workstation that is gone until the end of the transaction; false if it has its
 * lock, so that it is back.
 */
async function lockGone(tx: Reader, home: string): Promise<boolean> {
  const row = await tx
    .selectFrom('workstations')
    .select(
      sql<0 | 1>`pg_try_advisory_xact_lock(${sql.lit(homeLocks)}, CAST(number AS integer))`.as(
        'locked',
      ),
    )
    .where('id', '=', home)
    .executeTakeFirst()
  return row?.locked === 1
}

/** Connects a membership, and the acts of others, with what the worker hears. */
function sharedMembership({
  link,
  member: { home, fenceMs, time },
  others,
  database,
  ownClock,
  key,
  migrated,
}: {
  readonly link: WorkerLink
  readonly member: OpenedMember
  readonly others: OthersActs
  readonly database: Kysely<Tables>
  readonly ownClock: Pick<Clock, 'now'>
  readonly key: StoreKey
  readonly migrated: () => void
}): Membership {
  const membership = new SharedMembership({
    home,
    clock: new TeamClock(time),
    ownClock,
    fenceMs,
    lockGone,
    // A worker that is gone has no duty, and tells nobody anything.
    want: (duty, isWanted) =>
      void link.send({ kind: 'want-duty', duty, isWanted }).catch(() => undefined),
    present: (operator) => void link.send({ kind: 'present', operator }).catch(() => undefined),
    listens: (listener) => void link.send({ kind: 'listens', listener }).catch(() => undefined),
    askSlots: (request) => void link.send({ kind: 'slots', request }).catch(() => undefined),
    askTokens: (request) => void link.send({ kind: 'tokens', request }).catch(() => undefined),
    key,
  })
  let [isReading, isMore] = [false, false]
  const readActs = async (): Promise<void> => {
    isMore = true
    if (isReading) return
    isReading = true
    while (isMore) {
      isMore = false
      await others.catchUpSoon((work) => database.connection().execute(work))
    }
    isReading = false
  }
  link.onNews = (news) => {
    if (news.kind === 'table') others.tableChanged(news.table)
    else if (news.kind === 'acts') void readActs()
    else if (news.kind === 'migrated') migrated()
    else if (news.kind === 'token') membership.tokens.told(news, msSince(news.asked))
    else if ('key' in news) membership.slots.told(news)
    else {
      membership.told(news)
      if (news.kind !== 'duty') membership.slots.tell(news.kind)
      if (news.kind === 'lost') membership.tokens.lost()
      if (news.kind === 'heard' && others.isBehind(news.seq)) void readActs()
    }
  }
  return membership
}

/**
 * The worker holds the file unchanged, and new writes go into the log beside it, so that the copy is
 * the store at the moment of holding, however long the copy takes.
 */
async function copyStore(driver: WorkerDriver, path: string): Promise<StoreCopy> {
  const paused = await driver.inTurn((link) => link.send({ kind: 'hold' }))
  let copied: CopiedFile | undefined
  try {
    copied = await copyStoreFile(paused, path, 'backup')
  } finally {
    const isReleased = await driver
      .inTurn((link) => link.send({ kind: 'release' }))
      .catch(() => false)
    if (!isReleased) {
      if (copied) await rm(path, { force: true })
      // Closing a store folds its log into the file that was being copied.
      copied = undefined
    }
  }
  if (!copied) throw new StoreError('closed', 'the store was closed while it was copied')
  const { version, head } = paused
  return { ...copied, version, head }
}

/** Examines a store file that is not open, in a worker of its own; changes nothing. */
export async function examineStore(
  options: Pick<StoreOptions, 'file' | 'key' | 'startStoreWorker'>,
): Promise<Result<ExaminedFile, StoreRefusal>> {
  const { file, key, startStoreWorker } = options
  const link = new WorkerLink(startStoreWorker)
  try {
    return await link.send({ kind: 'examine', file, key })
  } catch (error) {
    return err({ code: 'store-unreadable', detail: describe(error) })
  } finally {
    await link.close().catch(() => undefined)
  }
}

/**
 * Replaces the store at `file` with the one at the path `prepared` of the same folder; the old one
 * stays beside it. The store must not be open anywhere.
 */
export async function restoreStore({
  file,
  prepared,
  startStoreWorker,
}: Pick<StoreOptions, 'file' | 'startStoreWorker'> & {
  readonly prepared: string
}): Promise<Result<null, StoreRefusal>> {
  const link = new WorkerLink(startStoreWorker)
  try {
    return await link.send({ kind: 'restore', file, prepared })
  } catch (error) {
    return err({ code: 'store-unreadable', detail: describe(error) })
  } finally {
    await link.close().catch(() => undefined)
  }
}
