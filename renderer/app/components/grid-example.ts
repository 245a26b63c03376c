import type { GridModel } from '../../ui/grid/grid-model.ts'
import type { CellMarks, GridColumn, GridRow } from '../../ui/grid/grid-types.ts'

const names = [
  'Harbor Freight Lines',
  'Juniper Dental PC',
  'City of Alder Falls',
  'Meridian Title',
  'Ridgeway Supply',
]
const kinds = [
  { value: 'C', label: 'Checking' },
  { value: 'S', label: 'Savings' },
]
const ways = [
  { value: '+', label: 'Credit' },
  { value: '-', label: 'Debit' },
]

export const exampleGridColumns: readonly GridColumn[] = [
  { id: 'name', label: 'Receiver', width: 200, hint: 'The name, as it is written on the account.' },
  { id: 'id', label: 'Identification', width: 130, mono: true },
  { id: 'code', label: 'Routing number', width: 120, mono: true, hint: 'Nine digits.' },
  { id: 'account', label: 'Account number', width: 140, mono: true },
  { id: 'kind', label: 'Account type', width: 110, options: kinds },
  { id: 'way', label: 'Direction', width: 90, options: ways },
  { id: 'amount', label: 'Amount', width: 120, align: 'right', kind: 'amount' },
  { id: 'note', label: 'Note', width: 180 },
]

const digits = (number: number, length: number): string => String(number).padStart(length, '0')

/** Invented rows; the same number always gives the same rows. */
export function exampleGridRows(count: number): readonly GridRow[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `E${digits(index, 5)}`,
    cells: {
      name: names[index % names.length] ?? '',
      id: `INV-${digits(index + 1, 5)}`,
      code: digits(index === 3 ? 1234 : 21_000_021 + index * 9, index === 3 ? 4 : 9),
      account: digits(4_000_100 + index * 37, 10),
      kind: index % 3 === 0 ? 'S' : 'C',
      way: '+',
      amount: ((((index + 1) * 791_311) % 9_000_000) / 100).toFixed(2),
      note: index === 6 ? 'Second part of the settlement of spring, as agreed on the phone' : '',
    },
  }))
}

let rowCount = 0

/** A row that is typed at the end, or inserted. */
export function newExampleRow(): GridRow {
  rowCount += 1
  return { key: `N${digits(rowCount, 5)}`, cells: {} }
}

/** Invented rules, so that some cells have remarks. */
export function exampleMarks(model: GridModel): CellMarks {
  return (key, column) => {
    const row = model.rowAt(model.indexOf(key))
    const text = row?.cells[column] ?? ''
    if (column === 'code' && text !== '' && !/^\d{9}$/.test(text)) {
      return { kind: 'error', text: 'A routing number has nine digits.', source: 'Example rule 1' }
    }
    if (column === 'note' && text.length > 40) {
      return {
        kind: 'warning',
        text: `A note of ${text.length} characters may be cut to 40.`,
        source: 'Example rule 2',
      }
    }
    return undefined
  }
}
