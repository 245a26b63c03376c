/** What the bank's desk said of an order in doubt, by telephone or in writing, and the people who stand for it. */
import { z } from '../../kernel/zod.ts'

const person = z.object({ id: z.string(), name: z.string() })
const instant = z.iso.datetime()

/** What it can say. */
export const bankSaid = ['made', 'not-made'] as const
export type BankSaid = (typeof bankSaid)[number]

const longest = 120

/** What one person records of it. */
export const bankStatementInput = z.strictObject({
  id: z.string(),
  /** The hash of the evidence that this person sees. */
  evidence: z.string(),
  said: z.enum(bankSaid),
  /** Who of the bank said so. */
  contact: z.string().trim().min(1, { error: 'Who of the bank said so' }).max(longest),
  saidAt: instant,
  /** By which the bank finds the conversation again. */
  ticket: z
    .string()
    .trim()
    .min(1, { error: 'The bank\u2019s ticket, or where it stands' })
    .max(longest),
})
export type BankStatementInput = z.infer<typeof bankStatementInput>

/** What was recorded. */
export const bankStatement = z.object({
  seq: z.int(),
  said: z.enum(bankSaid),
  contact: z.string(),
  saidAt: instant,
  ticket: z.string(),
  recordedBy: person,
  recordedAt: instant,
  /** Null: one person alone says so yet. */
  confirmedBy: person.nullable(),
  confirmedAt: instant.nullable(),
  withdrawnAt: instant.nullable(),
  /** It is about the last sending, and nobody withdrew it. */
  stands: z.boolean(),
  evidence: z.string(),
})
export type BankStatement = z.infer<typeof bankStatement>
