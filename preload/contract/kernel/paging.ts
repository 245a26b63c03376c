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

/** Where a page begins in a list whose cursors are places in it; 0: at its beginning. */
export const placeOfCursor = (cursor: string | null): number =>
  cursor === null ? 0 : Number.parseInt(cursor, 10) || 0

/** The cursor of the page after one that begins at a place; null: it was the last. */
export const nextCursor = (from: number, limit: number, total: number): string | null =>
  from + limit < total ? String(from + limit) : null
