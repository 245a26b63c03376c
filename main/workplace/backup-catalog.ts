/** The backups in a folder, described by their names and sidecar files. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '../../preload/contract/api/backups/backups.ts'
import { partOf, readBackupName, sidecarOf } from './backups/backup-names.ts'
import { keptTerms } from './backups/retention.ts'
import { readSidecar } from './backups/sidecar.ts'

/** Returns a profile's backups in a folder, newest first; empty if the folder does not exist. */
export async function backupsIn(folder: string, profileId: string): Promise<Backup[]> {
  const names = await namesIn(folder)
  const found = names.flatMap((id) => {
    const name = readBackupName(id)
    return name?.profileId === profileId ? [{ id, at: name.at }] : []
  })
  found.sort((one, other) => other.at.localeCompare(one.at))
  const terms = keptTerms(found.map(({ at }) => at))
  const read = found.map(async ({ id, at }, index) => {
    const path = join(folder, id)
    const [file, beside] = await Promise.all([stat(path).catch(() => null), readSidecar(path)])
    if (file === null) return []
    const bytes = file.size
    const isVerified = beside?.bytes === bytes && beside.takenAt === at
    return [{ id, at, bytes, isVerified, keptAs: terms[index] ?? [] }]
  })
  return (await Promise.all(read)).flat()
}

/**
 * Removes expired backups and returns their names. `except` is the one just verified. Only files
 * with a backup name are removed.
 */
export async function removeExpired(
  folder: string,
  profileId: string,
  except: string,
): Promise<string[]> {
  const expired = (await backupsIn(folder, profileId)).filter(
    ({ id, keptAs }) => keptAs.length === 0 && id !== except,
  )
  for (const { id } of expired) {
    await rm(join(folder, id), { force: true })
    await rm(sidecarOf(join(folder, id)), { force: true })
  }
  return expired.map(({ id }) => id)
}

/**
 * Removes what an interrupted backup of this profile left. Call only while no backup is running.
 */
export async function removeParts(folder: string, profileId: string): Promise<void> {
  const begins = `countersign-${profileId}-`
  for (const name of await namesIn(folder)) {
    // The name of a verified backup ends before `.part`.
    if (name.startsWith(begins) && name.includes(partOf('.backup')))
      await rm(join(folder, name), { force: true })
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw problem
  }
}
