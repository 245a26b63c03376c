/** A day of one account: what was originated here, what the bank says of it, and what is missing on either side. */
import { z } from '../zod.ts'

export const reconciliationRequest = z.strictObject({
  /** YYYY-MM-DD. */
  day: z.iso.date(),
  /** An own account of the profile. */
  accountId: z.string(),
})
export const reconciliationReport = z.object({
  day: z.iso.date(),
  /** Masked. */
  account: z.string(),
})
export type ReconciliationReport = z.infer<typeof reconciliationReport>
