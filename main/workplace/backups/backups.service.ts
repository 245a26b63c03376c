/**
 * Backups of one open store: one a day automatically, each verified before it counts, older ones
 * thinned out. A problem is saved in the store until it is solved, so that the inbox shows it.
 * Practice is backed up only on request: nothing in it is secret, and its bank forgets. A store in a
 * database is not backed up: it has no file to copy.
 */
import type { Transaction } from 'kysely'
import type { BackupsState } from '../../../preload/contract/api/backups/backups.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { backupItems } from '../../../preload/contract/text/inbox.ts'
import { idleTimer, type StartTimer } from '../../platform/timer.ts'
import { restoreHold, restoreConfirmed } from '../../profile/restore-hold.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { saveSetting } from '../../profile/settings.service.ts'
import { StoreError, type Tables } from '../../store/store.ts'
import { describe } from '../../store/store-error.ts'
import { problemSetting, secondSetting, testedSetting } from './backup-settings.ts'
import { countFromFuture, isBackupDue, lateAfterMs, newestAgeMs } from './backup-schedule.ts'
import { backupsIn, removeExpired, removeParts, type BackupPlaces } from '../backup-catalog.ts'
import { removeOldFiles } from './old-files.ts'
import { copyToSecond, takeBackup, type TakenBackup } from './take-backup.ts'

export interface BackupsDeps extends BackupPlaces {
  readonly startTimer?: StartTimer | undefined
}

/** The backups of one open store. */
export interface BackupsService {
  state(): Promise<BackupsState>
  /** Makes a backup now, or waits for the one in progress. */
  takeNow(actor: string): Promise<Result<BackupsState, Failure<'backup-failed'>>>
  /**
   * Sets the second folder for copies; null removes it. Rejects if the change cannot be recorded.
   */
  changeSecond(folder: string | null, actor: string): Promise<BackupsState>
  /** Unblocks money after a restore: two people have confirmed operators and policy. */
  confirmRestored(actor: string): Promise<void>
  /** Records that this backup was test-restored and worked. */
  tested(id: string, actor: string): Promise<BackupsState>
  /** The computer woke up: due backups are taken soon. */
  wake(): void
  /**
   * Takes no more backups. One in progress gets a moment to end; if it does not, it is taken again
   * later.
   */
  close(): Promise<void>
}

const minuteMs = 60_000
const quietMs = 5 * minuteMs
const checkEveryMs = 60 * minuteMs

/**
 * Creates the service. Backups of a real profile are checked after a few minutes, then every hour.
 */
export const createBackupsService = (context: SessionContext, deps: BackupsDeps): BackupsService =>
  new Backups(context, deps)

type UnderWay = NonNullable<BackupsState['underWay']>

class Backups implements BackupsService {
  readonly #context: SessionContext
  readonly #deps: BackupsDeps
  readonly #startTimer: StartTimer
  #underWay: UnderWay | undefined
  #running: Promise<Result<null, Failure<'backup-failed'>>> | undefined
  #secondProblem: string | null = null
  #cancel: () => void = () => undefined
  #isStopped = false

  constructor(context: SessionContext, deps: BackupsDeps) {
    this.#context = context
    this.#deps = deps
    this.#startTimer = deps.startTimer ?? idleTimer
    if (context.store.stoppedUnclean === true) this.#soon(0)
    else this.#soon(quietMs)
  }

