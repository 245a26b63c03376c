/** The bytes of a file of entries: a table, in a worker of its own, or a NACHA file. */
import { looksLikeNacha, readNacha, type NachaRead } from './nacha/read-nacha.ts'
import { mostImportRows } from '../../preload/contract/bulk/import.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import { decodedText } from '../spreadsheets/decoded-text.ts'
import { readSpreadsheet } from '../spreadsheets/read-spreadsheet.ts'
import type { Sheet } from '../spreadsheets/spreadsheet.ts'

/** What reads NACHA files; a test hands in its own. */
export interface NachaReading {
  readonly readNacha: (text: string) => NachaRead
  readonly looksLikeNacha: (text: string) => boolean
}

/** What a file holds. */
export type FileContent =
  | { readonly kind: 'table'; readonly sheet: Sheet }
  | { readonly kind: 'nacha'; readonly read: NachaRead; readonly remarks: readonly string[] }

/** Why a file is not taken. */
export type Untaken = Failure<'file-not-understood'> | Failure<'too-many-rows'>

/** The bytes of a file under its name. */
export interface NamedBytes {
  readonly name: string
  readonly bytes: Uint8Array
}

const productReading: NachaReading = { readNacha, looksLikeNacha }

/** Reads it. What a file is shows in its bytes. */
export async function readImportFile(
  file: NamedBytes,
  sheet: string | null,
  nacha: NachaReading = productReading,
): Promise<Result<FileContent, Untaken>> {
  const { text, oddity } = isZip(file.bytes) ? noText : decodedText(file.bytes)
  if (text !== '' && nacha.looksLikeNacha(text)) {
    const read = nacha.readNacha(text)
    const rows = read.batches.reduce((sum, { entries }) => sum + entries.length, 0)
    if (rows > mostImportRows) return err({ code: 'too-many-rows', atMost: mostImportRows })
    return ok({ kind: 'nacha', read, remarks: oddity === null ? [] : [oddity] })
  }
  return readTable(file, sheet)
}

const noText = { text: '', oddity: null }
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

async function readTable(
  { name, bytes }: NamedBytes,
  wanted: string | null,
): Promise<Result<FileContent, Untaken>> {
  const read = await readSpreadsheet(name, bytes, wanted ?? undefined)
  const refused = (detail: string) =>
    err({ code: 'file-not-understood', file: name, detail } as const)
  if (!read.ok) return refused(read.error.detail)
  if (read.value.rows.length === 0) return refused('It has no row below its headers.')
  return ok({ kind: 'table', sheet: read.value })
}
