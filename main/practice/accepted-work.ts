/**
 * Counts what the bank accepted since its start. Shows whether each payment and each batch was
 * accepted at most once, whatever happened to the workstation meanwhile.
 */
import { z } from '../../preload/contract/kernel/zod.ts'

/**
 * The number of times a debit account and reference were accepted. The account has no leading
 * zeros.
 */
export const acceptedPayment = z.object({
  debitAccount: z.string(),
  requestReference: z.string(),
  count: z.int(),
})
export type AcceptedPayment = z.infer<typeof acceptedPayment>

/** The number of times a batch was accepted. */
export const acceptedBatch = z.object({ uuid: z.string(), count: z.int() })
export type AcceptedBatch = z.infer<typeof acceptedBatch>

/**
 * The number of times an account was validated: routing number, slash, account number as received.
 */
export const validatedAccount = z.object({ account: z.string(), count: z.int() })

export const acceptedWork = z.object({
  payments: z.array(acceptedPayment),
  batches: z.array(acceptedBatch),
  validations: z.array(validatedAccount),
})
export type AcceptedWork = z.infer<typeof acceptedWork>
