/**
 * Replaces a store with a prepared one; the old store is saved beside it with its log. At every
 * moment one of the two is complete: until the prepared one is named `.restore-now` the old one
 * works, and from then on the next opening finishes the replacement. Only while the store's lock is
 * held.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  isSameFile,
  linkOrCopy,
  replaceFile,
  syncFile,
  syncFolderOf,
} from '../../platform/files/durable-files.ts'
import { takeLock } from './file-lock.ts'
import { decidedPath, preparedPaths } from '../store-file.ts'
import { Refused } from './refused.ts'
import type { ConnectionSetting } from './connection-settings.ts'
import type { Migration } from '../schema/migrations.ts'

/** Steps of building the next version, in order. */
export const buildSteps = [
  'begun',
  'copied',
  'migrated',
  'checked',
  'flushed',
  'old-log-folded',
  'old-saved',
  'replaced',
] as const

export type BuildStep = (typeof buildSteps)[number]

/** The migrations and settings that a program knows; tests pass other ones. */
export interface StoreBuild {
  readonly migrations: readonly Migration[]
  readonly settings: readonly ConnectionSetting[]
  /** Called with each step when it is reached. */
  readonly onStep?: (step: BuildStep) => void
  /** The same for a restore. */
  readonly onRestoreStep?: (step: RestoreStep) => void
}

/** Steps of a restore, in order. */
export const restoreSteps = ['begun', 'saved', 'decided', 'log-gone', 'replaced'] as const
export type RestoreStep = (typeof restoreSteps)[number]

/**
 * Puts the prepared store in place; the old store stays as `<file>.before-restore-<n>`, its log
 * beside it.
 *
 * @throws {Refused} `store-in-use` while another opener has the store; a system error leaves the
 * old one in place.
 */
export function restoreFile(
  file: string,
  prepared: string,
  build: Pick<StoreBuild, 'onRestoreStep'>,
): void {
  const lock = takeLock(file)
  try {
    build.onRestoreStep?.('begun')
    const log = `${prepared}-wal`
    if (!existsSync(prepared) || (existsSync(log) && statSync(log).size > 0)) {
      const detail = 'what was prepared is not there any more'
      throw new Refused({ code: 'store-unreadable', detail })
    }
    rmSync(log, { force: true })
    syncFile(prepared)
    if (existsSync(file)) saveOld(file)
    build.onRestoreStep?.('saved')
    replaceFile(prepared, decidedPath(file))
    build.onRestoreStep?.('decided')
    finish(file, build)
  } finally {
    lock.release()
  }
}

/** Finishes a restore that a killed run had made final. Takes the lock meanwhile. */
export function finishRestoreFile(file: string, build: Pick<StoreBuild, 'onRestoreStep'>): void {
  if (!existsSync(decidedPath(file))) return
  const lock = takeLock(file)
  try {
    if (existsSync(decidedPath(file))) finish(file, build)
  } finally {
    lock.release()
  }
}

/** A log that stayed would be replayed into the new store. */
function finish(file: string, build: Pick<StoreBuild, 'onRestoreStep'>): void {
  for (const path of [`${file}-wal`, `${file}-shm`]) rmSync(path, { force: true })
  syncFolderOf(file)
  build.onRestoreStep?.('log-gone')
  replaceFile(decidedPath(file), file)
  build.onRestoreStep?.('replaced')
}

/**
 * Changes nothing of the old store, least of all its log: the log may be the part that cannot be
 * read.
 */
function saveOld(file: string): void {
  if (backupsOf(file).some((backup) => isSameFile(file, backup))) return
  let count = 1
  while (existsSync(backupPath(file, count)) || existsSync(`${backupPath(file, count)}-wal`))
    count += 1
  const backup = backupPath(file, count)
  const log = `${file}-wal`
  if (existsSync(log) && statSync(log).size > 0) linkOrCopy(log, `${backup}-wal`)
  linkOrCopy(file, backup)
}

/** Suffix of the name of a store that a restore replaced. */
const beforeRestore = /^\.before-restore-(\d+)$/
const backupPath = (file: string, count: number): string =>
  `${file}.before-restore-${String(count)}`

/** Stores that earlier restores saved beside it. */
function backupsOf(file: string): string[] {
  const name = basename(file)
  return readdirSync(dirname(file))
    .filter((entry) => entry.startsWith(name) && beforeRestore.test(entry.slice(name.length)))
    .map((entry) => join(dirname(file), entry))
}

/**
 * Removes the files of restores that ended before they were final: prepared stores, a second name of
 * the store itself.
 */
export function removeRestoreLeftovers(file: string): void {
  const prepared = basename(preparedPaths(file))
  for (const entry of readdirSync(dirname(file))) {
    if (entry.startsWith(prepared)) rmSync(join(dirname(file), entry), { force: true })
  }
  if (!existsSync(file)) return
  for (const backup of backupsOf(file)) {
    if (!isSameFile(file, backup)) continue
    for (const path of [backup, `${backup}-wal`]) rmSync(path, { force: true })
  }
}
