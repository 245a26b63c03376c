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

/**
 * Why a store was not opened. A refusal changes nothing: the store file, its log and its folder
 * stay unchanged, so that the user can still provide the right key, program or backup.
 */
export type StoreRefusal =
  /** Written by a newer version of this program. */
  | { readonly code: 'store-newer'; readonly found: number; readonly known: number }
  /** Not a store of this program: no SQLite header, or another program's. */
  | { readonly code: 'store-foreign' }
  /** A backup of this program that somebody copied by hand to the path of the store. */
  | { readonly code: 'store-is-backup' }
  /** The key does not open it. A damaged first page looks the same to SQLite. */
  | { readonly code: 'store-wrong-key' }
  /** A page has a wrong authentication code, or the structure is broken. */
  | { readonly code: 'store-damaged'; readonly detail: string }
  /** SQLite did not accept a setting for durability or strictness. */
  | {
      readonly code: 'store-not-durable'
      readonly pragma: string
      readonly wanted: string
      readonly found: string
    }
  /** The file, its folder or the worker could not be used at all. */
  | { readonly code: 'store-unreadable'; readonly detail: string }
  /** The next version could not be built; the store stays at `from`. */
  | {
      readonly code: 'migration-failed'
      readonly from: number
      readonly to: number
      readonly detail: string
    }
  /** Another process, or another opening in this one, holds the store. */
  | { readonly code: 'store-in-use' }

/** Returns a refusal in the form that the window receives. */
export const shownRefusal = (
  refusal: StoreRefusal,
): { readonly reason: string; readonly detail: string | null } => ({
  reason: refusal.code,
  detail: 'detail' in refusal ? refusal.detail : null,
})

/** Returns SQLite's or the system's code of an error, else its name. */
export const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.name

/** Describes an error in one line: SQLite's or the system's code, then the message. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  // The system's messages begin with their code already.
  return error.message.startsWith(code) ? error.message : `${code}: ${error.message}`
}
