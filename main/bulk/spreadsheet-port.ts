/** How a file is read and written here; a stand-in until main/spreadsheets is there. */
import Papa from 'papaparse'
import { err, ok, type Result } from '../../preload/contract/result.ts'

/** What was read of a file. */
export interface ReadSheet {
  readonly format: 'csv' | 'xlsx'
  readonly sheets: readonly string[]
  readonly sheet: string | null
  readonly headers: readonly string[]
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
  readonly oddities: readonly string[]
}

export function readSpreadsheet(
  _name: string,
  bytes: Uint8Array,
  _sheet?: string,
): Promise<Result<ReadSheet, { detail: string }>> {
  const parsed = Papa.parse<string[]>(new TextDecoder().decode(bytes), { skipEmptyLines: false })
  const [headers, ...rest] = parsed.data
  if (!headers) return Promise.resolve(err({ detail: 'The file is empty.' }))
  const rows = rest
    .map((cells, at) => ({ line: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return Promise.resolve(
    ok({ format: 'csv', sheets: [], sheet: null, headers, rows, oddities: [] }),
  )
}

export function writeSpreadsheet(file: {
  readonly format: 'csv' | 'xlsx'
  readonly title: string
  readonly columns: readonly { readonly title: string; readonly holds: 'text' | 'number' }[]
  readonly rows: Iterable<readonly (string | null)[]>
}): Promise<Uint8Array> {
  const lines = [file.columns.map(({ title }) => title), ...file.rows]
  return Promise.resolve(Buffer.from(Papa.unparse(lines as string[][])))
}
