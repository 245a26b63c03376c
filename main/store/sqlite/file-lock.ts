/**
 * One opener at a time. The lock is SQLite's own lock on an empty file beside the store: it works on
 * every system and ends with the process, however it ends. The store itself cannot serve, because it
 * is closed and replaced while it migrates.
 */
import { existsSync, rmSync } from 'node:fs'
import { Refused, refusalOf } from './refusals.ts'
import { Sqlite } from './sqlite.ts'

/** A lock that is held. */
export interface FileLock {
  /** Ends the lock; the file stays, since deleting it could let two others hold one each. */
  release(): void
  /** Ends the lock and leaves the folder as it was found. */
  withdraw(): void
}

/**
 * Takes the lock of the store at `file` at once or not at all.
 *
 * @throws {Refused} `store-in-use` when somebody holds it.
 */
export function takeLock(file: string): FileLock {
  const path = `${file}.lock`
  const existed = existsSync(path)
  const connection = new Sqlite(path, { timeout: 0 })
  const release = (): void => void connection.close()
  try {
    // The journal stays in memory: nothing is ever written, and no file appears beside the lock.
    connection.pragma('journal_mode=MEMORY')
    connection.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    release()
    throw new Refused(refusalOf(error))
  }
  return {
    release,
    withdraw: () => {
      release()
      if (!existed) rmSync(path, { force: true })
    },
  }
}
