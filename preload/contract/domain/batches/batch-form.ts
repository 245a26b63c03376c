/**
 * Header of a batch as a person enters it, and the bank's settings for every batch of a profile
 * (bank note 88).
 */
import { secCodes } from '../../bank/ach-origination/batch.ts'
import { isCalendarDate } from '../../kernel/calendar.ts'
import { z } from '../../kernel/zod.ts'

const typed = z.string().max(255)

/** Header as typed. */
export const batchForm = z.strictObject({
  secCode: z.enum(secCodes),
  /**
   * Id of the own account that funds the batch. The bank's request names no account; this one is
   * used later for inquiries about the batch and its entries.
   */
  accountId: z.string().nullable(),
  /** YYYY-MM-DD if valid. */
  effectiveDate: typed,
  companyDescriptiveDate: typed,
  companyEntryDescription: typed,
  /** Uuid of the batch that this one reverses; null if it reverses none (bank note 85). */
  reversalOf: z.string().nullable(),
})
export type BatchForm = z.infer<typeof batchForm>

export const emptyBatchForm: BatchForm = {
  secCode: 'PPD',
  accountId: null,
  effectiveDate: '',
  companyDescriptiveDate: '',
  companyEntryDescription: '',
  reversalOf: null,
}

/** Returns whether an entry description has content: blanks and zeros do not count. */
export const isDescribed = ({
  companyEntryDescription,
}: Pick<BatchForm, 'companyEntryDescription'>): boolean => /[^0\s]/.test(companyEntryDescription)

/**
 * Returns the header fields that are missing for a NACHA file, which other programs would refuse;
 * empty if complete. An invalid date is left blank in the file (Nacha, batch header record).
 */
export const nachaGaps = (form: BatchForm, companyId: string): NachaGap[] => [
  ...(companyId.trim() === '' ? (['companyId'] as const) : []),
  ...(isCalendarDate(form.effectiveDate.trim()) ? [] : (['effectiveDate'] as const)),
  ...(isDescribed(form) ? [] : (['companyEntryDescription'] as const)),
]
export type NachaGap = 'companyId' | 'effectiveDate' | 'companyEntryDescription'

/** Unit of amounts at the bank, which no document shows (bank note 81). */
export const amountUnits = ['dollars', 'cents'] as const
export type AmountUnit = (typeof amountUnits)[number]

/**
 * Settings that the documents leave open and the bank states at onboarding (bank notes 81 and 88):
 * part of every body.
 */
export const originationTerms = z.strictObject({
  amountUnit: z.enum(amountUnits),
  /** Number of digits sent as receivingDFIId; checkDigit is the ninth digit in either case. */
  receivingDfiDigits: z.union([z.literal(8), z.literal(9)]),
  collectionApplicationId: typed,
  point: typed,
  collectionApplicationType: typed,
})
export type OriginationTerms = z.infer<typeof originationTerms>

/** Settings of ACH origination of one profile. */
export const achSettings = z.strictObject({
  ...originationTerms.shape,
  /** Most entries in one call; larger files become several batches. */
  mostEntries: z.int().min(1).max(10_000),
})
export type AchSettings = z.infer<typeof achSettings>

/** Valid until an administrator changes them. */
export const defaultAchSettings: AchSettings = {
  amountUnit: 'dollars',
  receivingDfiDigits: 8,
  collectionApplicationId: '',
  point: '',
  collectionApplicationType: '',
  mostEntries: 10_000,
}

/**
 * Proof that the unit of amounts is correct: an accepted batch of pre-production, and the amount in
 * the inquiry.
 */
export const unitConfirmation = z.object({
  unit: z.enum(amountUnits),
  at: z.iso.datetime(),
  /** Name of the operator. */
  by: z.string(),
  /** Name of the pre-production profile. */
  profile: z.string(),
  batchUuid: z.string(),
  /**
   * The compared entry; undefined if confirmed by a version that did not store it. Never a
   * receiver's name, because the profile card is not encrypted.
   */
  entry: z.object({ id: z.string(), number: z.int() }).optional(),
  /** The amount sent, in cents; beside it the bank's amount of the same entry, exact text. */
  sent: z.int(),
  shown: z.string(),
})
export type UnitConfirmation = z.infer<typeof unitConfirmation>

/** The current settings. */
export const achSettingsState = z.object({
  settings: achSettings,
  /** Starts at 0, the default settings. */
  version: z.int(),
  at: z.iso.datetime().nullable(),
  by: z.string().nullable(),
  /** Null until somebody confirms the unit in pre-production. */
  confirmation: unitConfirmation.nullable(),
  /**
   * True while production originates nothing because its unit is not confirmed in pre-production
   * (bank note 81).
   */
  isLocked: z.boolean(),
  /**
   * When the bank first showed a different amount than was sent in this unit, after its
   * confirmation.
   */
  amountDifferedAt: z.iso.datetime().optional(),
})
export type AchSettingsState = z.infer<typeof achSettingsState>
