/** The batches of a file: every row that is an entry, good or bad, and every line that is none. */
import { emptyBatchForm, type BatchForm } from '../../preload/contract/batches/batch-form.ts'
import type { ShownTotals } from '../../preload/contract/batches/batch.ts'
import type { BatchImportOptions, BatchMapping } from '../../preload/contract/batches/drafts.ts'
import type { TypedEntry } from '../../preload/contract/batches/entry.ts'
import { checkEntry, type EntryCheck } from '../../preload/contract/batches/check-entries.ts'
import { totalsOfTyped } from '../../preload/contract/batches/read-batch.ts'
import { inSlices } from '../bulk/slices.ts'
import type { Sheet } from '../spreadsheets/spreadsheet.ts'
import { looksLikeEntry, shownHeaders } from './import-columns.ts'
import {
  columnsOf,
  entryOfRow,
  whyNoEntry,
  type FileEntry,
  type ReadRow,
  type RowProblem,
} from './import-cells.ts'
import type { NachaRead } from './nacha/read-nacha.ts'

/** A line that is no entry, and why. */
export interface UnreadLine {
  readonly line: number
  readonly text: string
  readonly why: string
}

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
  readonly unread: readonly UnreadLine[]
  readonly remarks: readonly string[]
}

/** No draft has it: the id of an entry that is checked before its draft is made. */
const anyId = '0'.repeat(32)

/** An entry of a file as it will be typed. */
export const typedOf = (entry: FileEntry, id: string = anyId): TypedEntry => ({
  ...entry,
  ...{ id, payeeId: null },
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
  return { batches: [batch], unread, remarks: [...headless, ...sheet.oddities] }
}

/** A spreadsheet drops the zeros that a routing number begins with. */
function shortRouting(rows: readonly ReadRow[]): string[] {
  const short = rows.filter(({ entry }) => /^\d{7,8}$/.test(entry.routingNumber)).length
  return short === 0
    ? []
    : [
        `Routing numbers of fewer than nine digits: ${String(short)}. A spreadsheet may have dropped the zeros that they begin with; nothing was put before them.`,
      ]
}

/** The batches of a NACHA file, each under a number of its own. */
export async function foundInNacha(
  read: NachaRead,
  remarks: readonly string[],
  monotonicMs: () => number,
): Promise<FoundEntries> {
  const numbers = new Set(read.batches.map(({ number }) => number))
  const areDistinct = numbers.size === read.batches.length
  const batches: HeldBatch[] = []
  for (const [at, { number, form, entries, remarks: said }] of read.batches.entries()) {
    const rows = entries.map(({ line, entry, why }) => ({
      ...{ row: line, entry },
      problems: why.map((message) => ({ path: '', message, source: 'Nacha, entry detail record' })),
    }))
    const called = areDistinct
      ? [...said]
      : [`The file calls it batch ${String(number)}, as it does another`, ...said]
    batches.push(
      await heldBatch(
        { number: areDistinct ? number : at + 1, form, rows, remarks: called },
        monotonicMs,
      ),
    )
  }
  return { batches, unread: read.unread, remarks: [...remarks, ...read.remarks] }
}

async function heldBatch(
  found: Pick<HeldBatch, 'number' | 'form' | 'rows' | 'remarks'>,
  monotonicMs: () => number,
): Promise<HeldBatch> {
  const broken: number[] = []
  const warned: number[] = []
  await inSlices(
    found.rows,
    (row, at) => {
      const { problems, warnings } = checkedRow(row, found.form)
      if (problems.length > 0) broken.push(at)
      else if (warnings.length > 0) warned.push(at)
    },
    monotonicMs,
  )
  const totals = totalsOfTyped(found.rows.map(({ entry }) => typedOf(entry)))
  return { ...found, broken, warned, totals }
}
