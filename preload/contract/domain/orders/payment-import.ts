/** A file of payments as the window shows it, before drafts are created from it. */
import { z } from '../../kernel/zod.ts'

const instant = z.iso.datetime()

/** A parsed file of payments, before drafts are created from it. */
export const paymentImport = z.object({
  draftId: z.string(),
  file: z.string(),
  rows: z.array(
    z.object({
      row: z.int(),
      service: z.string(),
      beneficiary: z.string(),
      account: z.string(),
      amount: z.string(),
      currency: z.string(),
      valueDate: z.string(),
      problems: z.array(z.object({ path: z.string(), message: z.string() })),
      /** It becomes no draft: a total, or a service or type that a form cannot hold. */
      isHeldBack: z.boolean(),
      /** Warnings that are not problems of the row: it may duplicate another payment. */
      notes: z.array(z.string()),
    }),
  ),
  /** When drafts were last created from this exact file; null if never. */
  importedBefore: instant.nullable(),
  /** Headers of columns with values that fill no field. */
  unusedColumns: z.array(z.string()),
  /**
   * Irregularities of the file, such as numbers that may be dates: only numbers of rows and
   * columns, no cell content.
   */
  oddities: z.array(z.string()),
  /** Sums of readable rows that can become drafts, by currency, in smallest units. */
  totals: z.array(z.object({ currency: z.string(), amount: z.int(), rows: z.int() })),
})
export type PaymentImport = z.infer<typeof paymentImport>
