/** The names of backup files. Whatever is called otherwise is somebody else's, and is neither listed nor removed. */

/** `countersign-<profile>-20261123T140000123Z.backup`. */
const pattern =
  /^countersign-([a-z0-9]{1,40})-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z\.backup$/

/** What a name says. `at` in ISO UTC. */
export interface BackupName {
  readonly profileId: string
  readonly at: string
}

/** The name of the backup of a profile at an instant (ISO UTC with milliseconds). */
export const backupFileName = ({ profileId, at }: BackupName): string =>
  `countersign-${profileId}-${at.replace(/[-:.]/g, '')}.backup`

/** Reads a name; undefined: it is none of a backup. */
export function readBackupName(name: string): BackupName | undefined {
  const [, profileId, year, month, day, hour, minute, second, ms] = pattern.exec(name) ?? []
  if (profileId === undefined) return undefined
  const at = `${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}.${ms ?? ''}Z`
  return Number.isNaN(Date.parse(at)) ? undefined : { profileId, at }
}

/** What stands beside a backup. */
export const sidecarOf = (path: string): string => `${path}.json`
/** What is not verified yet, or never was. */
export const partOf = (path: string): string => `${path}.part`
