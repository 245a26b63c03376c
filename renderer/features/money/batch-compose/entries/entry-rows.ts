/**
 * Converts an entry to a row of the grid and back: data without a column is stored in cells that
 * the grid does not show.
 */
import type { SecCode } from '../../../../../preload/contract/bank/ach-origination/batch.ts'
import {
  cellsOf,
  entryCells,
  type EntryCell,
  type PlacedEntry,
  type TypedEntry,
} from '../../../../../preload/contract/domain/batches/entry.ts'
import { entryRules } from '../../../../../preload/contract/bank/ach-origination/rules.ts'
import type { GridColumn, GridOption, PlacedGridRow } from '../../../../ui/grid/grid-types.ts'

/** The names of the fields of an entry. */
export const entryLabels: Readonly<Record<EntryCell | 'addenda', string>> = {
  receiverName: 'Receiver',
  identificationNumber: 'Identification',
  individualIdentificationNumber: 'Individual id',
  routingNumber: 'Routing number',
  accountNumber: 'Account number',
  accountType: 'Acct type',
  creditDebitCode: 'C/D',
  transactionType: 'Type',
  amount: 'Amount',
  discretionaryData: 'Discretionary data',
  addenda: 'Addenda',
}

/** The headers of the grid that are shorter than the name; the hint has the whole one. */
const headers: Readonly<Partial<Record<EntryCell, string>>> = {
  identificationNumber: 'Id number',
  individualIdentificationNumber: 'Indiv. id',
  discretionaryData: 'Discr.',
}

const widths: Readonly<Record<EntryCell, number>> = {
  receiverName: 172,
  identificationNumber: 88,
  individualIdentificationNumber: 80,
  routingNumber: 104,
  accountNumber: 112,
  // A wrong text, such as Brokerage, beside its mark.
  accountType: 96,
  creditDebitCode: 50,
  transactionType: 42,
  amount: 104,
  discretionaryData: 48,
}
/**
 * The minimum widths, so that all columns fit in a window of 1280 pixels: no header, no digit and no
 * amount is cut, beside a mark either.
 */
const leastWidths: Readonly<Record<EntryCell, number>> = {
  // Twenty characters beside a mark.
  receiverName: 168,
  identificationNumber: 70,
  individualIdentificationNumber: 60,
  routingNumber: 100,
  accountNumber: 100,
  accountType: 68,
  creditDebitCode: 48,
  transactionType: 40,
  amount: 104,
  discretionaryData: 46,
}
/** The shares of the width that is left in a wide window. */
const growth: Readonly<Partial<Record<EntryCell, number>>> = {
  receiverName: 3,
  identificationNumber: 1,
  individualIdentificationNumber: 1,
  accountNumber: 1,
}
const mono: readonly EntryCell[] = ['routingNumber', 'accountNumber']

/** The options of a cell with their labels. Other values are accepted too (bank note 78). */
const cellOptions: Readonly<Partial<Record<EntryCell, readonly GridOption[]>>> = {
  creditDebitCode: [
    { value: 'C', label: 'Credit' },
    { value: 'D', label: 'Debit' },
  ],
  accountType: [
    { value: 'C', label: 'Checking' },
    { value: 'S', label: 'Savings' },
  ],
  transactionType: [
    { value: 'L', label: 'Live' },
    { value: 'P', label: 'Prenotification' },
  ],
}

/** The whole name of a cell, and what it takes. */
const hintOf = (cell: EntryCell, secCode: SecCode): string => {
  if (cell === 'receiverName')
    return secCode === 'PPD' ? 'Name of the person' : 'Name of the company'
  if (cell === 'amount') return 'Amount in US dollars'
  const label = cell === 'creditDebitCode' ? 'Direction' : entryRules[cell].label
  if (cell === 'routingNumber') return `${label}: nine digits, leading zeros included`
  const offered = cellOptions[cell]?.map(
    ({ value, label: name }) => `${value} ${name.toLowerCase()}`,
  )
  return offered === undefined ? label : `${label}: ${offered.join(', ')}`
}

