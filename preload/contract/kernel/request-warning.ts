/** Warning about a request that the documents allow: explains, and never blocks. */
import { z } from './zod.ts'

/**
 * Reasons why the bank is certain to reject an entry: no valid network record exists for it. The
 * practice bank answers 104 (check digit), 106 (account type), and 101 to 103 (amount).
 */
export const certainRejections = ['check-digit', 'account-type', 'amount', 'receiver'] as const
export type CertainRejection = (typeof certainRejections)[number]

/**
 * A warning beside a field. `source` is the owner of the rule: the bank's documents or the payment
 * network.
 */
export const requestWarning = z.object({
  path: z.string(),
  message: z.string(),
  source: z.enum(['bank', 'network']),
  /** Source of the rule. */
  where: z.string(),
  /**
   * The bank is certain to reject the entry for this reason, so it is sent only after a person's
   * explicit decision.
   */
  rejection: z.enum(certainRejections).optional(),
})
export type RequestWarning = z.infer<typeof requestWarning>

/**
 * Returns the reasons for certain rejection in these warnings, each once, in the order of the list.
 */
export const rejectionsIn = (
  warnings: readonly Pick<RequestWarning, 'rejection'>[],
): CertainRejection[] =>
  certainRejections.filter((code) => warnings.some(({ rejection }) => rejection === code))
