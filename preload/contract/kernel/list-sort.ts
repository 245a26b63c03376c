/** How a list of main may be sorted: by one of its columns, either way. */
import { z } from './zod.ts'

/** The two ways in which a column sorts. */
export const sortDirections = ['ascending', 'descending'] as const

/** The sort of a list with these columns; null or left out is the list's own order. */
export const listSort = <const C extends readonly [string, ...string[]]>(columns: C) =>
  z
    .object({ column: z.enum(columns), direction: z.enum(sortDirections) })
    .nullable()
    .optional()
