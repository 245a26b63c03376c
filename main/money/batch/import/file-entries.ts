/**
 * Reads a file of entries, a table or a Nacha file: its bytes in a separate worker, then its
 * batches: the entries, valid or not, and the lines that are not entries.
 */
import { mostImportRows } from '../../../../preload/contract/api/bulk/import.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import {
  readEntriesFile,
  type ReadingOptions,
} from '../../../platform/spreadsheets/read-spreadsheet.ts'
import {
  type BatchForm,
  emptyBatchForm,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { ShownTotals } from '../../../../preload/contract/domain/batches/batch.ts'
import {
  isErroneous,
  type AskedField,
  type BatchImportOptions,
  type BatchMapping,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import {
  checkEntry,
  type EntryCheck,
} from '../../../../preload/contract/domain/batches/check-entries.ts'
import { totalsOfTyped } from '../../../../preload/contract/domain/batches/read-batch.ts'
import { inSlices } from '../../../platform/slices.ts'
import type { Sheet } from '../../../platform/spreadsheets/spreadsheet.ts'
import { looksLikeEntry, tableColumns, type TableColumn } from './column-mapping.ts'
import { tableRows, type FileEntry, type ReadRow, type RowProblem } from './table-rows.ts'
import type { NachaReturn } from '../../../platform/spreadsheets/nacha/nacha-entry.ts'
import type { NachaFile } from '../../../platform/spreadsheets/nacha/nacha-file.ts'
import type { UnreadLine } from '../../../platform/spreadsheets/nacha/read-nacha.ts'

/** The content of a file. */
export type FileContent =
  | {
      readonly kind: 'table'
      readonly sheet: Sheet
      readonly columns: readonly TableColumn[]
    }
  | { readonly kind: 'nacha'; readonly read: NachaFile }

/** Why a file is not accepted. */
export type FileRefusal = Failure<'file-not-understood'> | Failure<'too-many-rows'>

/** The bytes of a file and its name. */
export interface NamedBytes {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Reads the file. Its bytes, not its name, decide the format. */
export async function readImportFile(
  { name, bytes }: NamedBytes,
  wanted: string | null,
  monotonicMs: () => number,
  options: ReadingOptions = {},
): Promise<Result<FileContent, FileRefusal>> {
  const read = await readEntriesFile(name, bytes, wanted ?? undefined, options)
  const refused = (detail: string) =>
    err({ code: 'file-not-understood', file: name, detail } as const)
  if (!read.ok) return refused(read.error.detail)
  const content = read.value
  if (content.kind === 'table' && content.sheet.rows.length === 0)
    return refused('The file has no rows below the headers.')
  if (content.kind === 'table')
    return ok({ ...content, columns: await tableColumns(content.sheet, monotonicMs) })
  return content.read.head.entries > mostImportRows
    ? err({ code: 'too-many-rows', atMost: mostImportRows })
    : ok(content)
}

export type { UnreadLine } from '../../../platform/spreadsheets/nacha/read-nacha.ts'

/** A batch of a file, read and checked. */
export interface FileBatch {
  readonly number: number
  readonly form: BatchForm
  readonly rows: readonly ReadRow[]
  readonly remarks: readonly string[]
  /** Fields that a person has yet to say for all rows: none is a problem of a row. */
  readonly openFields: readonly string[]
  readonly totals: ShownTotals
  /** Places of the rows that break a rule. */
  readonly problemRows: readonly number[]
  /** Places of the rows that break no rule but have warnings. */
  readonly warningRows: readonly number[]
}

/** The whole content of a file. */
export interface FileEntries {
  readonly batches: readonly FileBatch[]
  /** Lines that are no entry; for a Nacha file only the first ones. */
  readonly unread: readonly UnreadLine[]
  readonly unreadCount: number
  /** The returns and notifications of change, and their number; the list is limited. */
  readonly returns: readonly NachaReturn[]
  readonly returnCount: number
  /** Every entry is a return, so the file has nothing to originate. */
  readonly hasOnlyReturns: boolean
  /** The remarks on the file, for a Nacha file only the first ones, and their total number. */
  readonly remarks: readonly string[]
  readonly remarkCount: number
  /** Fields about which the file says nothing. */
  readonly asks: readonly AskedField[]
}

/** A placeholder id that no draft has, for checking an entry before its draft is created. */
const anyId = '0'.repeat(32)

/** Returns an entry of a file as a typed entry. */
export const typedOf = (entry: FileEntry, id: string = anyId): TypedEntry => ({
  ...entry,
  id,
  payeeId: null,
})

/** Returns all findings about a row: from reading it, and from the rules. */
export function checkedRow(
  { entry, problems }: ReadRow,
  { form, openFields }: Pick<FileBatch, 'form' | 'openFields'>,
): RowCheck {
  const check = checkEntry(typedOf(entry), form.secCode)
  const reported = new Set([...openFields, ...problems.map(({ path }) => path)])
  const others = check.problems
    .filter(({ path }) => !reported.has(path))
    .map(({ path, message, source }) => ({ path, message, source }))
  return {
    problems: [...problems, ...others],
    warnings: check.warnings.filter(({ path }) => !openFields.includes(path)),
  }
}
interface RowCheck {
  readonly problems: readonly RowProblem[]
  readonly warnings: EntryCheck['warnings']
}

/** Returns the rows of a table as one batch; never blocks main for long. */
export async function foundInTable(
  sheet: Sheet,
  mapping: BatchMapping,
  options: BatchImportOptions,
  monotonicMs: () => number,
): Promise<FileEntries> {
  const { rows, leftOut, asks } = await tableRows(sheet, mapping, options, monotonicMs)
  const form = { ...emptyBatchForm, secCode: options.secCode }
  const openFields = asks.filter((field) => options[field] === '')
  const batch = await checkedFileBatch(
    { number: 1, form, rows, remarks: shortRouting(rows), openFields },
    monotonicMs,
  )
  const headless = looksLikeEntry(sheet.headers)
    ? ['The first row was read as headers but looks like an entry. Add a header row above it.']
    : []
  const remarks = [...headless, ...sheet.oddities]
  return {
    batches: [batch],
    unread: leftOut,
    unreadCount: leftOut.length,
    returns: [],
    returnCount: 0,
    hasOnlyReturns: false,
    remarks,
    remarkCount: remarks.length,
    asks,
  }
}

/** Spreadsheets drop leading zeros of routing numbers. */
function shortRouting(rows: readonly ReadRow[]): string[] {
  const short = rows.filter(({ entry }) => /^\d{7,8}$/.test(entry.routingNumber)).length
  return short === 0
    ? []
    : [
        `${short === 1 ? '1 routing number has' : `${short.toLocaleString('en-US')} routing numbers have`} fewer than nine digits. A spreadsheet may have removed leading zeros; they were not added.`,
      ]
}

/** Returns the batches of a Nacha file, each under the number that the reader gave it. */
export async function foundInNacha(
  { head, entries }: NachaFile,
  monotonicMs: () => number,
): Promise<FileEntries> {
  const batches: FileBatch[] = []
  let from = 0
  for (const { number, form, entries: count, remarks } of head.batches) {
    const rows = entries.slice(from, from + count).map(({ line, entry, why }) => ({
      row: line,
      entry,
      problems: why.map((message) => ({ path: '', message, source: 'Nacha, entry detail record' })),
    }))
    from += count
    batches.push(
      await checkedFileBatch({ number, form, rows, remarks, openFields: [] }, monotonicMs),
    )
  }
  const { unread, unreadCount, returns, returnCount, hasOnlyReturns, remarks, remarkCount } = head
  return {
    batches,
    unread,
    unreadCount,
    returns,
    returnCount,
    hasOnlyReturns,
    remarks,
    remarkCount,
    asks: [],
  }
}

async function checkedFileBatch(
  found: Omit<FileBatch, 'totals' | 'problemRows' | 'warningRows'>,
  monotonicMs: () => number,
): Promise<FileBatch> {
  const problemRows: number[] = []
  const warningRows: number[] = []
  const totals = { entries: 0, credits: 0, debits: 0 }
  await inSlices(
    found.rows,
    (row, at) => {
      const { entries, credits, debits } = totalsOfTyped([typedOf(row.entry)])
      totals.entries += entries
      totals.credits += credits
      totals.debits += debits
      const checked = checkedRow(row, found)
      if (isErroneous(checked)) problemRows.push(at)
      else if (checked.warnings.length > 0) warningRows.push(at)
    },
    monotonicMs,
  )
  return { ...found, problemRows, warningRows, totals }
}
