/**
 * Builds a new store, or a new version of one, beside the old file and puts it in place with one
 * rename. Until that rename the old file is untouched and complete; afterwards the new one is.
 */
import { existsSync, rmSync, statSync } from 'node:fs'
import { nextEntry, genesis, type AuditEntry, type ChainHead } from '../hash-chain.ts'
import { connect } from './cipher.ts'
import { applySettings } from './connection-settings.ts'
import {
  copyFile,
  createFile,
  linkUnder,
  replaceFile,
  syncFile,
} from '../../platform/files/durable-files.ts'
import { applicationId, userVersion } from './file-header.ts'
import { newestOf } from './schema-mark.ts'
import { knownVersion } from '../schema/migrations.ts'
import { removeRestoreLeftovers, type StoreBuild } from './restore-file.ts'
import { describe, passingRefusal } from '../store-error.ts'
import type { StoreFile } from '../store-file.ts'
import { Refused } from './refused.ts'
import type { Connection } from './sqlite.ts'
import type { StoreKey } from '../store-key.ts'

const draftOf = (file: string): string => `${file}.migrating`

/**
 * Removes the files that a killed run left beside the store. Only while the store's lock is held.
 */
export function removeLeftovers(file: string): void {
  const draft = draftOf(file)
  // Only a connection that reads creates the store's shared memory, and that memory is never trusted.
  for (const path of [draft, `${draft}-wal`, `${draft}-shm`, `${file}-shm`]) {
    rmSync(path, { force: true })
  }
  removeRestoreLeftovers(file)
}

/**
 * Builds the known version from version `from` (0: no store yet) and puts it at `file`. The old
 * file stays as `<file>.before-<from>`.
 *
 * @throws {Refused} `migration-failed`, or `store-full`; the store is then unchanged.
 */
export function buildNextVersion(target: StoreFile, from: number, build: StoreBuild): void {
  try {
    buildDraft(target, from, build)
    putInPlace(target, from, build)
  } catch (error) {
    removeLeftovers(target.file)
    const to = knownVersion(build.migrations)
    const detail = describe(error)
    throw new Refused(passingRefusal(error) ?? { code: 'migration-failed', from, to, detail })
  }
}

function buildDraft({ file, key, at }: StoreFile, from: number, build: StoreBuild): void {
  const draft = draftOf(file)
  build.onStep?.('begun')
  if (from === 0) createFile(draft)
  else copyWithLog(file, draft)
  build.onStep?.('copied')
  const connection = connect(draft, key)
  try {
    applySettings(connection, build.settings)
    migrate(connection, from, at, build)
    build.onStep?.('migrated')
    expectNothing(connection, 'integrity_check', 'ok')
    build.onStep?.('checked')
    connection.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    connection.close()
  }
  expectNoLog(draft)
  syncFile(draft)
  build.onStep?.('flushed')
}

/** The log of a crashed store has its newest records, so both files are copied. */
function copyWithLog(file: string, draft: string): void {
  copyFile(file, draft)
  if (existsSync(`${file}-wal`)) copyFile(`${file}-wal`, `${draft}-wal`)
}

function migrate(connection: Connection, from: number, at: string, build: StoreBuild): void {
  const to = knownVersion(build.migrations)
  // Tables are rebuilt by dropping them, which would delete their children.
  connection.pragma('foreign_keys=OFF')
  connection
    .transaction(() => {
      for (const { sql } of build.migrations.slice(from)) connection.exec(sql.sqlite)
      expectNothing(connection, 'foreign_key_check')
      recordMigration(connection, from, to, at)
      connection.pragma(`application_id=${applicationId}`)
      connection.pragma(`user_version=${userVersion(newestOf(build.migrations))}`)
    })
    .exclusive()
}

function recordMigration(connection: Connection, from: number, to: number, at: string): void {
  const head = connection
    .prepare<[], ChainHead>('SELECT seq, hash FROM audit_entries ORDER BY seq DESC LIMIT 1')
    .get()
  const kind = from === 0 ? 'store.created' : 'store.migrated'
  const act = { actor: 'system', kind, subject: 'store', detail: { from, to } }
  connection
    .prepare<[AuditEntry]>(
      `INSERT INTO audit_entries (seq, at, actor, kind, subject, detail, previous_hash, hash)
       VALUES (@seq, @at, @actor, @kind, @subject, @detail, @previous_hash, @hash)`,
    )
    .run(nextEntry(head ?? genesis, act, at))
}

/** Runs a check that returns problems, or the one word that means there are none. */
function expectNothing(connection: Connection, check: string, allIsWell?: string): void {
  const found: unknown = connection.pragma(check, { simple: true })
  if (found !== allIsWell) throw new Error(`${check} found ${String(found)}`)
}

/** A log beside the new file would be replayed into it, page by page. */
function expectNoLog(file: string): void {
  const log = `${file}-wal`
  if (!existsSync(log)) return
  if (statSync(log).size > 0) throw new Error('the write-ahead log could not be folded')
  rmSync(log)
}

function putInPlace({ file, key }: StoreFile, from: number, build: StoreBuild): void {
  const before = from === 0 ? undefined : saveOld(file, key, from, build)
  try {
    replaceFile(draftOf(file), file)
  } catch (error) {
    if (before !== undefined) rmSync(before, { force: true })
    throw error
  }
  build.onStep?.('replaced')
}

function saveOld(file: string, key: StoreKey, from: number, build: StoreBuild): string {
  foldLog(file, key, build)
  build.onStep?.('old-log-folded')
  const backup = linkUnder(file, `${file}.before-${from}`)
  build.onStep?.('old-saved')
  return backup
}

function foldLog(file: string, key: StoreKey, build: StoreBuild): void {
  const old = connect(file, key)
  try {
    applySettings(old, build.settings)
    old.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    old.close()
  }
  expectNoLog(file)
}
