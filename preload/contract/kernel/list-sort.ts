/** Sorting of a list by one of its columns, in either direction. */
import { z } from './zod.ts'

export const sortDirections = ['ascending', 'descending'] as const

/**
 * Returns the schema of a sort by these columns; null or omitted means the list's default order.
 */
export const listSort = <const C extends readonly [string, ...string[]]>(columns: C) =>
  z
    .object({ column: z.enum(columns), direction: z.enum(sortDirections) })
    .nullable()
    .optional()