/** Returns a column of the grid for each cell of a SEC code. */
export const columnsOf = (secCode: SecCode): readonly GridColumn[] =>
  cellsOf(secCode).map((cell) => ({
    id: cell,
    label: headers[cell] ?? entryLabels[cell],
    hint: hintOf(cell, secCode),
    width: widths[cell],
    least: leastWidths[cell],
    grow: growth[cell],
    ...(cell === 'amount' && { align: 'right' as const, kind: 'amount' as const }),
    ...(mono.includes(cell) && { mono: true }),
    ...(cellOptions[cell] && { options: cellOptions[cell] }),
  }))

/** The cells of a row that hold addenda and payee. */
const hiddenCells = { addenda: 'addenda', payee: 'payee' } as const

/** A payee applies to the account that it was selected with, and to no other. */
interface TakenPayee {
  readonly id: string
  readonly routingNumber: string
  readonly accountNumber: string
}

/** A selected payee, in full. */
export interface PickedPayee extends TakenPayee {
  readonly receiverName: string
}

/** The cells that store addenda. */
export const addendaCells = (addenda: readonly string[]): Record<string, string> => ({
  [hiddenCells.addenda]: addenda.length === 0 ? '' : JSON.stringify(addenda),
})
/** The cells of a receiver who is a payee of the book. */
export const payeeCells = (payee: PickedPayee): Record<string, string> => {
  const { receiverName, id, routingNumber, accountNumber } = payee
  const taken: TakenPayee = { id, routingNumber, accountNumber }
  return { receiverName, routingNumber, accountNumber, [hiddenCells.payee]: JSON.stringify(taken) }
}

function addendaIn(text: string): string[] {
  if (text === '') return []
  return JSON.parse(text) as string[]
}
function payeeIn(text: string, cells: Readonly<Record<string, string>>): string | null {
  if (text === '') return null
  const taken = JSON.parse(text) as TakenPayee
  const isSame =
    taken.routingNumber === cells['routingNumber'] && taken.accountNumber === cells['accountNumber']
  return isSame ? taken.id : null
}

/** Returns the row of an entry. */
export function rowOf({ position, entry }: PlacedEntry): PlacedGridRow {
  const { id, payeeId, addenda, routingNumber, accountNumber } = entry
  const cells = Object.fromEntries(
    entryCells.flatMap((cell) => (entry[cell] === '' ? [] : [[cell, entry[cell]]])),
  )
  const payee: TakenPayee | null =
    payeeId === null ? null : { id: payeeId, routingNumber, accountNumber }
  return {
    key: id,
    position,
    cells: {
      ...cells,
      ...(addenda.length > 0 && addendaCells(addenda)),
      ...(payee && { [hiddenCells.payee]: JSON.stringify(payee) }),
    },
  }
}

/** Returns the entry of a row. */
export function entryOfRow({ key, position, cells }: PlacedGridRow): PlacedEntry {
  const typed = Object.fromEntries(entryCells.map((cell) => [cell, cells[cell] ?? ''])) as Record<
    EntryCell,
    string
  >
  const entry: TypedEntry = {
    ...typed,
    id: key,
    addenda: addendaIn(cells[hiddenCells.addenda] ?? ''),
    payeeId: payeeIn(cells[hiddenCells.payee] ?? '', cells),
  }
  return { position, entry }
}

/**
 * receivingDFIId and checkDigit, as the bank receives them from the one number; empty for an
 * invalid number.
 */
export function routingParts(
  routingNumber: string,
  digits: 8 | 9,
): { readonly receivingDFIId: string; readonly checkDigit: string } {
  const number = routingNumber.trim()
  if (!/^\d{9}$/.test(number)) return { receivingDFIId: '', checkDigit: '' }
  return { receivingDFIId: number.slice(0, digits), checkDigit: number.slice(8) }
}
