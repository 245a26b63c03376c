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
export const toldRefusal = (
  refusal: StoreRefusal,
): { readonly reason: string; readonly detail: string | null } => ({
  reason: refusal.code,
  detail: 'detail' in refusal ? refusal.detail : null,
})

/** Carries a refusal through the worker's code to the opener of the store. */
export class Refused extends Error {
  readonly refusal: StoreRefusal

  constructor(refusal: StoreRefusal) {
    super(refusal.code)
    this.name = 'Refused'
    this.refusal = refusal
  }
}

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.name

/** Describes an error in one line: SQLite's or the system's code, then the message. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  // The system's messages begin with their code already.
  return error.message.startsWith(code) ? error.message : `${code}: ${error.message}`
}

/** Converts any error of opening to a refusal. */
export function refusalOf(error: unknown): StoreRefusal {
  if (error instanceof Refused) return error.refusal
  const code = error instanceof Error ? codeOf(error) : ''
  if (code === 'SQLITE_NOTADB') return { code: 'store-wrong-key' }
  if (code.startsWith('SQLITE_CORRUPT')) {
    return { code: 'store-damaged', detail: describe(error) }
  }
  if (code.startsWith('SQLITE_BUSY')) return { code: 'store-in-use' }
  return { code: 'store-unreadable', detail: describe(error) }
}
