/**
 * Settings that make an acknowledged write durable and the schema strict. Each setting is made and
 * read back, because SQLite ignores a setting that it does not know or cannot make, without an
 * error.
 */
import { Refused } from './refused.ts'
import type { Connection } from './sqlite.ts'

/** One PRAGMA: the value to write, and the value that it must read as afterwards. */
export interface ConnectionSetting {
  readonly pragma: string
  readonly write: string
  readonly wanted: string
}

const setting = (pragma: string, write: string, wanted = write): ConnectionSetting => ({
  pragma,
  write,
  wanted,
})

/**
 * For the connection that writes. Set before the file is read, so that no shared memory is created.
 */
const exclusive = setting('locking_mode', 'EXCLUSIVE', 'exclusive')

/** The settings of every store, in the order in which they are made. */
export const storeSettings: readonly ConnectionSetting[] = [
  exclusive,
  setting('journal_mode', 'WAL', 'wal'),
  // The library is compiled to sync a write-ahead log lazily: without this a commit can be lost.
  setting('synchronous', 'FULL', '2'),
  // On macOS fsync alone leaves the bytes in the drive's cache; elsewhere these change nothing.
  setting('fullfsync', 'ON', '1'),
  setting('checkpoint_fullfsync', 'ON', '1'),
  setting('foreign_keys', 'ON', '1'),
  setting('busy_timeout', '5000'),
  setting('trusted_schema', 'OFF', '0'),
  setting('cell_size_check', 'ON', '1'),
  setting('mmap_size', '0'),
  setting('journal_size_limit', '67108864'),
  setting('secure_delete', 'FAST', '2'),
  // 64 MB: every page that is read from the file is decrypted again, which is most of the time that a
  // search of 100,000 orders takes, and their index has 30 MB.
  setting('cache_size', '-65536'),
  // Otherwise a large sort would write plain rows into a temporary file.
  setting('temp_store', 'MEMORY', '2'),
]

/**
 * Returns the settings for a connection that only reads: all but the exclusive lock, so that it
 * locks out nobody.
 */
export const readingSettings = (settings: readonly ConnectionSetting[]): ConnectionSetting[] =>
  settings.filter(({ pragma }) => pragma !== exclusive.pragma)

/**
 * Makes the settings, and reads each back after a table was touched: before that SQLite returns
 * `synchronous` as requested and not as it will be.
 *
 * @throws {Refused} `store-not-durable` with the first that differs.
 */
export function applySettings(
  connection: Connection,
  settings: readonly ConnectionSetting[],
): void {
  for (const { pragma, write } of settings) connection.pragma(`${pragma}=${write}`)
  connection.prepare('SELECT count(*) FROM sqlite_schema').get()
  for (const { pragma, wanted } of settings) {
    const found = String(connection.pragma(pragma, { simple: true }))
    if (found !== wanted) throw new Refused({ code: 'store-not-durable', pragma, wanted, found })
  }
}
