/**
 * What an operator keeps under a name, for the next time: ACH searches, report bodies and templates of payments. It
 * may name accounts, so that a list tells of it masked, and one is handed over whole as an audited act.
 */
import { dateSearchTypes } from '../bank/ach-inquiry/list-request.ts'
import { page, pageRequest } from '../kernel/paging.ts'
import { requestedServices } from '../bank/payments/payment-rules.ts'
import { reportIds } from '../bank/reports/report-request.ts'
import { anyOperator } from '../domain/operators/roles.ts'
import { rangeNames, savedQuestion, searchKinds } from './saved-questions.ts'
import { command, event, nothing, query } from './verbs.ts'
import { z } from '../kernel/zod.ts'

/** What can be kept. Each kind's request is JSON text by its schema in `saved-questions.ts`. */
export const savedKinds = ['ach-search', 'report', 'payment-template'] as const
export const savedKind = z.enum(savedKinds)
export type SavedKind = z.infer<typeof savedKind>

const name = z
  .string()
  .trim()
  .min(1, { error: 'A name of 1 to 60 characters' })
  .max(60, { error: 'A name of 1 to 60 characters' })
const request = z.string().max(110_000)

/** What a kept question asks, without a number in full. */
const savedAbout = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('ach-search'),
    search: z.enum(searchKinds),
    /** Own accounts by their ids. */
    account: z.string(),
    accounts: z.array(z.string()),
    dateSearchType: z.enum(dateSearchTypes),
    range: z.enum(rangeNames),
    /** Only where the range is `own`, and only what is a date. */
    fromDate: z.string(),
    toDate: z.string(),
  }),
  z.object({
    of: z.literal('report'),
    report: z.enum(reportIds),
    /** The members of its body, masked, and its rows. */
    title: z.string(),
  }),
  z.object({
    of: z.literal('payment-template'),
    service: z.enum(requestedServices),
    /** The beneficiary's name, and its account masked; empty where there is none yet. */
    beneficiary: z.string(),
    account: z.string(),
    /** As it was typed. */
    amount: z.string(),
    currency: z.string(),
  }),
])

/** One kept question in a list. */
export const savedLine = z.object({
  id: z.string(),
  kind: savedKind,
  name,
  /** Null where this version does not understand it. */
  about: savedAbout.nullable(),
  at: z.iso.datetime(),
  operator: z.string(),
})
export type SavedLine = z.infer<typeof savedLine>

/** One kept question as it was kept. A name is there once for each kind: keeping it again changes what it holds. */
export const savedRequest = z.object({ id: z.string(), kind: savedKind, name, request })
export type SavedRequest = z.infer<typeof savedRequest>

/** The verbs of the noun `saved`. */
export const saved = {
  list: query(z.object({ ...pageRequest, kind: savedKind }), page(savedLine)),
  /**
   * Keeps it under a name; what had that name before is replaced. SSN, tax id, date of birth and id number are
   * removed first (trap 39).
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
  /** The question whole, to put it into its form: an audited act. */
  take: command(z.object({ id: z.string() }), savedRequest, ['not-found'], anyOperator),
  remove: command(z.object({ id: z.string() }), nothing, ['not-found'], anyOperator),
  changed: event(z.object({ kind: savedKind })),
} as const
