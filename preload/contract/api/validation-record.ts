/**
 * A validation as the window lists and shows it. Main masks account and owner in every text; only
 * `validation.reveal`, an audited act, returns a record unmasked.
 */
import { accountAnswer, apiVersions, ownerFields, ownerKinds } from '../bank/account-validation.ts'
import { listSort } from '../kernel/list-sort.ts'
import { pageRequest } from '../kernel/paging.ts'
import { resultClasses } from '../domain/validation-reading.ts'
import { z } from '../kernel/zod.ts'

const common = {
  id: z.string(),
  at: z.iso.datetime(),
  operator: z.string(),
  apiVersion: z.enum(apiVersions),
  routingNumber: z.string(),
  /** Masked: the last four characters. */
  account: z.string(),
  ownerKind: z.enum(ownerKinds),
  /** Masked: initials and dots, `A••• A•••` (owner-name.ts). Empty if no owner was named. */
  ownerName: z.string(),
  resultClass: z.enum(resultClasses),
  score: z.int().nullable(),
}

/** A line of the history. */
export const validationLine = z.object(common)
export type ValidationLine = z.infer<typeof validationLine>

/** One validation with its answer. The raw answer and the operator's reference are masked too. */
export const validationRecord = z.object({
  ...common,
  fieldsSent: z.array(z.enum(ownerFields)),
  /** Number of SSN digits sent; code C is a match for nine digits (bank note 31). Null if none. */
  ssnDigits: z.int().nullable(),
  userDefined: z.string().nullable(),
  answer: accountAnswer,
  /** Whether the answer names the account and bank of the request. */
  answersAbout: z.enum(['the-account', 'another-account', 'not-stated']),
  correlationId: z.string().nullable(),
  raw: z
    .object({
      status: z.int().nullable(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      /** Null: no body came, or bytes that are shown only in the unmasked record. */
      body: z.string().nullable(),
      /** The bytes were not UTF-8; the body is their base64. */
      isBase64: z.boolean(),
      tookMs: z.number().nullable(),
    })
    .nullable(),
})
export type ValidationRecord = z.infer<typeof validationRecord>

export const validationListRequest = z.object({
  ...pageRequest,
  /** Accounts are sorted by their visible digits. */
  sort: listSort(['at', 'result', 'owner', 'account', 'routing', 'score', 'operator']),
  /**
   * Matches stored, unmasked data: owner names, routing numbers and references; accounts by their
   * last four characters or in full.
   */
  search: z.string().max(100),
  /** Null for every class. */
  resultClass: z.enum(resultClasses).nullable(),
})
export type ValidationListRequest = z.infer<typeof validationListRequest>
