/** Why a read or a record failed, with any engine. */
export type StoreFault =
  /** Something else writes, and did not end in time. */
  | 'busy'
  /** No room for the data. */
  | 'full'
  /** A rule of the schema or a guard does not allow the data. */
  | 'constraint'
  /** A statement or value that the engine cannot take, such as a boolean; a mistake of this program. */
  | 'statement'
  /** The data could not be read or written: the disk, a damaged page, a store that takes no writes. */
  | 'io'
  /** The database server does not answer; nothing was stored. */
  | 'unreachable'
  /** The connection ended during a commit: the work may or may not be in the store. */
  | 'unknown'
  /** The worker that owns the store has died: work in progress may or may not be in the store. */
  | 'gone'
  | 'closed'
  /**
   * The store was used inside `record` other than through its transaction: it would wait for
   * itself.
   */
  | 'nested'

/** Error of a read or a record. */
export class StoreError extends Error {
  readonly code: StoreFault
  /** The engine's own code (`SQLITE_IOERR_FSYNC`, `23505`), if the engine failed: for support. */
  readonly engineCode: string | undefined

  constructor(code: StoreFault, message: string, engineCode?: string) {
    super(message)
    this.name = 'StoreError'
    this.code = code
    this.engineCode = engineCode
  }
}

/**
 * Why a store was not opened. A refusal changes nothing: the store file, its log and its folder
 * stay unchanged, so that the user can still provide the right key, program or backup.
 */
export type StoreRefusal =
  /** Written by a newer version of this program. */
  | { readonly code: 'store-newer'; readonly found: number; readonly known: number }
  /** Created by an earlier state of this program, before its first release; nothing reads it any more. */
  | { readonly code: 'store-earlier' }
  /** There is no store, and none was to be created. */
  | { readonly code: 'store-missing' }
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
  /** The disk has no room to build or open it. */
  | { readonly code: 'store-full'; readonly detail: string }
  /** The database server does not answer. */
  | { readonly code: 'store-away'; readonly detail: string }
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

/**
 * What SQLite and the system say of a disk, or of a person's share of one, that has no room. A store
 * that is opened to be read needs 32 kB for the index of its log (`SQLITE_IOERR_SHMSIZE`).
 */
const fullCodes: readonly string[] = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT']

/** Whether a disk without room is why the store, or a file beside it, was not written. */
export const isDiskFull = (problem: unknown): boolean =>
  problem instanceof Error &&
  (problem instanceof StoreError ? problem.code === 'full' : fullCodes.includes(codeOf(problem)))

/** Refusals of an opening that succeeds once there is room, or the server answers. */
const passing = ['store-full', 'store-away'] as const
type Passing = (typeof passing)[number]
export const isPassing = (reason: string): boolean => passing.some((code) => code === reason)

/** Returns such a refusal; undefined for any other problem. */
export function passingRefusal(
  problem: unknown,
): Extract<StoreRefusal, { readonly code: Passing }> | undefined {
  if (isDiskFull(problem)) return { code: 'store-full', detail: describe(problem) }
  const isAway = problem instanceof StoreError && problem.code === 'unreachable'
  return isAway ? { code: 'store-away', detail: describe(problem) } : undefined
}

/** Returns the engine's or the system's code of an error, else its name. */
export function codeOf(error: Error): string {
  if (error instanceof StoreError) return error.engineCode ?? error.name
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Describes an error in one line: the engine's or the system's code, then the message. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  // The system's messages begin with their code already.
  return error.message.startsWith(code) ? error.message : `${code}: ${error.message}`
}
