/** What a manifest means for the version that runs. */
import type {
  ManifestRefusal,
  UpdateFinding,
  UpdateManifest,
} from '../../../preload/contract/api/updates/updates.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'

/** What a manifest is held against. */
export interface Held {
  /** The version that runs. */
  readonly runs: string
  readonly system: string
  readonly arch: string
  readonly now: Date
  /** When the newest manifest was published that was ever believed here; null: none was. */
  readonly newestSeen: string | null
}

/**
 * Refuses one that has expired, or that is older than one that was believed: a feed that is held back or turned back
 * would keep a fault in use that is mended long since.
 */
export function judgeManifest(
  manifest: UpdateManifest,
  { runs, system, arch, now, newestSeen }: Held,
): Result<UpdateFinding, ManifestRefusal> {
  const { version, publishedAt, expiresAt, notes } = manifest
  if (newestSeen !== null && Date.parse(publishedAt) < Date.parse(newestSeen))
    return err({ why: 'older-than-seen', detail: `${publishedAt} before ${newestSeen}` })
  if (Date.parse(expiresAt) <= now.getTime()) return err({ why: 'expired', detail: expiresAt })
  const told = { version, publishedAt, notes }
  if (compareVersions(version, runs) <= 0) return ok({ state: 'current', ...told })
  const files = manifest.files.filter((file) => file.system === system && file.arch === arch)
  return ok({ state: 'newer', ...told, files })
}

/** Below zero: the first is the older one. What follows the three numbers counts for nothing. */
export function compareVersions(first: string, second: string): number {
  const [one, other] = [numbersOf(first), numbersOf(second)]
  const at = one.findIndex((part, index) => part !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

const numbersOf = (version: string): readonly number[] => {
  const parts = version.split(/[-+]/)[0]?.split('.') ?? []
  return [0, 1, 2].map((at) => Number(parts[at] ?? 0))
}
