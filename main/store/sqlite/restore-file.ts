/**
 * Puts a prepared store in the place of the one that stands there, which is kept beside it with its log. At every
 * moment one of the two is complete: until the prepared one is named `.restore-now` the old one works, and from then on
 * the next opening finishes what was begun. Only while the store's lock is held.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  isSameFile,
  linkOrCopy,
  replaceFile,
  syncFile,
  syncFolderOf,
} from '../../platform/files/durable-files.ts'
import { takeLock } from './file-lock.ts'
import { beforeRestore, decidedPath, preparedPath } from './restore-paths.ts'
import { Refused } from './refusals.ts'
import type { ConnectionSetting } from './connection-settings.ts'
import type { Migration } from '../schema/migrations/migration.ts'

/** What is reached, in this order, while the next version is built. */
export const buildSteps = [
  'begun',
  'copied',
  'migrated',
  'checked',
  'flushed',
  'old-log-folded',
  'old-kept',
  'replaced',
] as const

export type BuildStep = (typeof buildSteps)[number]

/** What a program knows of stores; tests hand in other versions and other settings. */
export interface StoreBuild {
  readonly migrations: readonly Migration[]
  readonly settings: readonly ConnectionSetting[]
  /** Told each step when it is reached. */
  readonly onStep?: (step: BuildStep) => void
  /** The same while a store is put back. */
  readonly onPutBackStep?: (step: RestoreStep) => void
}

/** What is reached, in this order, while a store is put back. */
export const restoreSteps = ['begun', 'kept', 'decided', 'log-gone', 'replaced'] as const
export type RestoreStep = (typeof restoreSteps)[number]

/**
 * Puts what is prepared in place; the old store stays as `<file>.before-restore-<n>`, its log beside it.
 *
 * @throws {Refused} `store-in-use` while anybody has the store; the system's error leaves the old one in place.
 */
export function restoreFile(file: string, build: Pick<StoreBuild, 'onPutBackStep'>): void {
  const lock = takeLock(file)
  try {
    const prepared = preparedPath(file)
    build.onPutBackStep?.('begun')
    const log = `${prepared}-wal`
    if (!existsSync(prepared) || (existsSync(log) && statSync(log).size > 0)) {
      const detail = 'what was prepared is not there any more'
      throw new Refused({ code: 'store-unreadable', detail })
    }
    rmSync(log, { force: true })
    syncFile(prepared)
    if (existsSync(file)) keepOld(file)
    build.onPutBackStep?.('kept')
    renameSync(prepared, decidedPath(file))
    syncFolderOf(file)
    build.onPutBackStep?.('decided')
    finish(file, build)
  } finally {
    lock.release()
  }
}

/** Finishes what a killed run had decided about. Takes the lock for as long. */
export function finishRestoreFile(file: string, build: Pick<StoreBuild, 'onPutBackStep'>): void {
  if (!existsSync(decidedPath(file))) return
  const lock = takeLock(file)
  try {
    if (existsSync(decidedPath(file))) finish(file, build)
  } finally {
    lock.release()
  }
}

/** A log that stayed would be replayed into the store that comes into place. */
function finish(file: string, build: Pick<StoreBuild, 'onPutBackStep'>): void {
  for (const path of [`${file}-wal`, `${file}-shm`]) rmSync(path, { force: true })
  syncFolderOf(file)
  build.onPutBackStep?.('log-gone')
  replaceFile(decidedPath(file), file)
  build.onPutBackStep?.('replaced')
}

/** Nothing of the old store is changed, its log least of all: it may be what cannot be read. */
function keepOld(file: string): void {
  if (keptOf(file).some((kept) => isSameFile(file, kept))) return
  let count = 1
  while (existsSync(keptPath(file, count)) || existsSync(`${keptPath(file, count)}-wal`)) count += 1
  const kept = keptPath(file, count)
  const log = `${file}-wal`
  if (existsSync(log) && statSync(log).size > 0) linkOrCopy(log, `${kept}-wal`)
  linkOrCopy(file, kept)
}

const keptPath = (file: string, count: number): string => `${file}.before-restore-${String(count)}`

/** The stores that earlier restores have kept beside it. */
function keptOf(file: string): string[] {
  const name = basename(file)
  return readdirSync(dirname(file))
    .filter((entry) => entry.startsWith(name) && beforeRestore.test(entry.slice(name.length)))
    .map((entry) => join(dirname(file), entry))
}

/** Removes what a run that ended before it was decided left: a preparation, a second name of the store itself. */
export function removeRestoreLeftovers(file: string): void {
  const prepared = basename(preparedPath(file))
  for (const entry of readdirSync(dirname(file))) {
    if (entry.startsWith(prepared)) rmSync(join(dirname(file), entry), { force: true })
  }
  if (!existsSync(file)) return
  for (const kept of keptOf(file)) {
    if (!isSameFile(file, kept)) continue
    for (const path of [kept, `${kept}-wal`]) rmSync(path, { force: true })
  }
}
