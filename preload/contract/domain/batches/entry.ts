/**
 * One entry of a batch as a person types it: every field as text, kept as typed, good or not. Main makes the bank's
 * request of it (`read-batch.ts`); the rules stand in `ach-origination/rules.ts`.
 */
import type { SecCode } from '../../bank/ach-origination/batch.ts'
import { z } from '../../kernel/zod.ts'

const typed = z.string().max(255)

/** The most addenda of one entry: CTX carries them (domain rules: at most 9,999). */
export const mostAddenda = 9_999

/** An id as the bank takes it: 32 hexadecimal digits (trap 82). */
export const batchId = z.string().regex(/^[0-9a-f]{32}$/)

/** An entry as typed. */
export const typedEntry = z.strictObject({
  /** The detail's uuid: made once with the row, and kept for ever. */
  id: batchId,
  /** Nine digits; the bank gets receivingDFIId and checkDigit of them. */
  routingNumber: typed,
  accountNumber: typed,
  accountType: typed,
  /** C or D once it is right. */
  creditDebitCode: typed,
  transactionType: typed,
  /** A decimal number of dollars. */
  amount: typed,
  /** `individualName`, `receivingCompanyName` or `receivingCompanyNameIDNumber` (trap 79). */
  receiverName: typed,
  identificationNumber: typed,
  /** PPD alone. */
  individualIdentificationNumber: typed,
  discretionaryData: typed,
  addenda: z.array(z.string().max(1_000)).max(mostAddenda),
  /** The payee of the book that it came from; null: typed by hand. */
  payeeId: z.string().max(100).nullable(),
})
export type TypedEntry = z.infer<typeof typedEntry>

/** The fields of an entry that are typed into one cell, in the order of the grid. */
export const entryCells = [
  'receiverName',
  'identificationNumber',
  'individualIdentificationNumber',
  'routingNumber',
  'accountNumber',
  'accountType',
  'creditDebitCode',
  'transactionType',
  'amount',
  'discretionaryData',
] as const satisfies readonly (keyof TypedEntry)[]
export type EntryCell = (typeof entryCells)[number]

/** What the network's files call the values that the document has only seen (trap 78): an inference, said to be one. */
export const networkWords: Readonly<
  Record<'accountType' | 'transactionType', Readonly<Record<string, string>>>
> = {
  accountType: { C: 'checking', S: 'savings' },
  transactionType: { L: 'live', P: 'prenotification' },
}

/** The cells that a SEC code has. */
export const cellsOf = (secCode: SecCode): readonly EntryCell[] =>
  entryCells.filter((cell) => cell !== 'individualIdentificationNumber' || secCode === 'PPD')

/** What the bank calls each field, by SEC code where they differ (traps 79 and 80). */
export function wireNameOf(field: keyof TypedEntry, secCode: SecCode): string {
  const own: Readonly<Record<SecCode, Partial<Record<keyof TypedEntry, string>>>> = {
    CCD: { receiverName: 'receivingCompanyName' },
    CTX: { receiverName: 'receivingCompanyNameIDNumber', amount: 'totalAmount' },
    PPD: { receiverName: 'individualName' },
  }
  const common: Partial<Record<keyof TypedEntry, string>> = {
    id: 'uuid',
    routingNumber: 'receivingDFIId',
    accountNumber: 'DFIAccountNumber',
  }
  return own[secCode][field] ?? common[field] ?? field
}

/** An entry that nobody has written in. */
export const emptyEntry = (id: string): TypedEntry => ({
  id,
  routingNumber: '',
  accountNumber: '',
  accountType: '',
  creditDebitCode: '',
  transactionType: '',
  amount: '',
  receiverName: '',
  identificationNumber: '',
  individualIdentificationNumber: '',
  discretionaryData: '',
  addenda: [],
  payeeId: null,
})

/** An entry at its place in the batch. Places only have an order; a row put between two takes a number between theirs. */
export const placedEntry = z.strictObject({ position: z.number(), entry: typedEntry })
export type PlacedEntry = z.infer<typeof placedEntry>
