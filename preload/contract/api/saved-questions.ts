/** A saved request: its form as filled in, complete or not. */
import { dateSearchTypes, searchableSecCodes } from '../bank/ach-inquiry/index.ts'
import { paymentTemplate } from '../domain/orders/payment-template.ts'
import { reportIds } from '../bank/reports/report-request.ts'
import { z } from '../kernel/zod.ts'

/** Named date ranges; `own` has typed dates. */
export const rangeNames = ['today', 'last-2', 'last-7', 'last-31', 'own'] as const

/** Forms that can be saved: the list, one transaction, and the earlier endpoints. */
export const searchKinds = [
  'list',
  'par',
  'returned',
  'collected',
  'posted',
  'status-par',
  'status-trace',
] as const

const text = z.string().max(100_000)
const short = z.string().max(40)

/** Content of a saved search. Typed account numbers are never saved. */
export const savedSearch = z.strictObject({
  version: z.literal(1),
  kind: z.enum(searchKinds),
  /** Id of an own account, or empty. */
  account: text,
  accounts: z.array(text).max(100),
  range: z.enum(rangeNames),
  /** Empty if the range is a named one. */
  fromDate: text,
  toDate: text,
  dateSearchType: z.enum(dateSearchTypes),
  lowest: text,
  highest: text,
  traceNumber: text,
  parNumber: text,
  creditOrDebit: z.enum(['', 'C', 'D']),
  secCode: z.enum(['', ...searchableSecCodes]),
  receivingCustomerId: text,
  parNumbers: text,
  traceNumbers: text,
  addenda: z.boolean(),
  details: z.boolean(),
})

/** A report: its body, the own account that is masked in it, and its two paging fields. */
export const savedReport = z.strictObject({
  report: z.enum(reportIds),
  body: text,
  account: z.string().max(100).optional(),
  first: short,
  second: short,
})

const questions = {
  'ach-search': savedSearch,
  report: savedReport,
  'payment-template': paymentTemplate,
} as const

/**
 * Returns the saved text as a request of its kind; undefined if this version does not understand
 * it.
 */
export function savedQuestion<K extends keyof typeof questions>(
  kind: K,
  stored: string,
): z.infer<(typeof questions)[K]> | undefined {
  try {
    const read = questions[kind].safeParse(JSON.parse(stored))
    return read.data as z.infer<(typeof questions)[K]> | undefined
  } catch {
    return undefined
  }
}
