/**
 * A store as a file that is not open: first look, names during a restore, result of an examination,
 * and copying. Main only reads bytes here; opening a store is the worker's.
 */
import { open, rm, type FileHandle } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import type { ChainHead } from './hash-chain.ts'
import { migrations } from './schema/migrations.ts'
import { applicationId, applicationIdAt, backupId, identify } from './sqlite/file-header.ts'
import { schemaRefusal } from './sqlite/schema-mark.ts'
import type { StoreKey } from './store-key.ts'

/** A store file, its key, and the instant (ISO UTC) to record for a migration. */
export interface StoreFile {
  readonly file: string
  readonly key: StoreKey
  readonly at: string
  /** Refuses where there is no store, instead of creating one. */
  readonly mustExist?: boolean
}

/** Beginning of the paths of all stores that are prepared beside the one at `file`. */
export const preparedPaths = (file: string): string => `${file}.restoring-`
/** Path of a store that is prepared to replace the one at `file`; `id` is used once. */
export const preparedPath = (file: string, id: string): string => `${preparedPaths(file)}${id}`
/** Path of the prepared store once it is complete and the replacement is final. */
export const decidedPath = (file: string): string => `${file}.restore-now`

/**
 * Returns why a file is no store or backup that this program can read, by its plain first bytes
 * alone; undefined: it may be one. Throws the system's error if it cannot be read.
 */
export function whyNoStore(path: string): 'foreign' | 'newer' | 'earlier' | undefined {
  const identity = identify(path)
  if (identity.kind !== 'store' && identity.kind !== 'backup') return 'foreign'
  const refusal = schemaRefusal(identity, migrations)
  if (!refusal) return undefined
  return refusal.code === 'store-newer' ? 'newer' : 'earlier'
}

/** Result of examining a store that is not open. */
export interface ExaminedFile {
  readonly version: number
  /** Opening it would migrate it to the version of this program. */
  readonly isOlder: boolean
  readonly head: ChainHead
  /** Time of its last act, ISO UTC; null: there is none. */
  readonly lastAct: string | null
  /**
   * Administrators of its profile, with the hashes of the passphrases that they chose themselves.
   */
  readonly administrators: readonly ExaminedAdministrator[]
  /** Row counts by table. */
  readonly rows: Readonly<Record<string, number>>
}

export interface ExaminedAdministrator {
  readonly id: string
  readonly name: string
  readonly passphrase: string
}

const pieceBytes = 1_048_576
/**
 * SQLite locks bytes of this page and never uses it (sqlite.org/fileformat2.html, The Lock-Byte
 * Page); Windows does not let anybody read locked bytes.
 */
const lockPage = { from: 0x40000000, bytes: 4096 }

export interface CopiedFile {
  readonly bytes: number
  /** Hex, of the bytes of the copy; of the source where a backup is copied to a store. */
  readonly sha256: string
}

/** Application id of the copy; `same`: that of the source. */
export type CopiedAs = 'backup' | 'store' | 'same'

/**
 * Copies a file that nobody changes meanwhile to a new path; removes a partial copy on failure.
 * Reads in pieces, so that main waits only for the disk. Rejects with the system's error.
 */
export async function copyStoreFile(
  source: { readonly file: string; readonly bytes: number },
  to: string,
  as: CopiedAs,
): Promise<CopiedFile> {
  const from = await open(source.file, 'r')
  try {
    const copy = await open(to, 'wx', 0o600)
    try {
      return await copyPieces(from, copy, source.bytes, as)
    } catch (problem) {
      await rm(to, { force: true })
      throw problem
    } finally {
      await copy.close()
    }
  } finally {
    await from.close()
  }
}

async function copyPieces(
  from: FileHandle,
  to: FileHandle,
  bytes: number,
  as: CopiedAs,
): Promise<CopiedFile> {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(pieceBytes)
  let at = 0
  while (at < bytes) {
    const wanted = Math.min(pieceBytes, bytes - at)
    const read = await readPiece(from, piece, at, wanted)
    if (read === 0) throw new Error(`the store ends at ${at} of ${bytes} bytes`)
    const content = piece.subarray(0, read)
    // The hash covers the bytes of the backup, whether it is the source or the copy.
    if (as === 'store') hash.update(content)
    if (at === 0 && as !== 'same')
      content.writeUInt32BE(as === 'backup' ? backupId : applicationId, applicationIdAt)
    if (as !== 'store') hash.update(content)
    await to.write(content, 0, read, at)
    at += read
  }
  await to.sync()
  return { bytes, sha256: hash.digest('hex') }
}

/** Reads up to the locked page, or returns that page as the zeros that it contains. */
async function readPiece(
  from: FileHandle,
  piece: Buffer,
  at: number,
  wanted: number,
): Promise<number> {
  if (at === lockPage.from) {
    const length = Math.min(wanted, lockPage.bytes)
    piece.fill(0, 0, length)
    return length
  }
  const until = at < lockPage.from ? Math.min(wanted, lockPage.from - at) : wanted
  return (await from.read(piece, 0, until, at)).bytesRead
}
