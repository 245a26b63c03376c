/**
 * Copies a store while it is in use. The worker holds the file unchanged: new writes go into the
 * log beside it, so the copy is the store at the moment of holding, however long the copy takes.
 * Main reads the file in pieces and waits only for the disk.
 */
import { open, rm, type FileHandle } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { applicationId, applicationIdAt, backupId } from './sqlite/file-header.ts'
import type { HeldFile } from './sqlite/worker-protocol.ts'

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
 * Copies the file to a new path; removes a partial copy on failure. Rejects with the system's
 * error.
 */
export async function copyHeldFile(
  held: Pick<HeldFile, 'file' | 'bytes'>,
  to: string,
  as: CopiedAs,
): Promise<CopiedFile> {
  const from = await open(held.file, 'r')
  try {
    const copy = await open(to, 'wx', 0o600)
    try {
      return await copyPieces(from, copy, held.bytes, as)
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
