/**
 * Display of an answer whose payload the documents do not show: recognized rows under the bank's
 * own names, and all other content (bank notes 75 and 76; Promise P6).
 */
import { z } from '../../kernel/zod.ts'
import { otherField } from './shape.ts'

/** An inferred, undocumented table: no column has a known meaning, and there is no total. */
export const inferredTable = z.object({
  /** Path of the rows in the answer; empty for the answer itself, null if none were recognized. */
  path: z.string().nullable(),
  /** The bank's names in order of first appearance; a nested member as `party.name`. */
  columns: z.array(z.string()),
  /** Each cell is exact text from the bank; null if blank, null or absent. */
  rows: z.array(z.array(z.string().nullable())),
  /** Content outside the rows, by its path. */
  other: z.array(otherField),
})
export type InferredTable = z.infer<typeof inferredTable>
