/** The bytes of a file of entries: a table or a NACHA file, read in a worker of its own. */
import { mostImportRows } from '../../../../preload/contract/api/bulk/import.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import {
  readEntriesFile,
  type EntriesFile,
  type ReadingOptions,
} from '../../../platform/spreadsheets/read-spreadsheet.ts'

/** What a file holds. */
export type FileContent = EntriesFile

/** Why a file is not taken. */
export type Untaken = Failure<'file-not-understood'> | Failure<'too-many-rows'>

/** The bytes of a file under its name. */
export interface NamedBytes {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Reads it. What a file is shows in its bytes. */
export async function readImportFile(
  { name, bytes }: NamedBytes,
  wanted: string | null,
  options: ReadingOptions = {},
): Promise<Result<FileContent, Untaken>> {
  const read = await readEntriesFile(name, bytes, wanted ?? undefined, options)
  const refused = (detail: string) =>
    err({ code: 'file-not-understood', file: name, detail } as const)
  if (!read.ok) return refused(read.error.detail)
  const content = read.value
  if (content.kind === 'table' && content.sheet.rows.length === 0)
    return refused('It has no row below its headers.')
  if (content.kind === 'nacha' && content.read.head.entries > mostImportRows)
    return err({ code: 'too-many-rows', atMost: mostImportRows })
  return ok(content)
}
