/** Reads CSV and XLSX in a worker thread: main stays free, and a hostile file ends the thread at worst. */
import {
  largestImportBytes,
  mostImportColumns,
  mostImportRows,
} from '../../preload/contract/bulk/import.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import {
  SheetRefusal,
  type Sheet,
  type SheetLimits,
  type SheetRow,
  type UnreadSheet,
} from './spreadsheet.ts'
import { SpreadsheetLink, type WorkerPlace } from './spreadsheet-link.ts'

const importLimits: SheetLimits = {
  bytes: largestImportBytes,
  rows: mostImportRows,
  columns: mostImportColumns,
}

/**
 * Reads the sheet of a file: the named one, or the first that is not hidden. What a file is shows in its bytes; its
 * name decides between comma and tab at most. Nothing is dropped but blank rows, and nothing is guessed: what looks
 * spoiled is told in `oddities`. Never rejects for a file, whatever it holds.
 */
export async function readSpreadsheet(
  name: string,
  bytes: Uint8Array,
  sheet?: string,
  options: WorkerPlace & { readonly limits?: SheetLimits } = {},
): Promise<Result<Sheet, UnreadSheet>> {
  const limits = options.limits ?? importLimits
  const size = tooLittleOrMuch(bytes, limits)
  if (size !== undefined) return err({ detail: size })
  const link = new SpreadsheetLink(options)
  try {
    return ok(await received(link, { name, bytes, sheet, limits }))
  } catch (error) {
    if (error instanceof SheetRefusal) return err({ detail: error.message })
    throw error
  } finally {
    link.close()
  }
}

function tooLittleOrMuch({ length }: Uint8Array, { bytes }: SheetLimits): string | undefined {
  if (length === 0) return 'The file is empty.'
  return length > bytes ? `The file is larger than ${String(bytes / 1024 / 1024)} MB.` : undefined
}

async function received(
  link: SpreadsheetLink,
  file: { name: string; bytes: Uint8Array; sheet: string | undefined; limits: SheetLimits },
): Promise<Sheet> {
  const first = await link.ask({ kind: 'read', ...file })
  if (first.kind !== 'head') throw new SheetRefusal('The program that reads spreadsheets failed.')
  const rows: SheetRow[] = []
  while (rows.length < first.rows) {
    const part = await link.ask({ kind: 'more-rows' })
    if (part.kind !== 'rows') throw new SheetRefusal('The program that reads spreadsheets failed.')
    for (const row of part.rows) rows.push(row)
  }
  return { ...first.head, rows }
}
