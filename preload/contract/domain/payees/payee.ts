/**
 * The payee book: whom this profile pays. What one person enters or changes another approves; until then it
 * is flagged wherever it is used. Changed account details are the sign of the commonest fraud (Nacha 2026,
 * originator fraud monitoring, in the domain rules).
 */
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import {
  maxAddressLines,
  partyRules,
  requestedServices,
} from '../../bank/payments/payment-rules.ts'
import { z } from '../../kernel/zod.ts'

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

/** Whose account a payee's is: the bank is asked about a person by first and last name, about a business by one name. */
export const payeeKinds = ['person', 'business'] as const
export type PayeeKind = (typeof payeeKinds)[number]

/** A bank on the way. Blank fields say nothing. */
export const payeeBank = z.strictObject({
  name: text(partyRules.name),
  aba: text(partyRules.aba),
  address: lines,
})

/** What is proposed of a payee; every text as it was typed. */
export const payeeDetails = z.strictObject({
  kind: z.enum(payeeKinds, { error: 'Choose person or business' }),
  name: text(partyRules.name).refine((value) => value !== '', { error: 'Name: needed' }),
  accountNumber: text(partyRules.accountNumber)
    .refine((value) => value !== '', { error: 'Account number: needed' })
    .refine((value) => !value.includes('\u2022'), {
      error: 'The number in full: this one is masked',
      params: { source: 'workstation' },
    }),
  address: lines,
  bank: payeeBank,
  /** Up to three, in their order. */
  intermediaries: z.array(payeeBank).max(3),
  /** How it is usually paid. */
  services: z.array(z.enum(requestedServices)).max(2),
  note: z.string().trim().max(500),
})
/** What is known of a payee. `kind` null: entered before payees had one. */
export type PayeeDetails = Omit<z.infer<typeof payeeDetails>, 'kind'> & {
  readonly kind: PayeeKind | null
}

/** Details as they are shown: as they were typed, the account masked or not. */
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

/** What of a payee can change, by the names under which the history tells of it. */
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
  /** Null: entered before payees had one. */
  kind: z.enum(payeeKinds).nullable(),
  name: z.string(),
  /** Masked: the last four characters. */
  account: z.string(),
  aba: z.string(),
  bankName: z.string(),
  services: z.array(z.enum(requestedServices)),
  payments: z.int(),
  lastPaidAt: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime(),
}
/** A payee as a line: what is approved, or what is proposed where nothing is approved yet. */
export const payeeLine = z.object(line)
export type PayeeLine = z.infer<typeof payeeLine>

/** A proposal that waits for a second person. `details` null: to remove the payee. */
export const payeeProposal = z.object({
  version: z.int(),
  details: shownPayeeDetails.nullable(),
  by: z.object({ id: z.string(), name: z.string() }),
  at: z.iso.datetime(),
})

/** One payee with what was decided about it, newest first. Account numbers masked unless revealed. */
export const payee = z.object({
  ...line,
  approved: shownPayeeDetails.nullable(),
  /** What the line tells of: what is approved, else what was proposed last, decided or not. */
  latest: shownPayeeDetails,
  /** The version that is approved; 0: none yet. */
  version: z.int(),
  proposal: payeeProposal.nullable(),
  history: z.array(
    z.object({
      version: z.int(),
      at: z.iso.datetime(),
      by: z.string(),
      what: z.enum(['proposed', 'removal-proposed', 'approved', 'refused', 'withdrawn']),
      comment: z.string(),
      /** The fields in which it differs from what was approved before, by their names. */
      changed: z.array(z.enum(payeeFields)),
    }),
  ),
  isMasked: z.boolean(),
})
export type Payee = z.infer<typeof payee>

/** A page of the book. */
export const payeesRequest = z.object({
  ...pageRequest,
  search: z.string().max(100).optional(),
  view: z.enum(['all', 'usable', 'waiting', 'removed']),
  sort: listSort(['name', 'state', 'bank', 'payments', 'last-paid', 'changed']),
})
export type PayeesRequest = z.infer<typeof payeesRequest>
