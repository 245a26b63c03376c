/**
 * Rules of single fields of an ACH batch. The document shows no constraints of batch and detail
 * fields (bank document 3, ACH origination request; bank notes 78 and 81), so only its few
 * statements, and values without which no body can be written, are rules. Everything else is a
 * warning: `warnings.ts`.
 */
import type { FieldRule } from '../account-validation.ts'

/** Source of the request fields. */
export const requestSource =
  'Wire/RTP Payments and ACH Origination Specification, ACH origination request'
const limits = 'Wire/RTP Payments and ACH Origination Specification, Limits'

const rule = (
  label: string,
  text: string,
  source: string,
  holds: (value: string) => boolean,
  maxLength?: number,
): FieldRule => ({ label, rule: text, source, holds, ...(maxLength && { maxLength }) })

/** The document states no limit; this one only keeps a pasted file out of the request. */
const unlimited = (label: string, length = 255): FieldRule =>
  rule(label, `At most ${length} characters`, 'workstation', (value) => value.length <= length)

/**
 * Letters and digits only: a hyphen is not alphanumeric, so a uuid is sent without hyphens (bank
 * note 82).
 */
const uuid = (label: string): FieldRule =>
  rule(
    label,
    '32 hexadecimal digits in lower case, without hyphens',
    `${limits}: at most 45 alphanumeric characters`,
    (value) => /^[0-9a-f]{32}$/.test(value),
    32,
  )

/** Rules of the batch fields. */
export const batchRules = {
  uuid: uuid('Batch id'),
  collectionApplicationId: unlimited('Collection application id'),
  point: unlimited('Point'),
  collectionApplicationType: unlimited('Collection application type'),
  companyDescriptiveDate: unlimited('Descriptive date'),
  companyEntryDescription: unlimited('Entry description'),
  customData: rule(
    'Reference',
    'Letters and digits only, at most 500',
    `${limits}: up to 500 alphanumeric characters`,
    (value) => /^[A-Za-z0-9]{1,500}$/.test(value),
    500,
  ),
} as const satisfies Record<string, FieldRule>

/** Rules of the entry fields. */
export const entryRules = {
  uuid: uuid('Entry id'),
  routingNumber: rule(
    'Routing number',
    'Nine digits, leading zeros included',
    `${requestSource}: the receiving bank and its check digit are written from it`,
    (value) => /^\d{9}$/.test(value),
    9,
  ),
  accountNumber: unlimited('Account number'),
  accountType: unlimited('Account type'),
  transactionType: unlimited('Transaction type'),
  receiverName: unlimited('Receiver'),
  identificationNumber: unlimited('Identification number'),
  individualIdentificationNumber: unlimited('Individual identification number'),
  discretionaryData: unlimited('Discretionary data'),
  addenda: unlimited('Payment related information', 1_000),
} as const satisfies Record<string, FieldRule>
