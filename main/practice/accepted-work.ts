/**
 * What the bank took in since its start, counted: whether each payment and each batch was accepted at
 * most once can be seen here whatever became of the workstation meanwhile.
 */
import { z } from '../../preload/contract/kernel/zod.ts'

/** How often a debit account and reference was accepted. The account is without leading zeros. */
export const acceptedPayment = z.object({
  debitAccount: z.string(),
  requestReference: z.string(),
  count: z.int(),
})
export type AcceptedPayment = z.infer<typeof acceptedPayment>

/** How often a batch was accepted. */
export const acceptedBatch = z.object({ uuid: z.string(), count: z.int() })
export type AcceptedBatch = z.infer<typeof acceptedBatch>

/** How often an account was validated: its routing number, a slash, and its number as it came. */
export const validatedAccount = z.object({ account: z.string(), count: z.int() })

/** Everything that was accepted. */
export const acceptedWork = z.object({
  payments: z.array(acceptedPayment),
  batches: z.array(acceptedBatch),
  validations: z.array(validatedAccount),
})
export type AcceptedWork = z.infer<typeof acceptedWork>
