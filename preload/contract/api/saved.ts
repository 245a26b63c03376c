/**
 * Named requests that an operator saves for reuse: ACH searches, report bodies and payment
 * templates. These may name accounts, so lists mask them, and returning one unmasked is an audited
 * act.
 */
import { dateSearchTypes } from '../bank/ach-inquiry/list-request.ts'
import { page, pageRequest } from '../kernel/paging.ts'
import { requestedServices } from '../bank/payments/payment-rules.ts'
import { reportIds } from '../bank/reports/report-request.ts'
import { anyOperator } from '../domain/operators/roles.ts'
import { rangeNames, savedQuestion, searchKinds } from './saved-questions.ts'
import { command, event, nothing, query } from './define-channel.ts'
import { z } from '../kernel/zod.ts'

/** Kinds of saved requests. Each is JSON text with its schema in `saved-questions.ts`. */
export const savedKinds = ['ach-search', 'report', 'payment-template'] as const
export const savedKind = z.enum(savedKinds)
export type SavedKind = z.infer<typeof savedKind>

const name = z
  .string()
  .trim()
  .min(1, { error: 'A name of 1 to 60 characters' })
  .max(60, { error: 'A name of 1 to 60 characters' })
const request = z.string().max(110_000)

/** Masked summary of a saved request. */
const savedAbout = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('ach-search'),
    search: z.enum(searchKinds),
    /** Own accounts by id. */
    account: z.string(),
    accounts: z.array(z.string()),
    dateSearchType: z.enum(dateSearchTypes),
    range: z.enum(rangeNames),
    /** Only for the range `own`, and only valid dates. */
    fromDate: z.string(),
    toDate: z.string(),
  }),
  z.object({
    of: z.literal('report'),
    report: z.enum(reportIds),
    /** Members of its body, masked, and its rows. */
    title: z.string(),
  }),
  z.object({
    of: z.literal('payment-template'),
    service: z.enum(requestedServices),
    /** Beneficiary name and masked account; empty if not yet entered. */
    beneficiary: z.string(),
    account: z.string(),
    /** Exactly as typed. */
    amount: z.string(),
    currency: z.string(),
  }),
])

export const savedLine = z.object({
  id: z.string(),
  kind: savedKind,
  name,
  /** Null if this version does not understand it. */
  about: savedAbout.nullable(),
  at: z.iso.datetime(),
  operator: z.string(),
})
export type SavedLine = z.infer<typeof savedLine>

/**
 * One saved request in full. A name is unique within its kind; saving it again replaces the
 * content.
 */
export const savedRequest = z.object({ id: z.string(), kind: savedKind, name, request })
export type SavedRequest = z.infer<typeof savedRequest>

/** Channels of `saved`. */
export const saved = {
  list: query(z.object({ ...pageRequest, kind: savedKind }), page(savedLine)),
  /**
   * Saves under a name and replaces an entry of that name. SSN, tax id, date of birth and id number
   * are removed first (bank note 39).
   */
  save: command(
    z
      .object({ kind: savedKind, name, request })
      .refine((one) => savedQuestion(one.kind, one.request) !== undefined, {
        path: ['request'],
        error: 'A question of its kind, as JSON text',
      }),
    savedLine,
    [],
    anyOperator,
  ),
  /** Returns the unmasked request for its form: an audited act. */
  take: command(z.object({ id: z.string() }), savedRequest, ['not-found'], anyOperator),
  remove: command(z.object({ id: z.string() }), nothing, ['not-found'], anyOperator),
  changed: event(z.object({ kind: savedKind })),
} as const