  get #isPractice(): boolean {
    return this.#context.environment === 'practice'
  }

  get #isInDatabase(): boolean {
    return this.#context.store.engineKind !== 'sqlite'
  }

  async state(): Promise<BackupsState> {
    const { profileId, clock } = this.#context
    const { folder } = this.#deps
    const [items, second, problem, tested, held] = await Promise.all([
      backupsIn(folder, profileId),
      this.#setting<string>(secondSetting),
      this.#setting<string>(problemSetting),
      this.#setting<BackupsState['tested']>(testedSetting),
      restoreHold(this.#context.store.read),
    ])
    return {
      items,
      folder,
      problem,
      tested,
      isPractice: this.#isPractice,
      isInDatabase: this.#isInDatabase,
      heldSince: held?.restoredAt ?? null,
      underWay: this.#underWay ?? null,
      second: second === null ? null : { folder: second, problem: this.#secondProblem },
      fromFuture: countFromFuture(
        items.map(({ at }) => at),
        clock.now(),
      ),
    }
  }

  async takeNow(actor: string): Promise<Result<BackupsState, Failure<'backup-failed'>>> {
    if (this.#isInDatabase) return failed('the data is in a database, which has its own backups')
    const taken = await this.#take(actor)
    return taken.ok ? ok(await this.state()) : taken
  }

  async changeSecond(folder: string | null, actor: string): Promise<BackupsState> {
    const act = { actor, kind: 'backup.folder-changed', subject: 'backups', detail: { folder } }
    await this.#context.store.record(act, (tx) => this.#set(tx, secondSetting, folder, actor))
    this.#secondProblem = null
    this.#changed()
    return this.state()
  }

  async tested(id: string, actor: string): Promise<BackupsState> {
    const tested = { id, at: this.#context.clock.now().toISOString() }
    const act = { actor, kind: 'backup.tested', subject: id, detail: {} }
    await this.#context.store.record(act, (tx) => this.#set(tx, testedSetting, tested, actor))
    this.#changed()
    return this.state()
  }

  async confirmRestored(actor: string): Promise<void> {
    await this.#context.store.note(restoreConfirmed(actor))
    this.#changed()
  }

  wake(): void {
    this.#soon(quietMs)
  }

  async close(): Promise<void> {
    this.#isStopped = true
    this.#cancel()
    const moment = new Promise((resolve) => setTimeout(resolve, 1_000).unref())
    await Promise.race([this.#running?.catch(() => undefined), moment])
  }

  #soon(afterMs: number): void {
    if (this.#isStopped || this.#isPractice || this.#isInDatabase) return
    this.#cancel()
    const cancel = this.#startTimer(afterMs, () => {
      void this.#look().finally(() => {
        // The computer may have woken during the look, and wants another soon.
        if (this.#cancel === cancel) this.#soon(checkEveryMs)
      })
    })
    this.#cancel = cancel
  }

  /**
   * Makes a backup if one is due; after an unclean stop at once, since verifying it checks the
   * store.
   */
  async #look(): Promise<void> {
    const { report, store, clock } = this.#context
    try {
      const isCheck = store.stoppedUnclean === true && !this.#isChecked
      const isDue = isCheck || isBackupDue(await this.#instants(), clock.now())
      if (isDue && !this.#isStopped) await this.#take('system')
    } catch (problem) {
      if (!this.#isStopped) report('backups.look', problem)
    }
  }

  #isChecked = false

  /** One at a time: concurrent callers share the backup in progress. */
  #take(actor: string): Promise<Result<null, Failure<'backup-failed'>>> {
    this.#running ??= this.#takeOne(actor).finally(() => {
      this.#running = undefined
      this.#underWay = undefined
      this.#changed()
    })
    return this.#running
  }

  async #takeOne(actor: string): Promise<Result<null, Failure<'backup-failed'>>> {
    const { store, profileId, environment, clock } = this.#context
    const at = clock.now().toISOString()
    try {
      await removeParts(this.#deps.folder, profileId)
      const source = { ...this.#deps, store, profileId, environment }
      const taken = await takeBackup(source, at, (step) => {
        this.#underWay = { step, since: at }
        this.#changed()
      })
      await this.#verified(actor, taken)
      return ok(null)
    } catch (problem) {
      // Closing the store is no failure to report: the backup is taken when the store is open again.
      if (problem instanceof StoreError && this.#isStopped) return failed('the profile was closed')
      const message = describe(problem)
      const age = newestAgeMs(await this.#instants().catch(() => []), clock.now())
      const late = age !== null && age >= lateAfterMs ? `${backupItems.late}. ` : ''
      await this.#trouble(`${late}The backup failed: ${message}`, 'backup.failed', actor).catch(
        () => {
          this.#context.report('backups.take', problem)
        },
      )
      return failed(message)
    }
  }

  /** Older backups are removed only now. */
  async #verified(actor: string, taken: TakenBackup): Promise<void> {
    const { store, profileId, clock, report } = this.#context
    const { bytes, sha256, head } = taken.sidecar
    const wasCheck = store.stoppedUnclean === true && !this.#isChecked
    const detail = {
      bytes,
      sha256,
      head: { seq: head.seq, hash: head.hash },
      ...(wasCheck && { after: 'unclean-stop' }),
    }
    const act = { actor, kind: 'backup.created', subject: taken.id, detail }
    await store.record(act, (tx) => this.#set(tx, problemSetting, null, actor))
    this.#isChecked = true
    const second = await this.#setting<string>(secondSetting)
    if (second !== null) await this.#copyOn(taken, second, actor)
    try {
      await removeExpired(this.#deps.folder, profileId, taken.id)
      await removeOldFiles(this.#deps.store, clock.now())
    } catch (problem) {
      report('backups.thin-out', problem)
    }
  }

  async #copyOn(taken: TakenBackup, folder: string, actor: string): Promise<void> {
    const { profileId } = this.#context
    try {
      await removeParts(folder, profileId)
      await copyToSecond(taken, folder)
      await removeExpired(folder, profileId, taken.id)
      this.#secondProblem = null
    } catch (problem) {
      this.#secondProblem = describe(problem)
      const message = backupItems.notCopied(folder, describe(problem))
      await this.#trouble(message, 'backup.not-copied', actor)
    }
  }

  /** Saved in the store, so that the inbox shows the problem until the next backup is taken. */
  async #trouble(message: string, kind: string, actor = 'system'): Promise<void> {
    if ((await this.#setting<string>(problemSetting)) === message) return
    const act = { actor, kind, subject: 'backups', detail: { why: message } }
    await this.#context.store.record(act, (tx) => this.#set(tx, problemSetting, message, actor))
    this.#changed()
  }

  /** The instants of the backups in the profile's own folder. */
  async #instants(): Promise<string[]> {
    const found = await backupsIn(this.#deps.folder, this.#context.profileId)
    return found.map(({ at }) => at)
  }

  #changed(): void {
    this.#context.emitEvent('backups', 'changed', {})
  }

  async #setting<T>(name: string): Promise<T | null> {
    const row = await this.#context.store.read
      .selectFrom('settings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst()
    return row === undefined ? null : (JSON.parse(row.value) as T | null)
  }

  async #set(
    tx: Transaction<Tables>,
    name: string,
    value: string | NonNullable<BackupsState['tested']> | null,
    actor: string,
  ): Promise<void> {
    const at = this.#context.clock.now().toISOString()
    const row = { name, value: JSON.stringify(value), at, actor }
    await saveSetting(tx, row)
  }
}

const failed = (detail: string): Result<never, Failure<'backup-failed'>> =>
  err({ code: 'backup-failed', detail })
