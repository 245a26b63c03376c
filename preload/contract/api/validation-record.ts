/**
 * A validation as the window lists and shows it. Account and owner are masked in every text of it, by main;
 * only `validation.reveal`, an audited act, brings the record whole.
 */
import {
  apiVersions,
  ownerFields,
  ownerKinds,
  validationOutcome,
} from '../bank/account-validation.ts'
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
  /** Masked: initials and dots, `A••• A•••` (owner-name.ts). Empty: no owner was named. */
  ownerName: z.string(),
  resultClass: z.enum(resultClasses),
  score: z.int().nullable(),
}

/** A line of the history. */
export const validationLine = z.object(common)
export type ValidationLine = z.infer<typeof validationLine>

/** One validation with its answer. The raw answer and the operator's reference are masked like everything else. */
export const validationRecord = z.object({
  ...common,
  fieldsSent: z.array(z.enum(ownerFields)),
  /** How many digits of an SSN were sent: C is the good answer to nine (trap 31). Null: none. */
  ssnDigits: z.int().nullable(),
  userDefined: z.string().nullable(),
  outcome: validationOutcome,
  /** Whether the answer names the account and bank that were asked about. */
  answersAbout: z.enum(['the-account', 'another-account', 'not-said']),
  correlationId: z.string().nullable(),
  raw: z
    .object({
      status: z.int().nullable(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      /** Null: no body came, or it is bytes that are shown only with the record in full. */
      body: z.string().nullable(),
      /** The bytes were not UTF-8; the body is their base64. */
      isBase64: z.boolean(),
      tookMs: z.number().nullable(),
    })
    .nullable(),
})
export type ValidationRecord = z.infer<typeof validationRecord>

/** What the history is asked for. */
export const validationListRequest = z.object({
  ...pageRequest,
  /** Accounts are sorted by the digits that are shown. */
  sort: listSort(['at', 'result', 'owner', 'account', 'routing', 'score', 'operator']),
  /** Finds by what is stored, not by what is shown: owner names, routing numbers, references, and accounts by their digits. */
  search: z.string().max(100),
  /** Null: every class. */
  resultClass: z.enum(resultClasses).nullable(),
})
export type ValidationListRequest = z.infer<typeof validationListRequest>
