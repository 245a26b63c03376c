/** What an operator is told about a request that the documents allow: it explains, and never blocks. */
import { z } from './zod.ts'

/**
 * Why the bank is certain to reject an entry: no record of the network can be made of it. The practice bank says so
 * with 104 (check digit), 106 (account type), and 101 to 103 (amount).
 */
export const certainRejections = ['check-digit', 'account-type', 'amount', 'receiver'] as const
export type CertainRejection = (typeof certainRejections)[number]

/** A warning beside a field. `source` says whose rule it is: the bank's documents or the payment network. */
export const requestWarning = z.object({
  path: z.string(),
  message: z.string(),
  source: z.enum(['bank', 'network']),
  /** Where the rule stands. */
  where: z.string(),
  /** The bank is certain to reject the entry for it: the entry leaves only after a person's own act. */
  rejection: z.enum(certainRejections).optional(),
})
export type RequestWarning = z.infer<typeof requestWarning>

/** Why the bank is certain to reject what is warned of so, each reason once, in the order of the list. */
export const rejectionsIn = (
  warnings: readonly Pick<RequestWarning, 'rejection'>[],
): CertainRejection[] =>
  certainRejections.filter((code) => warnings.some(({ rejection }) => rejection === code))
