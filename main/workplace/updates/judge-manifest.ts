/** Compares a manifest with the running version. */
import type {
  ManifestRefusal,
  UpdateFinding,
  UpdateManifest,
} from '../../../preload/contract/api/updates/updates.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'

/** The facts that a manifest is checked against. */
export interface Running {
  /** The running version. */
  readonly runs: string
  readonly system: string
  readonly arch: string
  readonly now: Date
  /** Publication time of the newest manifest ever trusted here; null if there was none. */
  readonly newestSeen: string | null
}

/**
 * Refuses a manifest that has expired or is older than one already trusted. Otherwise an attacker
 * who freezes or rolls back the feed could keep a faulty version in use.
 */
export function judgeManifest(
  manifest: UpdateManifest,
  { runs, system, arch, now, newestSeen }: Running,
): Result<UpdateFinding, ManifestRefusal> {
  const { version, publishedAt, expiresAt, notes } = manifest
  if (newestSeen !== null && Date.parse(publishedAt) < Date.parse(newestSeen))
    return err({ why: 'older-than-seen', detail: `${publishedAt} before ${newestSeen}` })
  if (Date.parse(expiresAt) <= now.getTime()) return err({ why: 'expired', detail: expiresAt })
  const release = { version, publishedAt, notes }
  if (compareVersions(version, runs) <= 0) return ok({ state: 'current', ...release })
  const files = manifest.files.filter((file) => file.system === system && file.arch === arch)
  return ok({ state: 'newer', ...release, files })
}

/** Negative if the first version is older. Anything after the three numbers is ignored. */
export function compareVersions(first: string, second: string): number {
  const [one, other] = [numbersOf(first), numbersOf(second)]
  const at = one.findIndex((part, index) => part !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

const numbersOf = (version: string): readonly number[] => {
  const parts = version.split(/[-+]/)[0]?.split('.') ?? []
  return [0, 1, 2].map((at) => Number(parts[at] ?? 0))
}
