/**
 * Request of an account ownership validation, as main and the window share it, with the document's
 * limits. The parsed answer is in account-reading.ts. Rules: bank document 2, Account
 * validation; bank notes 24-40.
 */
import { withoutLeadingZeros } from '../kernel/account-number.ts'
import { isCalendarDate } from '../kernel/calendar.ts'
import { z } from '../kernel/zod.ts'

export { bankMessage, type BankMessage } from './answers/bank-message.ts'
export { callFailures, type CallFailure } from './answers/call-failure.ts'
export { matchFields } from './codes/account-validation.ts'
export {
  accountAnswer,
  type AccountAnswer,
  type AccountReading,
  type MatchField,
} from './account-reading.ts'

/** Owner fields of `AcctOwner`, in the document's order. */
export const ownerFields = [
  'firstName',
  'lastName',
  'middleName',
  'namePrefix',
  'nameSuffix',
  'businessName',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'homePhone',
  'workPhone',
  'ssn',
  'dob',
  'idType',
  'idNo',
  'idState',
] as const
export type OwnerField = (typeof ownerFields)[number]

/**
 * Sent once, never stored or recorded; only the fact that they were sent, and their match, is
 * stored (bank note 39).
 */
export const unstoredOwnerFields = ['ssn', 'dob', 'idNo'] as const satisfies readonly OwnerField[]

/** Versions of the call: v1 by default, v2 only if a path is configured (bank note 26). */
export const apiVersions = ['v1', 'v2'] as const
export type ApiVersion = (typeof apiVersions)[number]

/**
 * The expected owner of the account: a person or a business, never both, because v1 says "and/or",
 * v2 "one, not both", and variants with both are deprecated (bank note 28). `none` requests only
 * the account status (bank note 29).
 */
export const ownerKinds = ['person', 'business', 'none'] as const
export type OwnerKind = (typeof ownerKinds)[number]

const inquirySource = 'Account Validation and ACH Inquiry Specification, Account validation request'
const ownerSource = 'Account Validation and ACH Inquiry Specification, AcctOwner fields'

/** The rule of one field: the text shown beside the field, and its source. */
export interface FieldRule {
  readonly label: string
  /** Message for a value that breaks the rule. */
  readonly rule: string
  readonly source: string
  /** Longest allowed value, for the counter beside the field. */
  readonly maxLength?: number
  readonly holds: (value: string) => boolean
}

const rule = (
  label: string,
  text: string,
  source: string,
  holds: (value: string) => boolean,
  maxLength?: number,
): FieldRule => ({ label, rule: text, source, holds, ...(maxLength && { maxLength }) })

const upTo = (label: string, length: number, source = ownerSource): FieldRule =>
  rule(label, `At most ${String(length)} characters`, source, (v) => v.length <= length, length)
/** The document states no limit; this one only keeps a pasted file out of the request. */
const unlimited = (label: string): FieldRule =>
  rule(label, 'At most 255 characters', 'workstation', (v) => v.length <= 255)
const pattern = (label: string, text: string, shape: RegExp, maxLength?: number): FieldRule =>
  rule(label, text, ownerSource, (v) => shape.test(v), maxLength)

/** Rules of the owner fields. A field is checked only if it has a value. */
export const ownerRules: Readonly<Record<OwnerField, FieldRule>> = {
  firstName: unlimited('First name'),
  lastName: unlimited('Last name'),
  middleName: unlimited('Middle'),
  namePrefix: upTo('Prefix', 4),
  nameSuffix: upTo('Suffix', 4),
  businessName: unlimited('Business name'),
  addressLine1: upTo('Address line 1', 40),
  addressLine2: upTo('Address line 2', 40),
  city: unlimited('City'),
  state: pattern('State', 'Two letters, such as OH', /^[A-Za-z]{2}$/, 2),
  zipCode: pattern(
    'ZIP code',
    'Five or nine digits, with or without a dash',
    /^\d{5}(-?\d{4})?$/,
    10,
  ),
  homePhone: pattern('Home phone', 'Ten digits and nothing else', /^\d{10}$/, 10),
  workPhone: pattern('Work phone', 'Ten digits and nothing else', /^\d{10}$/, 10),
  ssn: pattern('SSN or tax id', 'All nine digits, or the last four', /^(\d{9}|\d{4})$/, 9),
  dob: rule('Date of birth', 'A date as YYYY-MM-DD', ownerSource, isCalendarDate, 10),
  idType: upTo('Id type', 1),
  idNo: upTo('Id number', 28),
  idState: upTo('Issued in', 6),
}

