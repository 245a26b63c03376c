/**
 * Allows one opener at a time. The lock is SQLite's own lock on an empty file beside the store: it
 * works on every system and ends with the process, however that ends. The store itself cannot be
 * the lock, because it is closed and replaced while it migrates.
 */
import { existsSync, rmSync } from 'node:fs'
import { Refused, refusalOf } from './refused.ts'
import { Sqlite } from './sqlite.ts'

export interface FileLock {
  /** Ends the lock; the file stays, since deleting it could let two others hold one each. */
  release(): void
  /** Ends the lock and leaves the folder as it was before. */
  withdraw(): void
}

/**
 * Takes the lock of the store at `file` at once, or fails.
 *
 * @throws {Refused} `store-in-use` if another opener holds it.
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
