/** Conditions of this program, beside SQLite's own codes. */
export type StoreFault =
  /** The worker that owns SQLite has died: work in progress may or may not be in the store. */
  | 'STORE_WORKER_GONE'
  | 'STORE_CLOSED'
  /**
   * The store was used inside `record` other than through its transaction: it would wait for
   * itself.
   */
  | 'STORE_NESTED'
  /** A statement or value that SQLite cannot take, such as a boolean. */
  | 'STORE_STATEMENT'

/**
 * Error of a read or a record. `code` is SQLite's extended code where SQLite failed (`SQLITE_FULL`,
 * `SQLITE_IOERR_FSYNC`, `SQLITE_CONSTRAINT_TRIGGER`), else a {@link StoreFault}.
 */
export class StoreError extends Error {
  readonly code: string

  constructor(code: StoreFault | (string & {}), message: string) {
    super(message)
    this.name = 'StoreError'
    this.code = code
  }
}
