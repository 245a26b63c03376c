/**
 * Format of a store on the disk: SQLCipher's format version 4 (AES-256-CBC, HMAC-SHA-512 per page)
 * with a raw key, so that no passphrase is stretched at each start.
 *
 * The first 96 bytes of page 1 stay plain: SQLite's own header (its magic, page size, counters, the
 * schema's version and our application id). The program and version that wrote a store are thus
 * known without a key and before SQLite opens the file. The header shows a stranger how large the
 * store is and how often it was written, as the file itself does; every table name and every row is
 * encrypted. SQLCipher normally stores its salt in those bytes: here the salt comes with the key.
 */
import { plainHeaderBytes } from './file-header.ts'
import { Sqlite, type Connection } from './sqlite.ts'
import type { StoreKey } from '../store-key.ts'

interface OpeningMode {
  readonly readonly?: boolean
}

/**
 * Opens an existing file with its cipher set up. The file is not read yet, so a wrong key shows
 * only at the first statement, as SQLITE_NOTADB.
 */
export function connect(file: string, key: StoreKey, mode: OpeningMode = {}): Connection {
  const connection = new Sqlite(file, { ...mode, fileMustExist: true })
  // The order matters: the key applies to the cipher and header as they are set at that moment.
  connection.pragma(`cipher='sqlcipher'`)
  connection.pragma('legacy=4')
  connection.pragma(`plaintext_header_size=${plainHeaderBytes}`)
  connection.pragma(`key="x'${Buffer.from(key).toString('hex')}'"`)
  return connection
}
