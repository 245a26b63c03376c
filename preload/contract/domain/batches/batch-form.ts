/** The head of a batch as a person fills it in, and what the bank gives every batch of a profile (trap 88). */
import { secCodes } from '../../bank/ach-origination/batch.ts'
import { isCalendarDate } from '../../kernel/calendar-date.ts'
import { z } from '../../kernel/zod.ts'

const typed = z.string().max(255)

/** The head as typed. */
export const batchForm = z.strictObject({
  secCode: z.enum(secCodes),
  /**
   * The own account that the batch is drawn on, by its id. The bank's request names no account: it is where the batch
   * and its entries are looked for afterwards.
   */
  accountId: z.string().nullable(),
  /** YYYY-MM-DD once it is right. */
  effectiveDate: typed,
  companyDescriptiveDate: typed,
  companyEntryDescription: typed,
  /** The uuid of the batch that this one reverses; null: it reverses none (trap 85). */
  reversalOf: z.string().nullable(),
})
export type BatchForm = z.infer<typeof batchForm>

/** A head that nobody has written in. */
export const emptyBatchForm: BatchForm = {
  secCode: 'PPD',
  accountId: null,
  effectiveDate: '',
  companyDescriptiveDate: '',
  companyEntryDescription: '',
  reversalOf: null,
}

/** Whether an entry description says something: blanks and zeros do not. */
export const isDescribed = ({
  companyEntryDescription,
}: Pick<BatchForm, 'companyEntryDescription'>): boolean => /[^0\s]/.test(companyEntryDescription)

/**
 * What a NACHA file of a batch would lack in its header, and other programs refuse it for; empty: nothing. A date that
 * is none is left blank in the file (Nacha, batch header record).
 */
export const nachaGaps = (form: BatchForm, companyId: string): NachaGap[] => [
  ...(companyId.trim() === '' ? (['companyId'] as const) : []),
  ...(isCalendarDate(form.effectiveDate.trim()) ? [] : (['effectiveDate'] as const)),
  ...(isDescribed(form) ? [] : (['companyEntryDescription'] as const)),
]
export type NachaGap = 'companyId' | 'effectiveDate' | 'companyEntryDescription'

/** In what the bank counts an amount, which no document shows (trap 81). */
export const amountUnits = ['dollars', 'cents'] as const
export type AmountUnit = (typeof amountUnits)[number]

/** What the documents leave open and the bank says at onboarding (traps 81 and 88): part of every body. */
export const originationTerms = z.strictObject({
  amountUnit: z.enum(amountUnits),
  /** How many digits go out as receivingDFIId; checkDigit is the ninth either way. */
  receivingDfiDigits: z.union([z.literal(8), z.literal(9)]),
  collectionApplicationId: typed,
  point: typed,
  collectionApplicationType: typed,
})
export type OriginationTerms = z.infer<typeof originationTerms>

/** The settings of ACH origination of one profile. */
export const achSettings = z.strictObject({
  ...originationTerms.shape,
  /** How many entries one call carries; larger files become several batches. */
  mostEntries: z.int().min(1).max(10_000),
})
export type AchSettings = z.infer<typeof achSettings>

/** What stands until somebody changes it. */
export const defaultAchSettings: AchSettings = {
  amountUnit: 'dollars',
  receivingDfiDigits: 8,
  collectionApplicationId: '',
  point: '',
  collectionApplicationType: '',
  mostEntries: 10_000,
}

/** Where the unit of amounts was seen to be right: an accepted batch of pre-production, and what the inquiry showed. */
export const unitConfirmation = z.object({
  unit: z.enum(amountUnits),
  at: z.iso.datetime(),
  /** An operator's name. */
  by: z.string(),
  /** The pre-production profile's name. */
  profile: z.string(),
  batchUuid: z.string(),
  /** The entry that was compared; undefined: confirmed by a version that did not keep it. No name: a card is not encrypted. */
  entry: z.object({ id: z.string(), number: z.int() }).optional(),
  /** What was sent, in cents, and what the bank showed of the same entry, as it wrote it. */
  sent: z.int(),
  shown: z.string(),
})
export type UnitConfirmation = z.infer<typeof unitConfirmation>

/** The settings in force. */
export const achSettingsState = z.object({
  settings: achSettings,
  /** From 0, which is what stands before anybody changed it. */
  version: z.int(),
  at: z.iso.datetime().nullable(),
  by: z.string().nullable(),
  /** Null: nobody has confirmed the unit in pre-production. */
  confirmation: unitConfirmation.nullable(),
  /** Production originates nothing before its unit was confirmed in pre-production (trap 81). */
  isLocked: z.boolean(),
  /** The bank showed another amount of an entry than was sent in this unit, after it was confirmed. */
  amountDifferedAt: z.iso.datetime().optional(),
})
export type AchSettingsState = z.infer<typeof achSettingsState>
