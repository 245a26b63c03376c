/**
 * Reads CSV, XLSX and NACHA in a process of its own: main stays responsive, and a hostile file can
 * at worst end that process.
 */
import type { NachaEntry } from './nacha/nacha-entry.ts'
import type { NachaFile, NachaHead } from './nacha/nacha-file.ts'
import {
  largestImportBytes,
  mostImportColumns,
  mostImportRows,
} from '../../../preload/contract/api/bulk/import.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { ReaderOptions } from '../reader-process.ts'
import {
  failedReading,
  SheetRefusal,
  type Sheet,
  type SheetLimits,
  type SheetRow,
  type UnreadSheet,
} from './spreadsheet.ts'
import { SpreadsheetLink } from './spreadsheet-link.ts'
import type { SheetReply } from './worker-protocol.ts'

const importLimits: SheetLimits = {
  bytes: largestImportBytes,
  rows: mostImportRows,
  columns: mostImportColumns,
}

/** A file of entries: a sheet, or the content of a NACHA file. */
export type EntriesFile =
  | { readonly kind: 'table'; readonly sheet: Sheet }
  | { readonly kind: 'nacha'; readonly read: NachaFile }

/** The worker and its limits, for tests. */
export type ReadingOptions = ReaderOptions & { readonly limits?: SheetLimits }

/**
 * Reads a sheet of a file: the named one, or the first that is not hidden. The bytes decide the
 * format; the name at most decides between comma and tab. Only blank rows are dropped and nothing
 * is guessed: suspicious data is reported in `oddities`. Never rejects because of a file's content.
 */
export async function readSpreadsheet(
  name: string,
  bytes: Uint8Array,
  sheet?: string,
  options: ReadingOptions = {},
): Promise<Result<Sheet, UnreadSheet>> {
  return withWorker(bytes, options, async (link, limits) => {
    const first = await link.send({ kind: 'read', name, bytes, sheet, limits, mayBeNacha: false })
    return receivedSheet(link, first)
  })
}

/** Reads a file of entries in the same way; it may also be a NACHA file. */
export async function readEntriesFile(
  name: string,
  bytes: Uint8Array,
  sheet?: string,
  options: ReadingOptions = {},
): Promise<Result<EntriesFile, UnreadSheet>> {
  return withWorker(bytes, options, async (link, limits): Promise<EntriesFile> => {
    const first = await link.send({ kind: 'read', name, bytes, sheet, limits, mayBeNacha: true })
    return first.kind === 'nacha'
      ? { kind: 'nacha', read: await receivedNacha(link, first.head, limits) }
      : { kind: 'table', sheet: await receivedSheet(link, first) }
  })
}

async function withWorker<T>(
  bytes: Uint8Array,
  options: ReadingOptions,
  read: (link: SpreadsheetLink, limits: SheetLimits) => Promise<T>,
): Promise<Result<T, UnreadSheet>> {
  const limits = options.limits ?? importLimits
  const size = tooLittleOrMuch(bytes, limits)
  if (size !== undefined) return err({ detail: size })
  const link = new SpreadsheetLink(options)
  try {
    return ok(await read(link, limits))
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

async function receivedSheet(link: SpreadsheetLink, first: SheetReply): Promise<Sheet> {
  if (first.kind !== 'head') throw failedReading()
  const rows: SheetRow[] = []
  while (rows.length < first.rows) {
    const part = await link.send({ kind: 'more-rows' })
    if (part.kind !== 'rows') throw failedReading()
    for (const row of part.rows) rows.push(row)
  }
  return { ...first.head, rows }
}

/** A file with too many entries sends none; the head has their number. */
async function receivedNacha(
  link: SpreadsheetLink,
  head: NachaHead,
  { rows: most }: SheetLimits,
): Promise<NachaFile> {
  const entries: NachaEntry[] = []
  while (head.entries <= most && entries.length < head.entries) {
    const part = await link.send({ kind: 'more-entries' })
    if (part.kind !== 'entries' || part.entries.length === 0) throw failedReading()
    for (const entry of part.entries) entries.push(entry)
  }
  return { head, entries }
}
