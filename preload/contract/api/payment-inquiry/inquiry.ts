/**
 * Payment inquiry: the bank's status by transaction id, or by debit account and reference, and the
 * RTP participants, whose payload the document does not show (bank document 3; bank notes 60-67,
 * 75).
 */
import { accountChoice } from '../ach-inquiry/inquiry.ts'
import { answerKinds, bankAnswer } from '../../bank/answers/bank-answer.ts'
import { readingSchema } from '../../bank/answers/shape.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'
import { statusInquiryFields, type StatusInquiryField } from '../../bank/payments/inquiry-rules.ts'
import { paymentAnswer } from '../../bank/payments/payment-answer.ts'

const fieldOf = (field: StatusInquiryField) =>
  z
    .string()
    .trim()
    .max(statusInquiryFields[field].maxLength ?? 200)
    .refine(statusInquiryFields[field].holds, {
      error: statusInquiryFields[field].rule,
      params: { source: statusInquiryFields[field].source },
    })

/**
 * Key of a payment inquiry. Account and reference are sent unchanged, with leading zeros (bank note
 * 66).
 */
export const paymentInquiryRequest = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('transaction-id'),
    transactionId: fieldOf('transactionId'),
  }),
  z.strictObject({
    by: z.literal('reference'),
    account: accountChoice,
    reference: fieldOf('reference'),
  }),
])
export type PaymentInquiryRequest = z.infer<typeof paymentInquiryRequest>

/** One inquiry, masked. "Not found" does not prove that there is no payment (bank note 67). */
export const paymentStatusInquiry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  operator: z.string(),
  question: paymentInquiryRequest,
  title: z.string(),
  isMasked: z.boolean(),
  answer: bankAnswer(readingSchema(paymentAnswer)),
  /** Null: no body, or bytes that are not text and cannot be masked. */
  raw: z.string().nullable(),
  /** Null if no call was made. */
  callId: z.string().nullable(),
})
export type PaymentStatusInquiry = z.infer<typeof paymentStatusInquiry>

/** An inquiry as a line. */
export const paymentStatusInquiryLine = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  operator: z.string(),
  title: z.string(),
  outcome: z.enum(answerKinds),
  /** The bank's status text; null if none. */
  status: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  valueDate: z.string().nullable(),
})
export type PaymentStatusInquiryLine = z.infer<typeof paymentStatusInquiryLine>

/**
 * A page of inquiries, searched by title, with masked accounts, and by the listed part of the
 * answer.
 */
export const statusInquiriesRequest = z.object({
  ...pageRequest,
  search: z.string().max(100).optional(),
  sort: listSort(['title', 'status', 'at', 'value-date', 'amount', 'operator']),
})
export type StatusInquiriesRequest = z.infer<typeof statusInquiriesRequest>

/** The last downloaded participants, and the state of the download. */
export const participantsState = z.object({
  /** When the set in use was complete; null if there is none. */
  downloadedAt: z.iso.datetime().nullable(),
  operator: z.string().nullable(),
  rows: z.int(),
  /** The bank's own column names, in the order received. */
  columns: z.array(z.string()),
  /** Columns recognized as the name and the routing number; null if none was recognized. */
  nameColumn: z.string().nullable(),
  routingColumn: z.string().nullable(),
  download: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('idle') }),
    z.object({ kind: z.literal('reading'), rows: z.int(), pages: z.int() }),
    /** The previous set stays in use. */
    z.object({
      kind: z.literal('broken-off'),
      at: z.iso.datetime(),
      sentence: z.string(),
      rows: z.int(),
    }),
  ]),
})
export type ParticipantsState = z.infer<typeof participantsState>

/** One participant: one cell per column of the state. */
export const participant = z.object({
  row: z.int(),
  cells: z.array(z.string().nullable()),
})
export type Participant = z.infer<typeof participant>

export const participantsRequest = z.object({
  ...pageRequest,
  search: z.string().max(100),
  sort: listSort(['row', 'name', 'routing']),
})
