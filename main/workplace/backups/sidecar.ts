/** The JSON file beside a backup, for people and for a restore. Nothing in it is secret. */
import { environment } from '../../../preload/contract/domain/environment.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { readIfThere } from '../../platform/files/read-if-there.ts'
import { sidecarOf } from './backup-names.ts'

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
