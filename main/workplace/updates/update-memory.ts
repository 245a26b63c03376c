/**
 * The update settings of a workstation, in a file beside the profiles: the feed, and the newest
 * manifest trusted.
 */
import { updateFeed } from '../../../preload/contract/api/updates/updates.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { readIfThere } from '../../platform/files/read-if-there.ts'
import { writeDurably } from '../../platform/files/write-durably.ts'

const memory = z.object({
  feed: updateFeed.nullable(),
  /** Publication time of the newest trusted manifest. */
  newestSeen: z.iso.datetime().nullable(),
})
export type UpdateMemory = z.infer<typeof memory>

const nothingYet: UpdateMemory = { feed: null, newestSeen: null }

/** Returns the saved settings; with an unreadable file no feed is queried. */
export async function readUpdateMemory(file: string): Promise<UpdateMemory> {
  const text = await readIfThere(file)
  if (text === undefined) return nothingYet
  try {
    return memory.safeParse(JSON.parse(text)).data ?? nothingYet
  } catch {
    return nothingYet
  }
}

/** Saves the settings, completely or not at all. */
export const saveUpdateMemory = (file: string, next: UpdateMemory): Promise<void> =>
  writeDurably(file, `${JSON.stringify(memory.parse(next))}\n`)
