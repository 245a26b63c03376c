/**
 * Examines a copy of a backup: its profile, its integrity, and whether it matches its sidecar file.
 */
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { BackupRefusal } from '../../preload/contract/api/backups/backups.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import type { RealCard } from '../profile/profile-registry.ts'
import { copyStoreFile, whyNoStore, type ExaminedFile } from '../store/store-file.ts'
import { describe, shownRefusal, type StoreRefusal } from '../store/store-error.ts'
import { examineStore, type StartStoreWorker, type StoreKey } from '../store/store.ts'
import { readBackupName, readSidecar, type Sidecar } from './backup-catalog.ts'

/** A backup that may be restored; `takenAt` in ISO UTC. */
export interface ReadBackup {
  readonly examined: ExaminedFile
  readonly takenAt: string
  readonly bytes: number
}

const refused = (
  why: BackupRefusal,
  detail: string | null = null,
): Result<never, Failure<'backup-refused'>> => err({ code: 'backup-refused', why, detail })

/** Copies a backup to `file` and examines the copy; the backup itself is only read. */
export async function readBackup(given: {
  readonly card: RealCard
  readonly path: string
  readonly file: string
  readonly key: StoreKey
  readonly startStoreWorker: StartStoreWorker
  /** The file is not a listed backup but the store in place. */
  readonly isInPlace: boolean
}): Promise<Result<ReadBackup, Failure<'backup-refused'>>> {
  const { card, path, file, key, startStoreWorker, isInPlace } = given
  try {
    const found = await stat(path)
    if (!found.isFile()) return refused('unreadable', 'not a file')
    const notOne = whyNoStore(path)
    if (notOne) return refused(notOne)
    const sidecar = await readSidecar(path)
    const named = readBackupName(basename(path))
    const belongs = profileOf(card, sidecar, named?.profileId)
    if (belongs !== null) return refused(belongs)
    const statedAt = sidecar?.takenAt ?? named?.at
    if (statedAt === undefined && !isInPlace)
      return refused('sidecar-differs', 'its date is unknown')
    const copied = await copyStoreFile({ file: path, bytes: found.size }, file, 'store')
    const examined = await examineStore({ file, key: new Uint8Array(key), startStoreWorker })
    if (!examined.ok) return refused(whyOf(examined.error), shownRefusal(examined.error).detail)
    if (sidecar && !isAsStated(sidecar, copied.sha256, examined.value))
      return refused('sidecar-differs')
    // A store in its place was written to until its last act.
    const takenAt = statedAt ?? examined.value.lastAct ?? new Date(found.mtimeMs).toISOString()
    return ok({ examined: examined.value, takenAt, bytes: copied.bytes })
  } catch (problem) {
    return refused('unreadable', describe(problem))
  }
}

function profileOf(
  { id, environment }: RealCard,
  sidecar: Sidecar | undefined,
  namedId: string | undefined,
): BackupRefusal | null {
  if (sidecar && sidecar.environment !== environment) return 'another-environment'
  const others = [sidecar?.profileId, namedId].some((one) => one !== undefined && one !== id)
  return others ? 'another-profile' : null
}

const isAsStated = (sidecar: Sidecar, sha256: string, { head, version }: ExaminedFile): boolean =>
  sidecar.sha256 === sha256 &&
  sidecar.head.seq === head.seq &&
  sidecar.head.hash === head.hash &&
  sidecar.schemaVersion === version

function whyOf({ code }: StoreRefusal): BackupRefusal {
  switch (code) {
    case 'store-wrong-key':
      return 'wrong-key'
    case 'store-newer':
      return 'newer'
    case 'store-earlier':
      return 'earlier'
    case 'store-foreign':
    case 'store-is-backup':
      return 'foreign'
    case 'store-damaged':
      return 'damaged'
    case 'store-not-durable':
    case 'store-unreadable':
    case 'store-full':
    case 'store-away':
    case 'migration-failed':
    case 'store-in-use':
    case 'store-missing':
      return 'unreadable'
  }
}
