/**
 * How a store lies on the disk: SQLCipher's format version 4 (AES-256-CBC, HMAC-SHA-512 per page)
 * with a raw key, so that no passphrase is stretched at each start.
 *
 * The first 96 bytes of page 1 stay plain: SQLite's own header (its magic, page size, counters, the
 * schema's version and our application id). Which program and version wrote a store is thus known
 * without a key and without letting SQLite near the file. It tells a stranger how large the store is
 * and how often it was written, as the file itself does; every table name and every row is
 * encrypted. SQLCipher keeps its salt in those bytes otherwise: here it comes with the key.
 */
import { plainHeaderBytes } from './file-header.ts'
import { Sqlite, type Connection } from './sqlite.ts'
import type { StoreKey } from './store-key.ts'

interface OpeningMode {
  readonly readonly?: boolean
}

/**
 * Opens an existing file with its cipher set up; the file is not read yet, so a wrong key shows only
 * at the first statement, as SQLITE_NOTADB.
 */
export function connect(file: string, key: StoreKey, mode: OpeningMode = {}): Connection {
  const connection = new Sqlite(file, { ...mode, fileMustExist: true })
  // The order matters: the key is applied to the cipher and header as they are set by then.
  connection.pragma(`cipher='sqlcipher'`)
  connection.pragma('legacy=4')
  connection.pragma(`plaintext_header_size=${plainHeaderBytes}`)
  connection.pragma(`key="x'${Buffer.from(key).toString('hex')}'"`)
  return connection
}
