/**
 * An ACH batch to originate, as main and the window share it: canonical names, and one schema per
 * SEC code. Only `main/bank/apis/ach-origination-wire.ts` knows the bank's field names (bank notes
 * 79 and 80).
 */
import type { FieldProblem, FieldRule } from '../account-validation.ts'
import { isCalendarDate } from '../../kernel/calendar.ts'
import { minorUnits } from '../../kernel/money.ts'
import { z } from '../../kernel/zod.ts'
import { batchRules, entryRules, requestSource } from './rules.ts'
import { totalsOf } from './totals.ts'

/** SEC codes that the bank originates. Alerts and inquiries know more (bank note 87). */
export const secCodes = ['CCD', 'CTX', 'PPD'] as const
export type SecCode = (typeof secCodes)[number]

/** Values in the document's examples: offered, but others are accepted (bank note 78). */
export const seenAccountTypes = ['C', 'S'] as const
export const seenTransactionTypes = ['L', 'P'] as const

/** Message for an unreadable amount. */
export const amountRule = 'Dollars and cents, such as 1250.00'

const leaveEmpty = 'Leave empty if unused'
const from = (source: string) => ({ params: { source } })
const ruled = (base: z.ZodString, of: FieldRule, blank: string) =>
  base
    .refine((value) => value.trim() !== '', { error: blank, ...from(requestSource), abort: true })
    .refine(of.holds, { error: of.rule, ...from(of.source) })
const text = (of: FieldRule) => ruled(z.string().trim(), of, 'Needed')
const optional = (of: FieldRule) => ruled(z.string().trim(), of, leaveEmpty).optional()
/** Remittance text has a structure of its own, blanks included, so it is never trimmed. */
const remittance = ruled(z.string(), entryRules.addenda, leaveEmpty)
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
  /** Nine digits; the bank wants eight, and the check digit separately. */
  routingNumber: text(entryRules.routingNumber),
  /** Exactly as typed, with leading zeros. */
  accountNumber: text(entryRules.accountNumber),
  creditDebitCode: z.enum(['C', 'D'], { error: 'C for credit or D for debit' }),
  accountType: optional(entryRules.accountType),
  transactionType: optional(entryRules.transactionType),
  /** In cents, whatever unit the bank wants (bank note 81). */
  amount: cents,
  /** A company or a person; CTX has other rules for name and id number. */
  receiverName: optional(entryRules.receiverName),
  identificationNumber: optional(entryRules.identificationNumber),
  discretionaryData: optional(entryRules.discretionaryData),
  /** One text per addenda record; for CTX the record count is computed. */
  addenda: z.array(remittance),
}
const corporateEntry = z.strictObject(entryFields)
const individualEntry = z.strictObject({
  ...entryFields,
  individualIdentificationNumber: optional(entryRules.individualIdentificationNumber),
})

const batchFields = {
  uuid: text(batchRules.uuid),
  /** Assigned by the bank and equal for every batch: settings of the profile (bank note 88). */
  collectionApplicationId: optional(batchRules.collectionApplicationId),
  point: optional(batchRules.point),
  collectionApplicationType: optional(batchRules.collectionApplicationType),
  effectiveDate: z.string().refine(isCalendarDate, {
    error: 'A date as YYYY-MM-DD',
    ...from(requestSource),
  }),
  /** The document does not show its format (bank note 81). */
  companyDescriptiveDate: optional(batchRules.companyDescriptiveDate),
  companyEntryDescription: text(batchRules.companyEntryDescription),
  /** Contains our batch id, used to find the batch again (bank note 59). */
  customData: optional(batchRules.customData),
}
/**
 * Schema of one entry by SEC code; the batch schema accepts an entry if and only if this one does.
 */
export const originationEntries = {
  CCD: corporateEntry,
  CTX: corporateEntry,
  PPD: individualEntry,
} as const satisfies Record<SecCode, z.ZodType>

/** The batch without its entries. */
export const originationHead = z.strictObject({ ...batchFields, secCode: z.enum(secCodes) })

/** Message for an id used by an earlier entry. */
export const repeatedId: FieldProblem = {
  path: 'uuid',
  message: 'Used before in this batch',
  source: `${requestSource}: each entry carries an id that its sender chooses`,
}
/** Message for a total that is too large. */
export const tooLargeTotal: FieldProblem = {
  path: 'details',
  message: 'The total is too large to count to the cent',
  source: 'workstation',
}
/** Message for a batch without entries. */
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

/** Returns the positions of entries whose id was used before in the batch. */
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
 * One batch. Blank fields are omitted, never sent empty. `effectiveDateProblem` checks the distance
 * of the effective date from today, because a schema has no clock.
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
