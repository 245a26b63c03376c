/**
 * Rules of a wire or RTP payment's fields, with the text shown beside each field and its source
 * (bank document 3; bank notes 59, 62-66, 68-70, 107). Where the document states no limit, a bound
 * only keeps a pasted file out of a payment, as its message states.
 */
import type { FieldRule } from '../account-validation.ts'
import { isCalendarDate } from '../../kernel/calendar.ts'

const body = 'Wire/RTP Payments and ACH Origination Specification, Payment request body'
const chain = 'Wire/RTP Payments and ACH Origination Specification, Payment chain'
const workstation = 'workstation'

/** The two services of the one product. Each needs its own permission (bank note 77). */
export const requestedServices = ['WIRE', 'RTP'] as const
export type RequestedService = (typeof requestedServices)[number]

/**
 * Type of a payment. A wire always carries DRAFT and is a live payment nevertheless (bank note 62).
 */
export const paymentTypes = ['PAYMENT', 'DRAFT'] as const
export type PaymentType = (typeof paymentTypes)[number]

/** Types that each service may carry (bank note 62). */
export const typesOf: Readonly<Record<RequestedService, readonly PaymentType[]>> = {
  WIRE: ['DRAFT'],
  RTP: ['PAYMENT', 'DRAFT'],
}

const rule = (
  label: string,
  text: string,
  source: string,
  holds: (value: string) => boolean,
  maxLength?: number,
): FieldRule => ({ label, rule: text, source, holds, ...(maxLength && { maxLength }) })
const upTo = (label: string, length: number, source = body): FieldRule =>
  rule(label, `At most ${String(length)} characters`, source, (v) => v.length <= length, length)
const oneOf = (label: string, values: readonly string[]): FieldRule =>
  rule(label, `One of ${values.join(' and ')}`, body, (v) => values.includes(v))

/** A path segment that no proxy rewrites: RFC 3986's unreserved characters, and not only dots. */
const survivesInPath = (value: string): boolean => /^[\w.~-]+$/.test(value) && !/^\.+$/.test(value)

/** Rules of the payment's own fields, in the document's order. */
export const paymentRules = {
  requestedService: oneOf('Service', requestedServices),
  requestReference: rule(
    'Request reference',
    'At most 35 of A-Z, a-z, 0-9, dot, dash, underscore and tilde: it becomes part of an address',
    `${body}; ${workstation}`,
    (v) => v.length <= 35 && survivesInPath(v),
    35,
  ),
  type: oneOf('Type', paymentTypes),
  requestedValueDate: rule('Value date', 'A date as YYYY-MM-DD', body, isCalendarDate, 10),
  originatorReference: upTo('Originator reference', 255, workstation),
  sendersReference: upTo('Sender\u2019s reference', 35),
  receiversReference: upTo('Receiver\u2019s reference', 140),
  bankToBankInstructions: upTo('Bank to bank instructions', 1_000, workstation),
  transferCurrency: rule(
    'Currency',
    'Three capital letters, such as USD',
    `${body}; ISO 4217`,
    (v) => /^[A-Z]{3}$/.test(v),
    3,
  ),
  externalTemplateName: upTo('External template name', 255, workstation),
  customData: rule(
    'Custom data',
    'At most 500 letters and digits, nothing else',
    body,
    (v) => /^[A-Za-z0-9]{1,500}$/.test(v),
    500,
  ),
} as const satisfies Record<string, FieldRule>
export type PaymentTextField = keyof typeof paymentRules

/** Rule of the amount, in the currency's smallest unit. */
export const transferAmountRule = {
  label: 'Amount',
  rule: 'More than zero, in the currency\u2019s smallest unit',
  source: `${body}; ${workstation}`,
  holds: (count: number): boolean => count > 0,
} as const

/** Rules of a party's fields. The document shows no others (bank note 70). */
export const partyRules = {
  name: upTo('Name', 255, workstation),
  accountNumber: rule(
    'Account number',
    'At most 255 characters, at least one of them a letter or digit',
    workstation,
    (v) => v.length <= 255 && /[\p{L}\p{N}]/u.test(v) && v.isWellFormed(),
  ),
  aba: upTo('ABA number', 255, workstation),
  adrLine: upTo('Address line', 255, workstation),
} as const satisfies Record<string, FieldRule>
export type PartyField = keyof typeof partyRules

/** Most address lines that the workstation accepts; the document states no number. */
export const maxAddressLines = 20

/**
 * Parties of a payment, in the document's order. `identifiedBy` is the id that the payment chain
 * uses for each.
 */
export const paymentParties = {
  ultimateDebitParty: { label: 'Ultimate debtor', required: false, identifiedBy: null },
  debitParty: { label: 'Sender', required: true, identifiedBy: 'accountNumber' },
  debitPartyBank: { label: 'Sender\u2019s bank', required: false, identifiedBy: 'aba' },
  intermediaryBank1: { label: 'Intermediary bank 1', required: false, identifiedBy: null },
  intermediaryBank2: { label: 'Intermediary bank 2', required: false, identifiedBy: null },
  intermediaryBank3: { label: 'Intermediary bank 3', required: false, identifiedBy: null },
  creditPartyBank: { label: 'Beneficiary\u2019s bank', required: true, identifiedBy: 'aba' },
  creditParty: { label: 'Beneficiary', required: true, identifiedBy: 'accountNumber' },
} as const satisfies Record<
  string,
  { label: string; required: boolean; identifiedBy: PartyField | null }
>
export type PaymentParty = keyof typeof paymentParties

/** Names of the parties, in the document's order. */
export const paymentPartyNames = Object.keys(paymentParties) as readonly PaymentParty[]

/** Source of the parties in the documents. */
export const paymentChainSource = chain
/** Source of the body's fields in the documents. */
export const paymentBodySource = body