/** Rules of the other request fields. */
export const inquiryRules = {
  routingNumber: rule(
    'Routing number',
    'Nine digits, leading zeros included',
    inquirySource,
    (v) => /^\d{9}$/.test(v),
    9,
  ),
  accountNumber: rule(
    'Account number',
    'Letters and digits without separators, at most 17 after leading zeros',
    inquirySource,
    (v) => /^[A-Za-z0-9]+$/.test(v) && /^.{1,17}$/.test(withoutLeadingZeros(v)),
  ),
  userDefined: upTo('Your reference', 255, inquirySource),
} as const satisfies Record<string, FieldRule>

/** Message beside a field, with the source of the rule. */
export interface FieldProblem {
  readonly path: string
  readonly message: string
  readonly source: string
}

const text = (of: FieldRule) =>
  z
    .string()
    .trim()
    .min(1)
    .refine(of.holds, { error: of.rule, params: { source: of.source } })
const optional = (of: FieldRule) => text(of).optional()

const ownerShape = {
  firstName: optional(ownerRules.firstName),
  lastName: optional(ownerRules.lastName),
  middleName: optional(ownerRules.middleName),
  namePrefix: optional(ownerRules.namePrefix),
  nameSuffix: optional(ownerRules.nameSuffix),
  businessName: optional(ownerRules.businessName),
  addressLine1: optional(ownerRules.addressLine1),
  addressLine2: optional(ownerRules.addressLine2),
  city: optional(ownerRules.city),
  state: optional(ownerRules.state),
  zipCode: optional(ownerRules.zipCode),
  homePhone: optional(ownerRules.homePhone),
  workPhone: optional(ownerRules.workPhone),
  ssn: optional(ownerRules.ssn),
  dob: optional(ownerRules.dob),
  idType: optional(ownerRules.idType),
  idNo: optional(ownerRules.idNo),
  idState: optional(ownerRules.idState),
} satisfies Record<OwnerField, z.ZodType>

type OwnerInput = Partial<Record<OwnerField, string | undefined>>
/** The names of a person. */
export const personFields = [
  'firstName',
  'lastName',
  'middleName',
  'namePrefix',
  'nameSuffix',
] as const

/** The problem of a person with only one name, or none. */
export const namesTogether = 'First and last name are needed together'

/** Returns the missing and the forbidden names for a kind of owner (bank notes 28 and 29). */
function nameProblems(kind: OwnerKind, owner: OwnerInput): FieldProblem[] {
  const problem = (field: OwnerField, message: string): FieldProblem => ({
    path: `owner.${field}`,
    message,
    source: ownerSource,
  })
  const sent = (field: OwnerField): boolean => Boolean(owner[field])
  if (kind === 'none') {
    return ownerFields.filter(sent).map((f) => problem(f, 'Empty: the owner is not checked'))
  }
  if (kind === 'business') {
    return [
      ...(sent('businessName') ? [] : [problem('businessName', 'Needed to check a business')]),
      ...personFields
        .filter(sent)
        .map((f) => problem(f, 'A business is checked by its name alone')),
    ]
  }
  return [
    ...(sent('firstName') ? [] : [problem('firstName', namesTogether)]),
    ...(sent('lastName') ? [] : [problem('lastName', namesTogether)]),
    ...(sent('businessName')
      ? [problem('businessName', 'Check a person or a business, not both')]
      : []),
  ]
}

/**
 * One request in canonical names. Blank owner fields are omitted, never sent empty. Account numbers
 * are stored as typed and sent without leading zeros (bank note 36). A date of birth is YYYY-MM-DD
 * here and YYYYMMDD on the wire (bank note 37). The fields amount and serialNumber do not exist
 * (bank note 35).
 */
export const accountInquiry = z
  .strictObject({
    apiVersion: z.enum(apiVersions),
    routingNumber: text(inquiryRules.routingNumber),
    accountNumber: text(inquiryRules.accountNumber),
    ownerKind: z.enum(ownerKinds),
    owner: z.strictObject(ownerShape),
    userDefined: optional(inquiryRules.userDefined),
  })
  .superRefine((inquiry, context) => {
    for (const { path, message, source } of nameProblems(inquiry.ownerKind, inquiry.owner)) {
      context.addIssue({ code: 'custom', path: path.split('.'), message, params: { source } })
    }
  })
export type AccountInquiry = z.infer<typeof accountInquiry>
