/**
 * What a validation was read as, and what became of it. Rules: `2-validation-and-ach-inquiry.md`, Account
 * validation response; traps 20, 23, 30-34.
 */
import { answerTrace, bankProblem } from './answers/bank-answer.ts'
import { bankMessage } from './answers/bank-message.ts'
import { callFailures } from './answers/call-failure.ts'
import { otherField } from './answers/shape.ts'
import { z } from '../kernel/zod.ts'
import { matchFields } from './codes/account-validation.ts'

export type MatchField = keyof typeof matchFields

/** Echoes that earlier versions kept under `other`: a record of theirs has none of these. */
const laterEchoes = {
  amount: z.string().nullable().optional(),
  serialNumber: z.string().nullable().optional(),
  clientDate: z.string().nullable().optional(),
  clientTime: z.string().nullable().optional(),
}

/** What the bank's `Result` said, in canonical names, every value as it came. Null: not in the answer. */
export const accountReading = z.object({
  errorCode: z.string().nullable(),
  accountStatus: z.object({ code: z.string().nullable(), message: z.string().nullable() }),
  conditionCode: z.string().nullable(),
  /** As it came; a blank score is null and never 0 (trap 33). */
  overallMatchScore: z.string().nullable(),
  /** Letters as they came; a field that was not sent comes back blank and is not here (trap 30). */
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
  /** Everything else that the bank sent, by its path in the Result (P6). */
  other: z.array(otherField),
})
export type AccountReading = z.infer<typeof accountReading>

/** What traces the call, and what the body holds beside its Result and the envelope; absent where an earlier version kept it. */
const traced = {
  trace: answerTrace.optional(),
  beside: z.array(otherField).optional(),
}

/** What became of one validation. A closed union; the raw answer is kept beside it. */
export const validationOutcome = z.discriminatedUnion('kind', [
  /** A `Result` came: read it in the prescribed order. Status is 200, or 299 with warnings (trap 20). */
  z.object({
    kind: z.literal('answered'),
    status: z.number().int(),
    reading: accountReading,
    warnings: z.array(bankMessage),
    ...traced,
  }),
  /** The bank declined the request. `reading` is there when it named an error code (trap 23). */
  z.object({
    kind: z.literal('refused'),
    status: z.number().int(),
    reading: accountReading.nullable(),
    messages: z.array(bankMessage),
    /** What the refusal is; absent where an earlier version kept it. */
    problem: bankProblem.optional(),
    ...traced,
  }),
  /** Something came that is not an answer of the document; it is kept and shown raw. */
  z.object({
    kind: z.literal('unreadable'),
    status: z.number().int(),
    why: z.enum(['empty', 'html', 'not-json', 'no-result']),
    /** What the status says where it is none of success. */
    problem: bankProblem.optional(),
    ...traced,
  }),
  /** Nothing came back, although the request may have reached the bank. It asks only: safe to repeat. */
  z.object({ kind: z.literal('no-answer'), reason: z.enum(callFailures) }),
  /** The request never left. */
  z.object({ kind: z.literal('not-sent'), reason: z.enum(callFailures) }),
])
export type ValidationOutcome = z.infer<typeof validationOutcome>
