import { z } from '../../kernel/zod.ts'

/** A message of the bank in whatever envelope it came (trap 15). */
export const bankMessage = z.object({ code: z.string().nullable(), text: z.string().nullable() })
export type BankMessage = z.infer<typeof bankMessage>
