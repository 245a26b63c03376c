/**
 * Opens the store file inside the worker. Every reason to refuse is checked first, by reading bytes
 * and then by a read-only connection, so that a refused store stays unchanged, a crashed one with
 * its log included.
 */
import { existsSync, rmSync, statSync } from 'node:fs'
import { connect } from './cipher.ts'
import { applySettings, readingSettings, type ConnectionSetting } from './connection-settings.ts'
import { takeLock, type FileLock } from './file-lock.ts'
import { identify } from './file-header.ts'
import { refuseOtherSchema } from './schema-mark.ts'
import { knownVersion } from '../schema/migrations.ts'
import { buildNextVersion, removeLeftovers } from './next-version.ts'
import { finishRestoreFile, type StoreBuild } from './restore-file.ts'
import { Refused, refusalOf } from './refused.ts'
import type { Connection } from './sqlite.ts'
import type { StoreFile } from '../store-file.ts'
import { storeKeyBytes } from '../store-key.ts'

/** The open store: one connection, protected by one lock. */
export interface OpenFile {
  readonly connection: Connection
  /** Its log was beside it: the last process that had it open did not close it. */
  readonly stoppedUnclean: boolean
  /** Folds the log into the file and lets others open it. */
  close(): void
}

/**
 * Up to this size every page is authenticated and checked at each start, at some 140 MB a second on
 * two slow cores. In a larger store a damaged page shows when it is read, as SQLITE_CORRUPT.
 */
const fullCheckBytes = 268_435_456

/**
 * Opens the store, after creating it or migrating it to the known version.
 *
 * @throws {Refused} with the reason, for every error.
 */
export function openFile(target: StoreFile, build: StoreBuild): OpenFile {
  try {
    finishRestoreFile(target.file, build)
    refuseStrangers(target, build)
    return openUnderLock(target, build, takeLock(target.file))
  } catch (error) {
    throw new Refused(refusalOf(error))
  }
}

function openUnderLock(target: StoreFile, build: StoreBuild, lock: FileLock): OpenFile {
  try {
    // Checked again, since another process may have held the lock and migrated in between.
    const version = refuseStrangers(target, build)
    // The log exists from the first write of a session until closing folds it.
    const stoppedUnclean = existsSync(`${target.file}-wal`)
    if (version > 0) probe(target, build.settings)
    removeLeftovers(target.file)
    if (version < knownVersion(build.migrations)) buildNextVersion(target, version, build)
    const connection = connectToWrite(target, build.settings)
    const close = (): void => {
      connection.close()
      lock.release()
    }
    return { connection, stoppedUnclean, close }
  } catch (error) {
    lock.withdraw()
    throw error
  }
}

/** Returns the version of the store, 0 if there is none. */
function refuseStrangers({ file, key, mustExist }: StoreFile, build: StoreBuild): number {
  const identity = identify(file)
  if (identity.kind === 'absent' && mustExist === true) throw new Refused({ code: 'store-missing' })
  if (identity.kind === 'foreign') throw new Refused({ code: 'store-foreign' })
  if (identity.kind === 'backup') throw new Refused({ code: 'store-is-backup' })
  if (identity.kind === 'store') refuseOtherSchema(identity, build.migrations)
  if (key.length !== storeKeyBytes) throw new Refused({ code: 'store-wrong-key' })
  if (identity.kind === 'absent' && existsSync(`${file}-wal`)) {
    const detail = 'the store is missing beside its write-ahead log'
    throw new Refused({ code: 'store-damaged', detail })
  }
  return identity.kind === 'store' ? identity.version : 0
}

/** Checks key, settings and pages through a read-only connection, including the log. */
function probe({ file, key }: StoreFile, settings: readonly ConnectionSetting[]): void {
  const added = [`${file}-wal`, `${file}-shm`].filter((path) => !existsSync(path))
  const connection = connect(file, key, { readonly: true })
  try {
    applySettings(connection, readingSettings(settings))
    if (statSync(file).size <= fullCheckBytes) checkPages(connection)
  } finally {
    connection.close()
    for (const path of added) rmSync(path, { force: true })
  }
}

function checkPages(connection: Connection): void {
  const found: unknown = connection.pragma('quick_check(1)', { simple: true })
  if (found !== 'ok') throw new Refused({ code: 'store-damaged', detail: String(found) })
}

function connectToWrite(
  { file, key }: StoreFile,
  settings: readonly ConnectionSetting[],
): Connection {
  const connection = connect(file, key)
  try {
    applySettings(connection, settings)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}
