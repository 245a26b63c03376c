/**
 * The names of backup files. A file with any other name belongs to somebody else, and is neither
 * listed nor removed.
 */

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
