/** What stands beside a backup, for people and for whoever restores it: nothing of it is secret. */
import { environment } from '../../../preload/contract/domain/environment.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { readIfThere } from '../../platform/files/read-if-there.ts'
import { sidecarOf } from './backup-names.ts'

const sidecar = z.object({
  format: z.literal(1),
  profileId: z.string(),
  environment,
  /** The moment that it holds, ISO UTC. */
  takenAt: z.iso.datetime(),
  schemaVersion: z.int(),
  /** Where its audit chain ends. */
  head: z.object({ seq: z.int(), hash: z.string() }),
  bytes: z.int(),
  /** Hex. */
  sha256: z.string(),
  appVersion: z.string(),
})
export type Sidecar = z.infer<typeof sidecar>

/** Its text. */
export const sidecarText = (content: Sidecar): string => `${JSON.stringify(content, null, 2)}\n`

/** Reads what stands beside a backup; undefined: nothing, or nothing that can be read. */
export async function readSidecar(path: string): Promise<Sidecar | undefined> {
  const text = await readIfThere(sidecarOf(path)).catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return sidecar.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
