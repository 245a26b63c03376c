/**
 * Writes CSV and XLSX: XLSX in a process of its own, CSV in small steps, so that main stays responsive.
 */
import { setImmediate } from 'node:timers/promises'
import { csvHeader, csvRow, plainCsvRow } from './csv-writing.ts'
import type { ReaderOptions } from '../reader-process.ts'
import { SheetRefusal, type WrittenColumn, type WrittenRow } from './spreadsheet.ts'
import { SpreadsheetLink } from './spreadsheet-link.ts'
import { cellsPerPart } from './worker-protocol.ts'

/** A workbook of a hundred thousand rows takes a busy computer a minute. */
const writingMs = 10 * 60_000

export interface SpreadsheetContent {
  /** `csv` is for spreadsheets, `csv-plain` for programs. */
  readonly format: 'csv' | 'csv-plain' | 'xlsx'
  /** The name of the sheet, cut to the limit of workbooks. */
  readonly title: string
  readonly columns: readonly WrittenColumn[]
  readonly rows: Iterable<WrittenRow>
}

/**
 * Returns the bytes of the file: UTF-8, with a byte order mark for spreadsheets, or a workbook of
 * one sheet. A spreadsheet runs no cell of it, and `readSpreadsheet` reads every text back exactly. Rejects if
 * the workbook could not be created.
 */
export function writeSpreadsheet(
  content: SpreadsheetContent,
  reader: ReaderOptions = {},
): Promise<Uint8Array> {
  return content.format === 'xlsx' ? writeXlsx(content, reader) : writeCsv(content)
}

async function writeCsv({ format, columns, rows }: SpreadsheetContent): Promise<Uint8Array> {
  const titles = columns.map(({ title }) => title)
  const isPlain = format === 'csv-plain'
  const lineOf = (row: WrittenRow): string => {
    const cells = columns.map((_, at) => row[at] ?? null)
    return isPlain ? plainCsvRow(cells) : csvRow(cells, columns)
  }
  const parts = [Buffer.from(isPlain ? plainCsvRow(titles) : csvHeader(titles))]
  for (const part of inParts(rows, columns.length)) {
    parts.push(Buffer.from(part.map(lineOf).join('')))
    await setImmediate()
  }
  return Buffer.concat(parts)
}

async function writeXlsx(
  { title, columns, rows }: SpreadsheetContent,
  reader: ReaderOptions,
): Promise<Uint8Array> {
  const link = new SpreadsheetLink({ answerTimeoutMs: writingMs, ...reader })
  try {
    await link.send({ kind: 'write', title, columns })
    for (const part of inParts(rows, columns.length)) await link.send({ kind: 'add', rows: part })
    const reply = await link.send({ kind: 'finish' })
    if (reply.kind !== 'written') throw new SheetRefusal('The workbook was not written.')
    return reply.bytes
  } finally {
    link.close()
  }
}

function* inParts(rows: Iterable<WrittenRow>, columns: number): Generator<WrittenRow[]> {
  const most = Math.max(1, Math.floor(cellsPerPart / Math.max(1, columns)))
  let part: WrittenRow[] = []
  for (const row of rows) {
    part.push(row)
    if (part.length < most) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
