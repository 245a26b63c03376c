/** Every list is paged by contract: the caller names a cursor it was given, and how many it can take. */
import { z } from './zod.ts'

/** The largest page that crosses the border. */
export const maxPage = 500

/** What a list takes beside its filters. */
export const pageRequest = {
  cursor: z.string().max(600).nullable(),
  limit: z.int().min(1).max(maxPage),
}

/** A page of items, with the cursor of the next one and how many match in all. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable(), total: z.int() })
