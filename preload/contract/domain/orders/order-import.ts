/** A file of payments as the window shows it before drafts are made of it. */
import { z } from '../../kernel/zod.ts'

const instant = z.iso.datetime()

/** A file of payments as it was read, before drafts are made of it. */
export const orderImport = z.object({
  draftId: z.string(),
  file: z.string(),
  rows: z.array(
    z.object({
      row: z.int(),
      service: z.string(),
      beneficiary: z.string(),
      /** Masked. */
      account: z.string(),
      amount: z.string(),
      currency: z.string(),
      valueDate: z.string(),
      problems: z.array(z.object({ path: z.string(), message: z.string() })),
      /** What is no problem of the row, and should be looked at: it is like another payment. */
      notes: z.array(z.string()),
    }),
  ),
  /** When drafts were made of this very file before; null: never. */
  importedBefore: instant.nullable(),
  /** Headers of the file that mean nothing here. */
  unknownColumns: z.array(z.string()),
  /** What is odd about the file, such as numbers that may be dates: rows and columns by their numbers, and nothing of any cell. */
  oddities: z.array(z.string()),
  /** Sums by currency of the rows that can be read, in smallest units. */
  totals: z.array(z.object({ currency: z.string(), amount: z.int(), rows: z.int() })),
})
export type OrderImport = z.infer<typeof orderImport>
