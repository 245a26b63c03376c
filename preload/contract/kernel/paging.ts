/**
 * Every list of the API is paged: the caller passes a cursor that it received, and the most items
 * that it accepts.
 */
import { z } from './zod.ts'

/** Largest page that crosses the border. */
export const maxPage = 500

/** Paging input of a list, in addition to its filters. */
export const pageRequest = {
  cursor: z.string().max(600).nullable(),
  limit: z.int().min(1).max(maxPage),
}

/** A page of items, with the cursor of the next page and the total of matches. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable(), total: z.int() })

/** Returns the start of a page in a list whose cursors are positions; 0 for the first page. */
export const placeOfCursor = (cursor: string | null): number =>
  cursor === null ? 0 : Number.parseInt(cursor, 10) || 0

/**
 * Returns the cursor of the next page of a list with positions as cursors; null after the last
 * page.
 */
export const nextCursor = (from: number, limit: number, total: number): string | null =>
  from + limit < total ? String(from + limit) : null
