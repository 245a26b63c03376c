/**
 * The parsed answer to a validation. Rules: bank document 2, Account validation response; bank
 * notes 20, 23, 30-34.
 */
import { bankAnswer, type BankAnswer } from './answers/bank-answer.ts'
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
const accountReading = z.object({
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

/** Result of one validation; the raw answer is stored beside it. */
export type AccountAnswer = BankAnswer<AccountReading>
export const accountAnswer: z.ZodType<AccountAnswer> = bankAnswer(accountReading)
