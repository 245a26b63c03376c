/** The batches of a file: every row that is an entry, good or bad, and every line that is none. */
import {
  emptyBatchForm,
  type BatchForm,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { ShownTotals } from '../../../../preload/contract/domain/batches/batch.ts'
import type {
  BatchImportOptions,
  BatchMapping,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import {
  checkEntry,
  type EntryCheck,
} from '../../../../preload/contract/domain/batches/check-entries.ts'
import { totalsOfTyped } from '../../../../preload/contract/domain/batches/read-batch.ts'
import { inSlices } from '../../../platform/slices.ts'
import type { Sheet } from '../../../platform/spreadsheets/spreadsheet.ts'
import { looksLikeEntry, shownHeaders } from './import-columns.ts'
import {
  columnsOf,
  entryOfRow,
  whyNoEntry,
  type FileEntry,
  type ReadRow,
  type RowProblem,
} from './import-cells.ts'
import type { NachaReturn } from '../../../platform/spreadsheets/nacha/nacha-entry.ts'
import type { NachaFile } from '../../../platform/spreadsheets/nacha/nacha-file.ts'
import type { UnreadLine } from '../../../platform/spreadsheets/nacha/read-nacha.ts'

export type { UnreadLine } from '../../../platform/spreadsheets/nacha/read-nacha.ts'

/** A batch of a file as it was read and checked. */
export interface HeldBatch {
  readonly number: number
  readonly form: BatchForm
  readonly rows: readonly ReadRow[]
  readonly remarks: readonly string[]
  readonly totals: ShownTotals
  /** The places of the rows that break a rule. */
  readonly broken: readonly number[]
  /** The places of the rows that break none, and of which something is said all the same. */
  readonly warned: readonly number[]
}

/** Everything that a file comes to. */
export interface FoundEntries {
  readonly batches: readonly HeldBatch[]
  /** Lines that are no entry: of a NACHA file the first of them. */
  readonly unread: readonly UnreadLine[]
  readonly unreadCount: number
  /** Returns and notifications of change, and how many there are; one of very many is not kept. */
  readonly returns: readonly NachaReturn[]
  readonly returnCount: number
  /** Every entry came back: there is nothing to originate in the file. */
  readonly isInquiry: boolean
  readonly remarks: readonly string[]
}

/** No draft has it: the id of an entry that is checked before its draft is made. */
const anyId = '0'.repeat(32)

/** An entry of a file as it will be typed. */
export const typedOf = (entry: FileEntry, id: string = anyId): TypedEntry => ({
  ...entry,
  id,
  payeeId: null,
})

/** Everything that is said of a row: what reading it found, and the rules. */
export function checkedRow({ entry, problems }: ReadRow, { secCode }: BatchForm): RowCheck {
  const check = checkEntry(typedOf(entry), secCode)
  const told = new Set(problems.map(({ path }) => path))
  const others = check.problems
    .filter(({ path }) => !told.has(path))
    .map(({ path, message, source }) => ({ path, message, source }))
  return { problems: [...problems, ...others], warnings: check.warnings }
}
interface RowCheck {
  readonly problems: readonly RowProblem[]
  readonly warnings: EntryCheck['warnings']
}

/** The rows of a table as one batch. Main is held for moments only. */
export async function foundInTable(
  sheet: Sheet,
  mapping: BatchMapping,
  options: BatchImportOptions,
  monotonicMs: () => number,
): Promise<FoundEntries> {
  const columns = columnsOf(shownHeaders(sheet.headers), mapping)
  const rows: ReadRow[] = []
  const unread: UnreadLine[] = []
  await inSlices(
    sheet.rows,
    ({ line, cells }) => {
      const row = entryOfRow(line, cells, columns, options)
      const why = whyNoEntry(row)
      if (why === undefined) rows.push(row)
      else unread.push({ line, text: cells.filter((cell) => cell !== '').join(' | '), why })
    },
    monotonicMs,
  )
  const form = { ...emptyBatchForm, secCode: options.secCode }
  const batch = await heldBatch({ number: 1, form, rows, remarks: shortRouting(rows) }, monotonicMs)
  const headless = looksLikeEntry(sheet.headers)
    ? ['The first row was taken for headers, and looks like an entry: put headers above it.']
    : []
  return {
    batches: [batch],
    unread,
    unreadCount: unread.length,
    returns: [],
    returnCount: 0,
    isInquiry: false,
    remarks: [...headless, ...sheet.oddities],
  }
}

/** A spreadsheet drops the zeros that a routing number begins with. */
function shortRouting(rows: readonly ReadRow[]): string[] {
  const short = rows.filter(({ entry }) => /^\d{7,8}$/.test(entry.routingNumber)).length
  return short === 0
    ? []
    : [
        `${short === 1 ? '1 routing number has' : `${short.toLocaleString('en-US')} routing numbers have`} fewer than nine digits: leading zeros may be missing. Nothing was added.`,
      ]
}

/** The batches of a NACHA file, each under the number that reading it gave it. */
export async function foundInNacha(
  { head, entries }: NachaFile,
  monotonicMs: () => number,
): Promise<FoundEntries> {
  const batches: HeldBatch[] = []
  let from = 0
  for (const { number, form, entries: count, remarks } of head.batches) {
    const rows = entries.slice(from, from + count).map(({ line, entry, why }) => ({
      row: line,
      entry,
      problems: why.map((message) => ({ path: '', message, source: 'Nacha, entry detail record' })),
    }))
    from += count
    batches.push(await heldBatch({ number, form, rows, remarks }, monotonicMs))
  }
  const { unread, unreadCount, returns, returnCount, isInquiry, remarks } = head
  return { batches, unread, unreadCount, returns, returnCount, isInquiry, remarks }
}

async function heldBatch(
  found: Pick<HeldBatch, 'number' | 'form' | 'rows' | 'remarks'>,
  monotonicMs: () => number,
): Promise<HeldBatch> {
  const broken: number[] = []
  const warned: number[] = []
  const totals = { entries: 0, credits: 0, debits: 0 }
  await inSlices(
    found.rows,
    (row, at) => {
      const { entries, credits, debits } = totalsOfTyped([typedOf(row.entry)])
      totals.entries += entries
      totals.credits += credits
      totals.debits += debits
      const { problems, warnings } = checkedRow(row, found.form)
      if (problems.length > 0) broken.push(at)
      else if (warnings.length > 0) warned.push(at)
    },
    monotonicMs,
  )
  return { ...found, broken, warned, totals }
}
