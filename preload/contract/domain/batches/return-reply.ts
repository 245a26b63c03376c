/**
 * Written reply of bank support about a return that an alert reports, where the bank's inquiry
 * cannot show it, and the people who confirm it.
 */
import { z } from '../../kernel/zod.ts'
import { recordedReply, supportReplyDetails } from '../orders/support-reply.ts'

export const returnReplyResults = ['returned', 'not-returned'] as const
export type ReturnReplyResult = (typeof returnReplyResults)[number]

/** Why the bank's inquiry cannot show a return. */
export const whyNoInquiry = ['not-permitted', 'account-too-long', 'too-old'] as const
export type WhyNoInquiry = (typeof whyNoInquiry)[number]

/** Input of the first person. */
export const returnReplyInput = z.strictObject({
  id: z.string(),
  entryId: z.string(),
  result: z.enum(returnReplyResults),
  ...supportReplyDetails,
})
export type ReturnReplyInput = z.infer<typeof returnReplyInput>

export const returnReply = z.object({
  ...recordedReply,
  result: z.enum(returnReplyResults),
})
export type ReturnReply = z.infer<typeof returnReply>
