/** Stores for tests: each in a folder of its own that is removed with the test. */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, it, onTestFinished } from 'vitest'
import type { AuditEntry } from '../../../main/store/hash-chain.ts'
import type { Clock } from '../../../main/platform/clock.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore, type Act, type Store, type StoreKey } from '../../../main/store/store.ts'
import { migrations } from '../../../main/store/schema/migrations.ts'
import { storeThread, type StartStoreWorker } from '../../../main/store/store-thread.ts'
import { isOnPostgres } from '../../postgres/databases-for-files.ts'
import { programUrl, startStoreWorker } from '../support/programs/programs.ts'
import type { Wishes } from './fake-worker.ts'

/** The version that the product knows, and the one after it. */
export const newest = migrations.length
export const later = newest + 1

/**
 * A test of what only a store in a file has: older versions, copies, SQLite's plans or a
 * disk without room. Left out where the stores are in PostgreSQL.
 */
export const itInFile = it.skipIf(isOnPostgres)
/** The same for a group of tests. */
export const describeInFile = describe.skipIf(isOnPostgres)

/** Returns a thread's script that differs from the product's as requested. */
export function fakeScript(wishes: Wishes): URL {
  const module = JSON.stringify(programUrl('fake-worker').href)
  // A worker's URL loses its query, but a script of one line can contain the settings.
  const script = `import { serveFakeStore } from ${module}; serveFakeStore(${JSON.stringify(wishes)})`
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`)
}

/** Returns a worker that differs from the product's as requested. */
export const fakeWorker = (wishes: Wishes): StartStoreWorker => storeThread(fakeScript(wishes))

/** A clock that never moves. */
export const stillClock: Pick<Clock, 'now'> = { now: () => new Date('2026-11-23T14:00:00.000Z') }

/** Creates a folder that is removed when the test has finished. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns a path for a new store. */
export const newStorePath = (): string => join(newFolder(), 'store.db')

interface Opening {
  readonly worker?: StartStoreWorker
  readonly key?: StoreKey
  readonly mustExist?: boolean
  readonly clock?: Pick<Clock, 'now'>
}

/** Opens a store and returns the result of `openStore`. */
export async function tryOpen(file: string, opening: Opening = {}) {
  const { worker = startStoreWorker, key = practiceKey, mustExist = false } = opening
  const { clock = stillClock } = opening
  const opened = await openStore({ file, key, startStoreWorker: worker, clock, mustExist })
  if (opened.ok) onTestFinished(() => opened.value.close().catch(() => undefined))
  return opened
}

/** Opens a store that must open; closed with the test. */
export async function open(file: string, opening: Opening = {}): Promise<Store> {
  const opened = await tryOpen(file, opening)
  if (!opened.ok) throw new Error(`the store was refused: ${JSON.stringify(opened.error)}`)
  return opened.value
}

/** Returns the reason for which a store was refused; throws if it opened. */
export async function refusal(file: string, opening: Opening = {}) {
  const opened = await tryOpen(file, opening)
  if (opened.ok) throw new Error('the store was opened')
  return opened.error
}

/** Returns an act with this subject. */
export const act = (subject: string): Act => ({
  actor: 'operator-1',
  kind: 'setting.changed',
  subject,
  detail: { from: null },
})

/** Records a setting under an act of the same name. */
export const recordSetting = (store: Store, name: string, value = '"on"'): Promise<unknown> =>
  store.record(act(name), (tx) =>
    tx
      .insertInto('settings')
      .values({ name, value, at: '2026-11-23T14:00:00.000Z', actor: 'operator-1' })
      .execute(),
  )

/** Returns the names of all settings, in order. */
export async function settingNames(store: Store): Promise<string[]> {
  const rows = await store.read.selectFrom('settings').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** Returns the audit chain in order. */
export const auditEntries = (store: Store): Promise<AuditEntry[]> =>
  store.read.selectFrom('audit_entries').selectAll().orderBy('seq').execute()

/** Returns the hash of every file in a folder. */
export const contentsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  )

/** Copies a store as a crash at this moment would leave it: the file, and its log if it has one. */
export function copyAsCrashed(file: string, folder = newFolder()): string {
  const copy = join(folder, basename(file))
  copyFileSync(file, copy)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
  return copy
}
