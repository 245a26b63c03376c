/**
 * The payee book: parties that this profile pays. A second person approves every new or changed
 * payee; until then it is flagged wherever used. Changed account details are the typical sign of
 * the most frequent fraud (Nacha 2026, originator fraud monitoring).
 */
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import {
  maxAddressLines,
  partyRules,
  requestedServices,
} from '../../bank/payments/payment-rules.ts'
import { z } from '../../kernel/zod.ts'

/** Most payees proposed in one act. */
export const mostProposed = 1_000

const text = (of: { rule: string; source: string; holds: (value: string) => boolean }) =>
  z
    .string()
    .trim()
    .max(255)
    .refine((value) => value === '' || of.holds(value), {
      error: of.rule,
      params: { source: of.source },
    })
const lines = z.array(text(partyRules.adrLine)).max(maxAddressLines)

/**
 * Kind of account owner: the bank checks a person by first and last name, a business by one name.
 */
export const payeeKinds = ['person', 'business'] as const
export type PayeeKind = (typeof payeeKinds)[number]

/** An intermediary bank. Blank fields have no meaning. */
export const payeeBank = z.strictObject({
  name: text(partyRules.name),
  aba: text(partyRules.aba),
  address: lines,
})

/** Proposed details of a payee; every text as typed. */
export const payeeDetails = z.strictObject({
  kind: z.enum(payeeKinds, { error: 'Choose person or business' }),
  name: text(partyRules.name).refine((value) => value !== '', { error: 'Name: needed' }),
  accountNumber: text(partyRules.accountNumber)
    .refine((value) => value !== '', { error: 'Account number: needed' })
    .refine((value) => !value.includes('\u2022'), {
      error: 'Enter the full number: this one is masked',
      params: { source: 'workstation' },
    }),
  address: lines,
  bank: payeeBank,
  /** Up to three, in order. */
  intermediaries: z.array(payeeBank).max(3),
  /** Usual payment services. */
  services: z.array(z.enum(requestedServices)).max(2),
  note: z.string().trim().max(500),
})
/** Details of a payee. `kind` null: entered before payees had a kind. */
export type PayeeDetails = Omit<z.infer<typeof payeeDetails>, 'kind'> & {
  readonly kind: PayeeKind | null
}

/** Displayed details: as typed, with the account masked or not. */
const shownBank = z.object({ name: z.string(), aba: z.string(), address: z.array(z.string()) })
export const shownPayeeDetails = z.object({
  ...payeeDetails.shape,
  kind: z.enum(payeeKinds).nullable(),
  name: z.string(),
  accountNumber: z.string(),
  address: z.array(z.string()),
  bank: shownBank,
  intermediaries: z.array(shownBank),
  note: z.string(),
})

/** Fields of a payee that can change, by their names in the history. */
export const payeeFields = [
  'kind',
  'name',
  'accountNumber',
  'address',
  'bank.name',
  'bank.aba',
  'bank.address',
  'intermediaries',
  'services',
  'note',
] as const
export type PayeeField = (typeof payeeFields)[number]

export const payeeStates = [
  'new',
  'approved',
  'change-proposed',
  'removal-proposed',
  'refused',
  'removed',
] as const
export type PayeeState = (typeof payeeStates)[number]

const line = {
  id: z.string(),
  state: z.enum(payeeStates),
  /** Null: entered before payees had a kind. */
  kind: z.enum(payeeKinds).nullable(),
  name: z.string(),
  /** Masked: the last four characters. */
  account: z.string(),
  aba: z.string(),
  bankName: z.string(),
  services: z.array(z.enum(requestedServices)),
  payments: z.int(),
  /** Of the last wire, RTP payment or ACH credit. */
  lastPaidAt: z.iso.datetime().nullable(),
  /** Its amount, in smallest units; null if none was paid. */
  lastAmount: z.object({ amount: z.int(), currency: z.string() }).nullable(),
  changedAt: z.iso.datetime(),
}
/** A payee as a line: its approved details, or the proposed ones if none are approved yet. */
export const payeeLine = z.object(line)
export type PayeeLine = z.infer<typeof payeeLine>

/** A proposal that waits for a second person. `details` null: to remove the payee. */
export const payeeProposal = z.object({
  version: z.int(),
  details: shownPayeeDetails.nullable(),
  by: z.object({ id: z.string(), name: z.string() }),
  at: z.iso.datetime(),
})

/**
 * One payee with all decisions about it, newest first. Account numbers are masked unless revealed.
 */
export const payee = z.object({
  ...line,
  approved: shownPayeeDetails.nullable(),
  /** Details shown in the line: the approved ones, else the last proposed ones, decided or not. */
  latest: shownPayeeDetails,
  /** The approved version; 0 if none yet. */
  version: z.int(),
  proposal: payeeProposal.nullable(),
  /** The last wire or RTP payment, which a new one may repeat; null if there was none. */
  lastPayment: z.object({ amount: z.int(), currency: z.string(), at: z.iso.datetime() }).nullable(),
  history: z.array(
    z.object({
      version: z.int(),
      at: z.iso.datetime(),
      by: z.string(),
      what: z.enum(['proposed', 'removal-proposed', 'approved', 'refused', 'withdrawn']),
      comment: z.string(),
      /** Names of the fields that differ from the previously approved details. */
      changed: z.array(z.enum(payeeFields)),
    }),
  ),
  isMasked: z.boolean(),
})
export type Payee = z.infer<typeof payee>

export const payeesRequest = z.object({
  ...pageRequest,
  search: z.string().max(100).optional(),
  view: z.enum(['all', 'usable', 'waiting', 'removed']),
  sort: listSort(['name', 'state', 'bank', 'payments', 'last-paid', 'changed']),
})
export type PayeesRequest = z.infer<typeof payeesRequest>
