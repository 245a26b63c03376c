/**
 * The backup files of a profile: where they are, their names, and the sidecar file beside each. A
 * file with any other name belongs to somebody else, and is neither listed nor removed.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '../../preload/contract/api/backups/backups.ts'
import { environment } from '../../preload/contract/domain/environment.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { readIfThere } from '../platform/files/read-if-there.ts'
import type { StartStoreWorker, StoreKey } from '../store/store.ts'
import { retentionTerms } from './backups/retention.ts'

/** Where a profile's backups are, and how they are verified. */
export interface BackupPlaces {
  /** The path of the store itself. */
  readonly store: string
  readonly folder: string
  readonly key: () => StoreKey
  readonly startStoreWorker: StartStoreWorker
  readonly appVersion: string
}

/** Returns the folder of a profile's backups, beside its store. */
export const backupsFolder = (profileFolder: string): string => join(profileFolder, 'backups')

/** `countersign-<profile>-20261123T140000123Z.backup`. */
const pattern =
  /^countersign-([a-z0-9]{1,40})-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z\.backup$/

/** The parts of a name. `at` in ISO UTC. */
export interface BackupName {
  readonly profileId: string
  readonly at: string
}

/** Returns the file name of a profile's backup at an instant (ISO UTC with milliseconds). */
export const backupFileName = ({ profileId, at }: BackupName): string =>
  `countersign-${profileId}-${at.replace(/[-:.]/g, '')}.backup`

/** Parses a name; undefined if it is not the name of a backup. */
export function readBackupName(name: string): BackupName | undefined {
  const [, profileId, year, month, day, hour, minute, second, ms] = pattern.exec(name) ?? []
  if (profileId === undefined) return undefined
  const at = `${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}.${ms ?? ''}Z`
  return Number.isNaN(Date.parse(at)) ? undefined : { profileId, at }
}

/** The JSON file beside a backup. */
export const sidecarOf = (path: string): string => `${path}.json`
/** A file that is not verified yet, or never was. */
export const partOf = (path: string): string => `${path}.part`

/** The JSON file beside a backup, for people and for a restore. Nothing in it is secret. */
const sidecar = z.object({
  format: z.literal(1),
  profileId: z.string(),
  environment,
  /** The instant of the backup's contents, ISO UTC. */
  takenAt: z.iso.datetime(),
  schemaVersion: z.int(),
  /** The head of its audit chain. */
  head: z.object({ seq: z.int(), hash: z.string() }),
  bytes: z.int(),
  /** Hex. */
  sha256: z.string(),
  appVersion: z.string(),
})
export type Sidecar = z.infer<typeof sidecar>

/** Returns the text of the file. */
export const sidecarText = (content: Sidecar): string => `${JSON.stringify(content, null, 2)}\n`

/** Reads the file beside a backup; undefined if it is missing or unreadable. */
export async function readSidecar(path: string): Promise<Sidecar | undefined> {
  const text = await readIfThere(sidecarOf(path)).catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return sidecar.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Returns a profile's backups in a folder, newest first; empty if the folder does not exist. */
export async function backupsIn(folder: string, profileId: string): Promise<Backup[]> {
  const names = await namesIn(folder)
  const found = names.flatMap((id) => {
    const name = readBackupName(id)
    return name?.profileId === profileId ? [{ id, at: name.at }] : []
  })
  found.sort((one, other) => other.at.localeCompare(one.at))
  const terms = retentionTerms(found.map(({ at }) => at))
  const read = found.map(async ({ id, at }, index) => {
    const path = join(folder, id)
    const [file, beside] = await Promise.all([stat(path).catch(() => null), readSidecar(path)])
    if (file === null) return []
    const bytes = file.size
    const isVerified = beside?.bytes === bytes && beside.takenAt === at
    return [{ id, at, bytes, isVerified, retainedAs: terms[index] ?? [] }]
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
    ({ id, retainedAs }) => retainedAs.length === 0 && id !== except,
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
