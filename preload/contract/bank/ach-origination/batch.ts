/**
 * An ACH batch to originate, as both sides sign it, in canonical names and one schema for each SEC code.
 * What the bank calls a field stands in `main/bank/apis/ach-origination-wire.ts` alone (traps 79 and 80).
 */
import type { FieldProblem, FieldRule } from '../account-validation.ts'
import { isCalendarDate } from '../../kernel/calendar-date.ts'
import { minorUnits } from '../../kernel/money.ts'
import { z } from '../../kernel/zod.ts'
import { batchRules, entryRules, requestSource } from './rules.ts'
import { totalsOf } from './totals.ts'

/** What the bank originates. Alerts and inquiries know more (trap 87). */
export const secCodes = ['CCD', 'CTX', 'PPD'] as const
export type SecCode = (typeof secCodes)[number]

/** Values that the document has seen: offered, and no others refused (trap 78). */
export const seenAccountTypes = ['C', 'S'] as const
export const seenTransactionTypes = ['L', 'P'] as const

/** What is said of an amount that cannot be read. */
export const amountRule = 'Dollars and cents, such as 1250.00'

const nothingToSay = 'Left out where there is nothing to say'
const from = (source: string) => ({ params: { source } })
const ruled = (base: z.ZodString, of: FieldRule, blank: string) =>
  base
    .refine((value) => value.trim() !== '', { error: blank, ...from(requestSource), abort: true })
    .refine(of.holds, { error: of.rule, ...from(of.source) })
const text = (of: FieldRule) => ruled(z.string().trim(), of, 'Needed')
const optional = (of: FieldRule) => ruled(z.string().trim(), of, nothingToSay).optional()
/** Remittance text has a structure of its own, blanks included: nothing is trimmed off it. */
const remittance = ruled(z.string(), entryRules.addenda, nothingToSay)
const cents = z
  .number({ error: amountRule })
  .refine((count) => Number.isSafeInteger(count) && count >= 0, {
    error: 'A whole number of cents, never negative',
    ...from('workstation'),
    abort: true,
  })
  .transform(minorUnits)

const entryFields = {
  uuid: text(entryRules.uuid),
  /** Nine digits; the bank wants eight and the check digit apart. */
  routingNumber: text(entryRules.routingNumber),
  /** As typed: leading zeros belong to it. */
  accountNumber: text(entryRules.accountNumber),
  creditDebitCode: z.enum(['C', 'D'], { error: 'C for credit or D for debit' }),
  accountType: optional(entryRules.accountType),
  transactionType: optional(entryRules.transactionType),
  /** In cents, whatever the bank wants to see (trap 81). */
  amount: cents,
  /** A company or a person, and for CTX what stands in its name or id number. */
  receiverName: optional(entryRules.receiverName),
  identificationNumber: optional(entryRules.identificationNumber),
  discretionaryData: optional(entryRules.discretionaryData),
  /** One text for each addenda record; CTX counts them itself. */
  addenda: z.array(remittance),
}
const corporateEntry = z.strictObject(entryFields)
const individualEntry = z.strictObject({
  ...entryFields,
  individualIdentificationNumber: optional(entryRules.individualIdentificationNumber),
})

const batchFields = {
  uuid: text(batchRules.uuid),
  /** Given by the bank and the same for every batch: settings of the profile (trap 88). */
  collectionApplicationId: optional(batchRules.collectionApplicationId),
  point: optional(batchRules.point),
  collectionApplicationType: optional(batchRules.collectionApplicationType),
  effectiveDate: z.string().refine(isCalendarDate, {
    error: 'A date as YYYY-MM-DD',
    ...from(requestSource),
  }),
  /** Its format is not shown (trap 81). */
  companyDescriptiveDate: optional(batchRules.companyDescriptiveDate),
  companyEntryDescription: text(batchRules.companyEntryDescription),
  /** Carries our batch id, by which a batch is found again (trap 59). */
  customData: optional(batchRules.customData),
}
/** One entry by its SEC code, alone: the schema of a batch takes an entry if and only if this does. */
export const originationEntries = {
  CCD: corporateEntry,
  CTX: corporateEntry,
  PPD: individualEntry,
} as const satisfies Record<SecCode, z.ZodType>

/** The batch without its entries. */
export const originationHead = z.strictObject({ ...batchFields, secCode: z.enum(secCodes) })

/** What is said of an id that an entry before it has. */
export const repeatedId: FieldProblem = {
  path: 'uuid',
  message: 'Used before in this batch',
  source: `${requestSource}: each detail carries a client-chosen uuid`,
}
/** What is said of a batch that cannot be added up. */
export const tooLargeTotal: FieldProblem = {
  path: 'details',
  message: 'The total is more than can be counted to the cent',
  source: 'workstation',
}
/** What is said of a batch without entries. */
export const noEntries: FieldProblem = {
  path: 'details',
  message: 'A batch holds at least one entry',
  source: 'workstation',
}

const entries = <E extends z.ZodType>(of: E) =>
  z.array(of).refine((all) => all.length > 0, {
    error: noEntries.message,
    ...from(noEntries.source),
  })
const batchOf = <S extends SecCode, E extends z.ZodType>(secCode: S, of: E) =>
  z.strictObject({ ...batchFields, secCode: z.literal(secCode), details: entries(of) })

/** Where an id of a batch has been used before in it. */
export function repeatedIds(batch: {
  uuid: string
  details: readonly { uuid: string }[]
}): number[] {
  const seen = new Set([batch.uuid])
  return batch.details.flatMap(({ uuid }, index) => {
    const repeated = seen.has(uuid)
    seen.add(uuid)
    return repeated ? [index] : []
  })
}

/**
 * One batch. Blank fields are left out, never sent empty. The effective date's distance from today is
 * `effectiveDateProblem`'s, since a schema knows no today.
 */
export const originationBatch = z
  .discriminatedUnion('secCode', [
    batchOf('CCD', corporateEntry),
    batchOf('CTX', corporateEntry),
    batchOf('PPD', individualEntry),
  ])
  .superRefine((batch, context) => {
    for (const index of repeatedIds(batch)) {
      context.addIssue({
        code: 'custom',
        path: ['details', index, 'uuid'],
        message: repeatedId.message,
        ...from(repeatedId.source),
      })
    }
    if ('problem' in totalsOf(batch.details)) {
      context.addIssue({
        code: 'custom',
        path: ['details'],
        message: tooLargeTotal.message,
        ...from(tooLargeTotal.source),
      })
    }
  })
export type OriginationBatch = z.infer<typeof originationBatch>
export type OriginationEntry = OriginationBatch['details'][number]
