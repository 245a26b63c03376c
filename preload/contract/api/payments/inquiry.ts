/**
 * Payments as they are looked up: the bank's status by transaction id, or by debit account and reference, and
 * the RTP participants, whose payload is not shown (`3-payments-and-ach-origination.md`; traps 60-67, 75).
 */
import { accountChoice } from '../ach-inquiry/inquiry.ts'
import { bankAnswer } from '../../bank/answers/bank-answer.ts'
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

/** What a payment is looked up by. Both are sent as they stand here, leading zeros kept (trap 66). */
export const paymentLookUpQuestion = z.discriminatedUnion('by', [
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
export type PaymentInquiryRequest = z.infer<typeof paymentLookUpQuestion>

/** One look-up, masked. Not found is no proof that there is no payment (trap 67). */
export const paymentLookUp = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  operator: z.string(),
  question: paymentLookUpQuestion,
  title: z.string(),
  isMasked: z.boolean(),
  answer: bankAnswer(readingSchema(paymentAnswer)),
  /** Null: nothing came, or bytes that are no text and cannot be masked. */
  raw: z.string().nullable(),
  /** Null: no call was made. */
  callId: z.string().nullable(),
})
export type PaymentStatusInquiry = z.infer<typeof paymentLookUp>

/** A look-up as a line. */
export const paymentLookUpLine = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  operator: z.string(),
  title: z.string(),
  outcome: z.enum([
    'answered',
    'nothing-found',
    'refused',
    'not-understood',
    'no-answer',
    'not-sent',
  ]),
  /** The bank's word; null: none. */
  status: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  valueDate: z.string().nullable(),
})
export type PaymentStatusInquiryLine = z.infer<typeof paymentLookUpLine>

/** A page of the look-ups: searched by their titles, in which accounts are masked, and by what the list tells of the answer. */
export const lookUpsRequest = z.object({
  ...pageRequest,
  search: z.string().max(100).optional(),
  sort: listSort(['title', 'status', 'at', 'value-date', 'amount', 'operator']),
})
export type StatusInquiriesRequest = z.infer<typeof lookUpsRequest>

/** The participants as they were downloaded last, and how the download stands. */
export const participantsState = z.object({
  /** When the set that is searched was complete; null: there is none. */
  downloadedAt: z.iso.datetime().nullable(),
  operator: z.string().nullable(),
  rows: z.int(),
  /** The bank's own names of its columns, in the order in which they came. */
  columns: z.array(z.string()),
  /** Which of them were taken for the name and the routing number; null: none looks like it. */
  nameColumn: z.string().nullable(),
  routingColumn: z.string().nullable(),
  download: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('idle') }),
    z.object({ kind: z.literal('reading'), rows: z.int(), pages: z.int() }),
    /** The set from before stays in use. */
    z.object({
      kind: z.literal('broken-off'),
      at: z.iso.datetime(),
      sentence: z.string(),
      rows: z.int(),
    }),
  ]),
})
export type ParticipantsState = z.infer<typeof participantsState>

/** One participant: a cell for each of the state's columns. */
export const participant = z.object({
  row: z.int(),
  cells: z.array(z.string().nullable()),
})
export type Participant = z.infer<typeof participant>

/** A page of the participants, searched and sorted. */
export const participantsRequest = z.object({
  ...pageRequest,
  search: z.string().max(100),
  sort: listSort(['row', 'name', 'routing']),
})
