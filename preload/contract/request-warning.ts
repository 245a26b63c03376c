/** What an operator is told about a request that the documents allow: it explains, and never blocks. */
import { z } from './zod.ts'

/** A warning beside a field. `source` says whose rule it is: the bank's documents or the payment network. */
export const requestWarning = z.object({
  path: z.string(),
  message: z.string(),
  source: z.enum(['bank', 'network']),
  /** Where the rule stands. */
  where: z.string(),
})
export type RequestWarning = z.infer<typeof requestWarning>
