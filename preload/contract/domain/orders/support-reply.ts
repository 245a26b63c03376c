/**
 * Reply of bank support about an order with an unknown outcome, by telephone or in
 * writing, and the people who confirm it.
 */
import { z } from '../../kernel/zod.ts'

const person = z.object({ id: z.string(), name: z.string() })
const instant = z.iso.datetime()

export const supportReplyResults = ['made', 'not-made'] as const
export type SupportReplyResult = (typeof supportReplyResults)[number]

const longest = 120

/** The reply itself, as the first person enters it. */
export const supportReplyDetails = {
  /** Hash of the evidence shown to this person. */
  evidence: z.string(),
  /** Name of the person at the bank. */
  contact: z.string().trim().min(1, { error: 'Enter the contact at the bank' }).max(longest),
  repliedAt: instant,
  /** The bank's reference for the conversation. */
  ticket: z
    .string()
    .trim()
    .min(1, { error: 'Enter the bank ticket number, or where the reply is recorded' })
    .max(longest),
} as const

/** A stored reply, and the people behind it. */
export const recordedReply = {
  seq: z.int(),
  contact: z.string(),
  repliedAt: instant,
  ticket: z.string(),
  recordedBy: person,
  recordedAt: instant,
  /** Null until a second person confirms. */
  confirmedBy: person.nullable(),
  confirmedAt: instant.nullable(),
} as const

/** Input of the first person. */
export const supportReplyInput = z.strictObject({
  id: z.string(),
  result: z.enum(supportReplyResults),
  ...supportReplyDetails,
})
export type SupportReplyInput = z.infer<typeof supportReplyInput>

export const supportReply = z.object({
  ...recordedReply,
  result: z.enum(supportReplyResults),
  withdrawnAt: instant.nullable(),
  /** True if the reply is about the last sending and was not withdrawn. */
  isInForce: z.boolean(),
  evidence: z.string(),
})
export type SupportReply = z.infer<typeof supportReply>
