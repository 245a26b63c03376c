import { z } from '../../kernel/zod.ts'

/** A message of the bank, from any envelope (bank note 15). */
export const bankMessage = z.object({ code: z.string().nullable(), text: z.string().nullable() })
export type BankMessage = z.infer<typeof bankMessage>
