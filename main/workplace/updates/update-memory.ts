/** What a workstation keeps of updates, in a file of its own beside the profiles: the feed, and what was believed last. */
import { updateFeed } from '../../../preload/contract/api/updates/updates.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { readIfThere } from '../../platform/files/read-if-there.ts'
import { writeDurably } from '../../platform/files/write-durably.ts'

const memory = z.object({
  feed: updateFeed.nullable(),
  /** When the newest manifest that was believed had been published. */
  newestSeen: z.iso.datetime().nullable(),
})
export type UpdateMemory = z.infer<typeof memory>

const nothingYet: UpdateMemory = { feed: null, newestSeen: null }

/** What was kept; a file that cannot be understood asks no feed. */
export async function readUpdateMemory(file: string): Promise<UpdateMemory> {
  const text = await readIfThere(file)
  if (text === undefined) return nothingYet
  try {
    return memory.safeParse(JSON.parse(text)).data ?? nothingYet
  } catch {
    return nothingYet
  }
}

/** Keeps it, whole or not at all. */
export const keepUpdateMemory = (file: string, next: UpdateMemory): Promise<void> =>
  writeDurably(file, `${JSON.stringify(memory.parse(next))}\n`)
