/** The engine of a store that is a file of SQLite: one connection, which answers at once. */
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Engine, EngineFile, HeldFile, Ran, Stores } from '../engine.ts'
import { StoreError, type StoreFault, type StoreRefusal } from '../store-error.ts'
import { compactIfWorthwhile } from './compact.ts'
import { examineFile } from './examine-file.ts'
import { readUserVersion } from './file-header.ts'
import { openFile, type OpenFile } from './open-file.ts'
import { refusalOf } from './refused.ts'
import { restoreFile, type StoreBuild } from './restore-file.ts'
import { Sqlite, type Statement } from './sqlite.ts'

/** The most compiled statements in the cache; the program has far fewer. */
const mostStatements = 500
/** SQLite's own default: a log of so many pages is folded. */
const autoCheckpointPages = 1_000

/** Returns the stores of a program with these migrations and settings. */
export const sqliteStores = (build: StoreBuild): Stores => ({
  open: (target) =>
    unlessRefused(target, () => {
      const opened = openFile(target, build)
      const { stoppedUnclean } = opened
      return { engine: new SqliteEngine(opened), stoppedUnclean, warning: null }
    }),
  examine: (target) => unlessRefused(target, () => examineFile(target, build)),
  restore: (file, prepared) =>
    unlessRefused({}, () => {
      restoreFile(file, prepared, build)
      return null
    }),
})

/** The key is not needed afterwards. */
function unlessRefused<T>(
  { key }: { readonly key?: Uint8Array },
  work: () => T,
): Promise<Result<T, StoreRefusal>> {
  try {
    return Promise.resolve(ok(work()))
  } catch (error) {
    return Promise.resolve(err(refusalOf(error)))
  } finally {
    key?.fill(0)
  }
}

export class SqliteEngine implements Engine {
  readonly kind = 'sqlite'
  readonly #store: Pick<OpenFile, 'connection' | 'close'>
  readonly #statements = new Map<string, Statement>()
  /**
   * Between the beginning and the end of a transaction. `PRAGMA query_only` would also hold writes
   * back outside one, but each change of it makes SQLite compile every statement again.
   */
  #mayWrite = false
  #isHeld = false

  constructor(store: Pick<OpenFile, 'connection' | 'close'>) {
    this.#store = store
  }

  run(sql: string, parameters: readonly unknown[]): Promise<Ran> {
    return settled(() => {
      const statement = this.#statement(sql)
      if (!statement.readonly && !this.#mayWrite) throw outsideTransaction()
      if (!statement.reader) return { rows: [], changes: statement.run(...parameters).changes }
      const rows = statement.all(...parameters)
      return { rows, changes: rows.length }
    })
  }

  #statement(sql: string): Statement {
    const prepared = this.#statements.get(sql)
    if (prepared !== undefined) return prepared
    if (this.#statements.size >= mostStatements) this.#statements.clear()
    const statement = this.#store.connection.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  begin(): Promise<undefined> {
    const { connection } = this.#store
    return settled(() => {
      try {
        connection.exec('BEGIN IMMEDIATE')
      } finally {
        // A transaction that is already open goes on; without one, nothing may be written.
        this.#mayWrite = connection.inTransaction
      }
      return undefined
    })
  }

  commit(): Promise<void> {
    return settled(() => {
      this.#store.connection.exec('COMMIT')
      this.#mayWrite = false
    })
  }

  /** SQLite has already rolled back after some errors, such as a full disk. */
  rollback(): Promise<void> {
    const { connection } = this.#store
    return settled(() => {
      if (connection.inTransaction) connection.exec('ROLLBACK')
      this.#mayWrite = false
    })
  }

  async attempt<T>(work: () => Promise<T>): Promise<Result<T, Error>> {
    const { connection } = this.#store
    await settled(() => void connection.exec('SAVEPOINT attempt'))
    try {
      const value = await work()
      await settled(() => void connection.exec('RELEASE attempt'))
      return ok(value)
    } catch (error) {
      if (!connection.inTransaction) throw error
      await settled(() => void connection.exec('ROLLBACK TO attempt; RELEASE attempt'))
      return err(faultOf(error))
    }
  }

  readonly file: EngineFile = {
    hold: () => settled(() => this.#hold()),
    release: () => settled(() => this.#release()),
  }

  #hold(): HeldFile {
    if (this.#isHeld) throw new TypeError('the store is held already')
    const { connection } = this.#store
    const [folded] = connection.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    if (folded?.busy !== 0) throw new TypeError('the log could not be folded')
    connection.pragma('wal_autocheckpoint=0')
    this.#isHeld = true
    const read = (name: string): number => Number(connection.pragma(name, { simple: true }))
    return {
      file: connection.name,
      bytes: read('page_count') * read('page_size'),
      version: readUserVersion(read('user_version')).version,
    }
  }

  #release(): boolean {
    const wasHeld = this.#isHeld
    this.#isHeld = false
    if (wasHeld) this.#store.connection.pragma(`wal_autocheckpoint=${autoCheckpointPages}`)
    return wasHeld
  }

  /** Rewrites the file first if that is worthwhile. */
  close(): Promise<void> {
    return settled(() => {
      this.#statements.clear()
      // A file that is being copied stays unchanged until the copy knows that it failed.
      if (!this.#isHeld) compactIfWorthwhile(this.#store.connection)
      this.#store.close()
    })
  }
}

const outsideTransaction = (): Error =>
  new Sqlite.SqliteError('a write outside a transaction', 'SQLITE_READONLY')

/** Does it at once; rejects with a {@link StoreError} where SQLite fails. */
function settled<T>(work: () => T): Promise<T> {
  try {
    return Promise.resolve(work())
  } catch (error) {
    return Promise.reject(faultOf(error))
  }
}

function faultOf(error: unknown): Error {
  if (error instanceof Sqlite.SqliteError)
    return new StoreError(codeOfFault(error.code), error.message, error.code)
  return error instanceof Error ? error : new Error(String(error))
}

/** By the first word of SQLite's extended code; what is not listed is a fault of disk or memory. */
const codes: Readonly<Record<string, StoreFault>> = {
  BUSY: 'busy',
  LOCKED: 'busy',
  FULL: 'full',
  CONSTRAINT: 'constraint',
  ERROR: 'statement',
  MISMATCH: 'statement',
  MISUSE: 'statement',
  RANGE: 'statement',
  TOOBIG: 'statement',
}

const codeOfFault = (code: string): StoreFault => codes[code.split('_')[1] ?? ''] ?? 'io'
