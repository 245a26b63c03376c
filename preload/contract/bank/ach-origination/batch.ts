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

const needed = 'Needed'
const leaveEmpty = 'Leave empty if unused'
const directionRule = 'C for credit or D for debit'
const centsRule = 'A whole number of cents, never negative'
const isCents = (count: number): boolean => Number.isSafeInteger(count) && count >= 0
const from = (source: string) => ({ params: { source } })
const ruled = (base: z.ZodString, of: FieldRule, blank: string) =>
  base
    .refine((value) => value.trim() !== '', { error: blank, ...from(requestSource), abort: true })
    .refine(of.holds, { error: of.rule, ...from(of.source) })
const text = (of: FieldRule) => ruled(z.string().trim(), of, needed)
const optional = (of: FieldRule) => ruled(z.string().trim(), of, leaveEmpty).optional()
/** Remittance text has a structure of its own, blanks included, so it is never trimmed. */
const remittance = ruled(z.string(), entryRules.addenda, leaveEmpty)
const cents = z
  .number({ error: amountRule })
  .refine(isCents, { error: centsRule, ...from('workstation'), abort: true })
  .transform(minorUnits)

const entryFields = {
  uuid: text(entryRules.uuid),
  /** Nine digits; the bank wants eight, and the check digit separately. */
  routingNumber: text(entryRules.routingNumber),
  /** Exactly as typed, with leading zeros. */
  accountNumber: text(entryRules.accountNumber),
  creditDebitCode: z.enum(['C', 'D'], { error: directionRule }),
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

/** One entry before its check; every field is a text, or absent. */
export interface UncheckedEntry {
  readonly uuid: string
  readonly routingNumber: string
  readonly accountNumber: string
  readonly creditDebitCode: string
  readonly accountType?: string | undefined
  readonly transactionType?: string | undefined
  /** Cents; NaN if unreadable. */
  readonly amount: number
  readonly receiverName?: string | undefined
  readonly identificationNumber?: string | undefined
  readonly discretionaryData?: string | undefined
  readonly addenda: readonly string[]
  readonly individualIdentificationNumber?: string | undefined
}

/** A check of one text: its problem, or null. */
type TextCheck = (value: string | undefined) => FieldProblem | null
const checkOf = (path: string, of: FieldRule, blank: string): TextCheck => {
  const isBlank: FieldProblem = { path, message: blank, source: requestSource }
  const isBroken: FieldProblem = { path, message: of.rule, source: of.source }
  return (value) => {
    if (value === undefined) return null
    const text = value.trim()
    if (text === '') return isBlank
    return of.holds(text) ? null : isBroken
  }
}
const checks = {
  uuid: checkOf('uuid', entryRules.uuid, needed),
  routingNumber: checkOf('routingNumber', entryRules.routingNumber, needed),
  accountNumber: checkOf('accountNumber', entryRules.accountNumber, needed),
  accountType: checkOf('accountType', entryRules.accountType, leaveEmpty),
  transactionType: checkOf('transactionType', entryRules.transactionType, leaveEmpty),
  receiverName: checkOf('receiverName', entryRules.receiverName, leaveEmpty),
  identificationNumber: checkOf(
    'identificationNumber',
    entryRules.identificationNumber,
    leaveEmpty,
  ),
  discretionaryData: checkOf('discretionaryData', entryRules.discretionaryData, leaveEmpty),
  individualIdentificationNumber: checkOf(
    'individualIdentificationNumber',
    entryRules.individualIdentificationNumber,
    leaveEmpty,
  ),
}
const noDirection: FieldProblem = {
  path: 'creditDebitCode',
  message: directionRule,
  source: requestSource,
}
const noAmount: FieldProblem = { path: 'amount', message: amountRule, source: requestSource }
const noCents: FieldProblem = { path: 'amount', message: centsRule, source: 'workstation' }

function amountCheck(amount: number): FieldProblem | null {
  if (!Number.isFinite(amount)) return noAmount
  return isCents(amount) ? null : noCents
}
function addendumCheck(text: string, index: number): FieldProblem | null {
  const { rule, source, holds } = entryRules.addenda
  const path = `addenda.${String(index)}`
  if (text.trim() === '') return { path, message: leaveEmpty, source: requestSource }
  return holds(text) ? null : { path, message: rule, source }
}

/**
 * Returns the problems that `originationEntries` finds in an entry, in its order. The rules are
 * called directly, because ten thousand wrong entries are checked while a person types, and the
 * schema takes several times as long to report an issue.
 */
export function entryProblems(entry: UncheckedEntry): FieldProblem[] {
  const isDirection = entry.creditDebitCode === 'C' || entry.creditDebitCode === 'D'
  return [
    checks.uuid(entry.uuid),
    checks.routingNumber(entry.routingNumber),
    checks.accountNumber(entry.accountNumber),
    isDirection ? null : noDirection,
    checks.accountType(entry.accountType),
    checks.transactionType(entry.transactionType),
    amountCheck(entry.amount),
    checks.receiverName(entry.receiverName),
    checks.identificationNumber(entry.identificationNumber),
    checks.discretionaryData(entry.discretionaryData),
    ...entry.addenda.map(addendumCheck),
    checks.individualIdentificationNumber(entry.individualIdentificationNumber),
  ].filter((problem) => problem !== null)
}

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
