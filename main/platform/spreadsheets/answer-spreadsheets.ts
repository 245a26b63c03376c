/** The worker's side: reads one file or writes one, part by part, as main asks for it. */
import type { MessagePort } from 'node:worker_threads'
import type { NachaEntry } from './nacha/nacha-entry.ts'
import { looksLikeNacha } from './nacha/looks-like-nacha.ts'
import { nachaFile } from './nacha/nacha-file.ts'
import { answerOn } from '../reader-thread.ts'
import { readCsv } from './csv-reading.ts'
import { decodedText } from './decoded-text.ts'
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
    desk.answer(request).catch((error: unknown): SheetReply => ({
      kind: 'refused',
      detail: inWords(error, request),
    })),
  )
}

/** What a library says of a file that it reads is no text for a screen. Of one that it writes, the log keeps it. */
const inWords = (error: unknown, { kind }: SheetRequest): string => {
  if (error instanceof SheetRefusal) return error.message
  if (kind === 'read') return 'The file is damaged and cannot be read. Save it as .xlsx or CSV.'
  return `The workbook was not written: ${error instanceof Error ? error.message : String(error)}.`
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
  const other = otherKindOf(bytes)
  if (other !== undefined)
    throw new SheetRefusal(`It is ${other}, not a table. Save the table as .xlsx or CSV.`)
  // Where entries are taken, such a file does not come as far as this.
  if (looksLikeNacha(decodedText(bytes.subarray(0, beginning)).text))
    throw new SheetRefusal('It is a NACHA file. Import it under New batch.')
  const markup = markupOf(bytes)
  if (markup !== undefined) {
    throw new SheetRefusal(
      `It is ${markup}, not a workbook. Open it in Excel, and save it as .xlsx or CSV.`,
    )
  }
  if (/\.(?:xls[xmb]|ods)$/i.test(name)) {
    throw new SheetRefusal('It is no workbook, though its name says so. Save it as .xlsx or CSV.')
  }
  if (isBinary(bytes))
    throw new SheetRefusal('It is neither text nor a workbook. Save the table as .xlsx or CSV.')
  return readCsv(name, bytes, limits)
}

/** First bytes of files that are chosen by mistake, and what they are. */
const otherKinds: readonly (readonly [string, string])[] = [
  ['feedfeed', 'a Java keystore'],
  ['cececece', 'a Java keystore'],
  ['255044462d', 'a PDF document'],
  ['89504e47', 'a picture'],
  ['ffd8ff', 'a picture'],
  ['47494638', 'a picture'],
  ['1f8b', 'a compressed file'],
  ['377abcaf271c', 'a compressed file'],
  ['526172211a07', 'a compressed file'],
]

function otherKindOf(bytes: Uint8Array): string | undefined {
  const begun = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  return otherKinds.find(([mark]) => begun.startsWith(mark))?.[1]
}

/** Whether the first line holds control characters, which no header does. A NUL may be a program's way to end a field. */
function isBinary(bytes: Uint8Array): boolean {
  const [first = ''] = decodedText(bytes.subarray(0, beginning)).text.split(/[\r\n]/, 1)
  return (first.match(/[\u0001-\u0008\u000b\u000e-\u0019\u001b-\u001f]/g)?.length ?? 0) > 1
}

/** So much of a file shows whether it is a page or XML, which many programs write and call `.xls`. */
const beginning = 4096

/** A file in another markup, in words; undefined: a table in text. A header such as `<Account>` makes it none. */
function markupOf(bytes: Uint8Array): string | undefined {
  const begun = decodedText(bytes.subarray(0, beginning)).text
  const text = begun.replace(/^(?:\s|<!--[\s\S]*?-->)+/, '')
  const isXml = /^<\?xml\b|^<(?:\w+:)?Workbook\b/i.test(text)
  const isPage = /^<(?:!doctype html|html|head|meta|body|table)\b|^MIME-Version:/i.test(text)
  if (isPage || (isXml && /<html[\s>]/i.test(text))) return 'a web page (HTML)'
  return isXml ? 'an XML file' : undefined
}
