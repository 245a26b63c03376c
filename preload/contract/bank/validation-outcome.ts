/**
 * Result of a validation and its parsed answer. Rules: bank document 2, Account validation
 * response; bank notes 20, 23, 30-34.
 */
import { answerTrace, bankProblem } from './answers/bank-answer.ts'
import { bankMessage } from './answers/bank-message.ts'
import { callFailures } from './answers/call-failure.ts'
import { otherField } from './answers/shape.ts'
import { z } from '../kernel/zod.ts'
import { matchFields } from './codes/account-validation.ts'

export type MatchField = keyof typeof matchFields

/** Echoed fields that earlier versions stored under `other`; their records have none of these. */
const laterEchoes = {
  amount: z.string().nullable().optional(),
  serialNumber: z.string().nullable().optional(),
  clientDate: z.string().nullable().optional(),
  clientTime: z.string().nullable().optional(),
}

/** The bank's `Result` in canonical names, every value unchanged. Null: not in the answer. */
export const accountReading = z.object({
  errorCode: z.string().nullable(),
  accountStatus: z.object({ code: z.string().nullable(), message: z.string().nullable() }),
  conditionCode: z.string().nullable(),
  /** Exact text; a blank score is null and never 0 (bank note 33). */
  overallMatchScore: z.string().nullable(),
  /**
   * Letters unchanged; a field that was not sent comes back blank and is omitted (bank note 30).
   */
  matches: z.partialRecord(
    z.enum(Object.keys(matchFields) as [MatchField, ...MatchField[]]),
    z.string(),
  ),
  systemRecordId: z.string().nullable(),
  primaryId: z.string().nullable(),
  secondaryId: z.string().nullable(),
  additionalId: z.string().nullable(),
  routingNumber: z.string().nullable(),
  accountNumber: z.string().nullable(),
  feeAttrib: z.string().nullable(),
  userDefined: z.string().nullable(),
  ...laterEchoes,
  /** All other content that the bank sent, by its path in the Result (Promise P6). */
  other: z.array(otherField),
})
export type AccountReading = z.infer<typeof accountReading>

/**
 * Ids for tracing the call, and content of the body outside its Result and the envelope; absent in
 * records of earlier versions.
 */
const traced = {
  trace: answerTrace.optional(),
  beside: z.array(otherField).optional(),
}

/** Result of one validation. A closed union; the raw answer is stored beside it. */
export const validationOutcome = z.discriminatedUnion('kind', [
  /**
   * A `Result` came; read it in the prescribed order. Status is 200, or 299 with warnings (bank
   * note 20).
   */
  z.object({
    kind: z.literal('answered'),
    status: z.number().int(),
    reading: accountReading,
    warnings: z.array(bankMessage),
    ...traced,
  }),
  /**
   * The bank declined the request. `reading` is set if it contains an error code (bank note 23).
   */
  z.object({
    kind: z.literal('refused'),
    status: z.number().int(),
    reading: accountReading.nullable(),
    messages: z.array(bankMessage),
    /** Kind of refusal; absent in records of earlier versions. */
    problem: bankProblem.optional(),
    ...traced,
  }),
  /** An answer that is not documented; stored and shown as raw text. */
  z.object({
    kind: z.literal('unreadable'),
    status: z.number().int(),
    why: z.enum(['empty', 'html', 'not-json', 'no-result']),
    /** Problem by the status, if it is not a success. */
    problem: bankProblem.optional(),
    ...traced,
  }),
  /**
   * No answer, although the request may have reached the bank. The call only asks, so repeating is
   * safe.
   */
  z.object({ kind: z.literal('no-answer'), reason: z.enum(callFailures) }),
  /** The request was never sent. */
  z.object({ kind: z.literal('not-sent'), reason: z.enum(callFailures) }),
])
export type ValidationOutcome = z.infer<typeof validationOutcome>
