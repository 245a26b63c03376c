/**
 * Copies a store while it is written to. The worker holds the file still: what is written goes into the log beside it,
 * so that the copy is the store as it was at the moment of holding, however long copying takes. Main reads it in pieces
 * and waits between them for nothing but the disk.
 */
import { open, rm, type FileHandle } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { applicationId, applicationIdAt, backupId } from './file-header.ts'
import type { HeldFile } from './worker-protocol.ts'

const pieceBytes = 1_048_576
/**
 * SQLite locks bytes of this page and never uses it (sqlite.org/fileformat2.html, The Lock-Byte Page); Windows lets
 * nobody read what is locked.
 */
const lockPage = { from: 0x40000000, bytes: 4096 }

/** A copy that is on the disk. */
export interface CopiedFile {
  readonly bytes: number
  /** Hex; of what was copied, where a store is made of a backup. */
  readonly sha256: string
}

/** What a copy says that it is; `same`: what it is a copy of. */
export type CopiedAs = 'backup' | 'store' | 'same'

/** Copies it to a path where nothing stands; what was begun is removed where it fails. Rejects with the system's error. */
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
    // The bytes of the backup are counted, whichever of the two it is.
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

/** Up to the locked page, or that page as the zeros that it is. */
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
