/** The worker's side: reads one file or writes one, part by part, as main asks for it. */
import type { MessagePort } from 'node:worker_threads'
import type { NachaEntry } from '../batches/nacha/nacha-entry.ts'
import { nachaFile } from '../batches/nacha/nacha-file.ts'
import { answerOn } from '../reader-thread.ts'
import { readCsv } from './csv-reading.ts'
import {
  SheetRefusal,
  type Sheet,
  type SheetRow,
  type WrittenColumn,
  type WrittenRow,
} from './spreadsheet.ts'
import {
  cellsPerPart,
  entriesPerPart,
  type SheetReply,
  type SheetRequest,
} from './worker-protocol.ts'
import { isCompound, isZip, readXlsx } from './xlsx-reading.ts'
import { writeWorkbook } from './xlsx-writing.ts'

/** Answers on the port until main says goodbye, or ends the thread. */
export function answerSpreadsheets(port: MessagePort): void {
  const desk = new SpreadsheetDesk()
  answerOn(port, (request: SheetRequest) =>
    desk
      .answer(request)
      .catch((error: unknown): SheetReply => ({ kind: 'refused', detail: inWords(error) })),
  )
}

const inWords = (error: unknown): string => {
  if (error instanceof SheetRefusal) return error.message
  return `It could not be read: ${error instanceof Error ? error.message : String(error)}.`
}

class SpreadsheetDesk {
  #read: readonly SheetRow[] = []
  #entries: readonly NachaEntry[] = []
  #given = 0
  #title = ''
  #columns: readonly WrittenColumn[] = []
  readonly #written: WrittenRow[] = []

  async answer(request: SheetRequest): Promise<SheetReply> {
    switch (request.kind) {
      case 'read':
        return (
          (request.mayBeNacha ? this.#readNacha(request.bytes) : null) ?? this.#readSheet(request)
        )
      case 'more-rows':
        return { kind: 'rows', rows: this.#nextPart() }
      case 'more-entries':
        return { kind: 'entries', entries: this.#nextEntries() }
      case 'write':
        this.#title = request.title
        this.#columns = request.columns
        return { kind: 'taken' }
      case 'add':
        for (const row of request.rows) this.#written.push(row)
        return { kind: 'taken' }
      case 'finish':
        return {
          kind: 'written',
          bytes: await writeWorkbook(this.#title, this.#columns, this.#written),
        }
    }
  }

  /** Null: it is no NACHA file. */
  #readNacha(bytes: Uint8Array): SheetReply | null {
    const file = isZip(bytes) || isCompound(bytes) ? null : nachaFile(bytes)
    if (file === null) return null
    this.#entries = file.entries
    return { kind: 'nacha', head: file.head }
  }

  async #readSheet(request: ReadRequest): Promise<SheetReply> {
    const { rows, ...head } = await readFile(request)
    this.#read = rows
    return { kind: 'head', head, rows: rows.length }
  }

  #nextEntries(): readonly NachaEntry[] {
    const from = this.#given
    for (
      let size = 0;
      this.#given < this.#entries.length && size < entriesPerPart;
      this.#given += 1
    )
      size += 1 + (this.#entries[this.#given]?.entry.addenda.length ?? 0)
    return this.#entries.slice(from, this.#given)
  }

  #nextPart(): readonly SheetRow[] {
    const from = this.#given
    for (let cells = 0; this.#given < this.#read.length && cells < cellsPerPart; this.#given += 1) {
      cells += this.#read[this.#given]?.cells.length ?? 0
    }
    return this.#read.slice(from, this.#given)
  }
}

type ReadRequest = Extract<SheetRequest, { kind: 'read' }>

/** What a file is shows in its first bytes. */
async function readFile({ name, bytes, sheet, limits }: ReadRequest): Promise<Sheet> {
  if (isZip(bytes)) return readXlsx(bytes, sheet, limits)
  if (isCompound(bytes)) {
    throw new SheetRefusal(
      'It is a workbook of the old kind (.xls) or one with a password. Save it as .xlsx without a password, or as CSV.',
    )
  }
  if (/\.xls[xm]$/i.test(name))
    throw new SheetRefusal('It is no workbook, though its name says so.')
  return readCsv(name, bytes, limits)
}
