/**
 * A wire or RTP payment as main and the window share it, for initiation and validation. Canonical
 * names are the bank's. Blank fields may be in a form but are never sent (bank note 69); the amount
 * is a whole number of the currency's smallest unit. Rules: `payment-rules.ts`.
 */
import type { FieldRule } from '../account-validation.ts'
import { minorUnits } from '../../kernel/money.ts'
import { isKeptWhole, keptWholeRule } from '../../kernel/not-kept.ts'
import { z } from '../../kernel/zod.ts'
import {
  maxAddressLines,
  partyRules,
  paymentBodySource,
  paymentChainSource,
  paymentRules,
  paymentTypes,
  requestedServices,
  transferAmountRule,
  typesOf,
} from './payment-rules.ts'

const isOneOf = <const V extends readonly string[]>(values: V, of: FieldRule) =>
  z.custom<V[number]>((value) => values.includes(value as V[number]), {
    error: of.rule,
    params: { source: of.source },
  })
const optional = (of: FieldRule) =>
  z
    .string()
    .trim()
    .refine((value) => value === '' || of.holds(value), {
      error: of.rule,
      params: { source: of.source },
    })
    .refine(isKeptWhole, { error: keptWholeRule, params: { source: 'workstation' } })
    .optional()
const required = (of: FieldRule, source = of.source) =>
  z
    .string()
    .trim()
    .refine((value) => value !== '', {
      error: `${of.label}: needed`,
      params: { source },
      abort: true,
    })
    .refine(of.holds, { error: of.rule, params: { source: of.source } })

/** One party, with only the fields that the documents show (bank note 70). */
const party = z.strictObject({
  name: optional(partyRules.name),
  accountNumber: optional(partyRules.accountNumber),
  aba: optional(partyRules.aba),
  postalAddress: z
    .strictObject({
      adrLine: z.array(optional(partyRules.adrLine).unwrap()).max(maxAddressLines).optional(),
    })
    .optional(),
})
const partyByAccount = party.extend({
  accountNumber: required(partyRules.accountNumber, paymentChainSource),
})
const partyByAba = party.extend({ aba: required(partyRules.aba, paymentChainSource) })
export type PaymentPartyInput = z.infer<typeof party>

const amount = z
  .int()
  .refine(transferAmountRule.holds, {
    error: transferAmountRule.rule,
    params: { source: transferAmountRule.source },
    abort: true,
  })
  .transform(minorUnits)

/** Body of an initiation or a validation. */
export const paymentRequest = z
  .strictObject({
    requestedService: isOneOf(requestedServices, paymentRules.requestedService),
    requestReference: required(paymentRules.requestReference),
    type: isOneOf(paymentTypes, paymentRules.type),
    requestedValueDate: required(paymentRules.requestedValueDate),
    originatorReference: optional(paymentRules.originatorReference),
    sendersReference: required(paymentRules.sendersReference),
    receiversReference: optional(paymentRules.receiversReference),
    bankToBankInstructions: optional(paymentRules.bankToBankInstructions),
    ultimateDebitParty: party.optional(),
    debitParty: partyByAccount,
    debitPartyBank: party.optional(),
    intermediaryBank1: party.optional(),
    intermediaryBank2: party.optional(),
    intermediaryBank3: party.optional(),
    creditPartyBank: partyByAba,
    creditParty: partyByAccount,
    transferAmount: amount,
    transferCurrency: required(paymentRules.transferCurrency),
    externalTemplateName: optional(paymentRules.externalTemplateName),
    customData: optional(paymentRules.customData),
  })
  .superRefine(({ requestedService, type }, context) => {
    if (typesOf[requestedService].includes(type)) return
    context.addIssue({
      code: 'custom',
      path: ['type'],
      message: 'A wire always carries the type DRAFT',
      params: { source: paymentBodySource },
    })
  })
export type PaymentRequest = z.infer<typeof paymentRequest>

/**
 * Filter of the RTP participants. This call requires both values, and a changing list pages
 * incorrectly (bank note 75).
 */
export const participantsRequest = z.strictObject({
  limit: z.int().min(1),
  offset: z.int().min(0),
})
export type ParticipantsRequest = z.infer<typeof participantsRequest>
