/**
 * What can be shown of an answer whose payload the documents do not show: the rows that were recognised
 * in it, under the bank's own names, and everything else beside them (traps 75 and 76; P6).
 */
import { z } from '../../kernel/zod.ts'
import { otherField } from './shape.ts'

/** A table that was inferred and not documented: no column has a meaning, and there is no total. */
export const inferredTable = z.object({
  /** Where the rows stand in the answer; empty for the answer itself, null where none were recognised. */
  path: z.string().nullable(),
  /** The bank's names, in the order in which they first came; a part of a part as `party.name`. */
  columns: z.array(z.string()),
  /** Each cell is text as the bank wrote it; null where it is blank, null or absent. */
  rows: z.array(z.array(z.string().nullable())),
  /** What stands outside the rows, by its path. */
  other: z.array(otherField),
})
export type InferredTable = z.infer<typeof inferredTable>
