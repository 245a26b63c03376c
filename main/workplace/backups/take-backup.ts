/**
 * Takes one backup: a copy of the open store, which a separate worker opens and reads to the last
 * page and the last act before the copy gets its name. A failed copy is removed; other backups are
 * untouched.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { copyStoreFile } from '../../store/store-file.ts'
import {
  examineStore,
  type StartStoreWorker,
  type Store,
  type StoreCopy,
  type StoreKey,
} from '../../store/store.ts'
import { renameOver } from '../../platform/files/rename-over.ts'
import { flushFolderOf, writeDurably } from '../../platform/files/write-durably.ts'
import { backupFileName, partOf, sidecarOf, sidecarText, type Sidecar } from '../backup-catalog.ts'

/** The store to back up, and the target. */
export interface BackupSource {
  readonly store: Pick<Store, 'copyTo'>
  readonly profileId: string
  readonly environment: Sidecar['environment']
  readonly appVersion: string
  /** The folder is created if missing. */
  readonly folder: string
  readonly key: () => StoreKey
  readonly startStoreWorker: StartStoreWorker
}

/** A verified backup under its final name. */
export interface TakenBackup {
  readonly id: string
  readonly path: string
  readonly sidecar: Sidecar
}

/** The copy does not match the store. */
export class NotVerified extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotVerified'
  }
}

/**
 * Takes a backup at an instant (ISO UTC). Rejects with {@link NotVerified}, a system error or a
 * store error, and leaves no file then.
 */
export async function takeBackup(
  source: BackupSource,
  at: string,
  onStep: (step: 'copying' | 'verifying') => void = () => undefined,
): Promise<TakenBackup> {
  const { profileId, environment, appVersion, folder } = source
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const id = backupFileName({ profileId, at })
  const path = join(folder, id)
  const part = partOf(path)
  try {
    onStep('copying')
    const copy = await source.store.copyTo(part)
    onStep('verifying')
    await verify(source, part, copy)
    const { version: schemaVersion, head, bytes, sha256 } = copy
    const sidecar: Sidecar = {
      format: 1,
      profileId,
      environment,
      takenAt: at,
      schemaVersion,
      head: { seq: head.seq, hash: head.hash },
      bytes,
      sha256,
      appVersion,
    }
    await writeDurably(sidecarOf(path), sidecarText(sidecar))
    await renameOver(part, path)
    await flushFolderOf(path)
    return { id, path, sidecar }
  } catch (problem) {
    // An existing file under this name belongs to somebody else.
    if ((problem as NodeJS.ErrnoException).code !== 'EEXIST') await rm(part, { force: true })
    throw problem
  }
}

/**
 * Opens the copy with the key in a separate worker: checks its pages, its chain up to the recorded
 * head, and its bytes.
 */
async function verify(source: BackupSource, file: string, copy: StoreCopy): Promise<void> {
  const { key, startStoreWorker } = source
  const examined = await examineStore({ file, key: key(), startStoreWorker })
  if (!examined.ok) {
    const { error } = examined
    throw new NotVerified('detail' in error ? `${error.code}: ${error.detail}` : error.code)
  }
  const { head, version } = examined.value
  if (head.seq !== copy.head.seq || head.hash !== copy.head.hash)
    throw new NotVerified('its audit chain does not end where the store\u2019s did')
  if (version !== copy.version) throw new NotVerified('its version differs from that of the store')
  if ((await sha256OfFile(file)) !== copy.sha256)
    throw new NotVerified('the file on disk differs from the copy')
}

/** Returns the SHA-256 of a file, in hex. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Copies a verified backup to a second folder and reads the copy back. */
export async function copyToSecond(taken: TakenBackup, folder: string): Promise<void> {
  const { id, path, sidecar } = taken
  const to = join(folder, id)
  const part = partOf(to)
  try {
    const { size: bytes } = await stat(path)
    await copyStoreFile({ file: path, bytes }, part, 'same')
    if ((await sha256OfFile(part)) !== sidecar.sha256)
      throw new NotVerified('the file there differs from the copy')
    await writeDurably(sidecarOf(to), sidecarText(sidecar))
    await renameOver(part, to)
    await flushFolderOf(to)
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'EEXIST') await rm(part, { force: true })
    throw problem
  }
}
