/**
 * One entry of a batch as typed: every field is stored as text, valid or not. Main builds the
 * bank's request from it (`read-batch.ts`); the rules are in `ach-origination/rules.ts`.
 */
import type { SecCode } from '../../bank/ach-origination/batch.ts'
import { z } from '../../kernel/zod.ts'

const typed = z.string().max(255)

/** Most addenda of one entry: CTX allows 9,999 (Nacha). */
export const mostAddenda = 9_999

/** An id in the form that the bank accepts: 32 hexadecimal digits (bank note 82). */
export const batchId = z.string().regex(/^[0-9a-f]{32}$/)

/** An entry as typed. */
export const typedEntry = z.strictObject({
  /** Uuid of the detail: created once with the row and never changed. */
  id: batchId,
  /** Nine digits; sent to the bank as receivingDFIId and checkDigit. */
  routingNumber: typed,
  accountNumber: typed,
  accountType: typed,
  /** C or D if valid. */
  creditDebitCode: typed,
  transactionType: typed,
  /** Decimal number of dollars. */
  amount: typed,
  /** `individualName`, `receivingCompanyName` or `receivingCompanyNameIDNumber` (bank note 79). */
  receiverName: typed,
  identificationNumber: typed,
  /** PPD only. */
  individualIdentificationNumber: typed,
  discretionaryData: typed,
  addenda: z.array(z.string().max(1_000)).max(mostAddenda),
  /** The payee it came from; null if typed by hand. */
  payeeId: z.string().max(100).nullable(),
})
export type TypedEntry = z.infer<typeof typedEntry>

/** Entry fields that are typed into one cell, in grid order. */
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

/**
 * Network terms for values that appear only in the document's examples (bank note 78): an
 * inference, labeled as one.
 */
export const networkLabels: Readonly<
  Record<'accountType' | 'transactionType', Readonly<Record<string, string>>>
> = {
  accountType: { C: 'checking', S: 'savings' },
  transactionType: { L: 'live', P: 'prenotification' },
}

/** Returns the cells of a SEC code. */
export const cellsOf = (secCode: SecCode): readonly EntryCell[] =>
  entryCells.filter((cell) => cell !== 'individualIdentificationNumber' || secCode === 'PPD')

/** Returns the bank's name of a field, which may differ by SEC code (bank notes 79 and 80). */
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

/**
 * An entry with its position in the batch. Positions only define an order; an inserted row gets a
 * number between its neighbors.
 */
export const placedEntry = z.strictObject({ position: z.number(), entry: typedEntry })
export type PlacedEntry = z.infer<typeof placedEntry>
