/** The worker's side: reads or writes one file, in parts that main requests. */
import type { NachaEntry } from './nacha/nacha-entry.ts'
import { looksLikeNacha } from './nacha/looks-like-nacha.ts'
import { nachaFile } from './nacha/nacha-file.ts'
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

/** Returns the answers to the requests about one file; they never reject. */
export function spreadsheetAnswers(): (request: SheetRequest) => Promise<SheetReply> {
  const reader = new SpreadsheetReader()
  return (request) =>
    reader.answer(request).catch((error: unknown): SheetReply => ({
      kind: 'refused',
      detail: problemText(error, request),
    }))
}

/**
 * An error message of the library that reads is not shown on the screen. An error while writing is
 * passed on, for the log.
 */
const problemText = (error: unknown, { kind }: SheetRequest): string => {
  if (error instanceof SheetRefusal) return error.message
  if (kind === 'read') return 'The file is damaged and cannot be read. Save it as .xlsx or CSV.'
  return `The workbook was not written: ${error instanceof Error ? error.message : String(error)}.`
}

class SpreadsheetReader {
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

  /** Null: not a NACHA file. */
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

/** The first bytes of a file show its format. */
async function readFile({ name, bytes, sheet, limits }: ReadRequest): Promise<Sheet> {
  if (isZip(bytes)) return readXlsx(bytes, sheet, limits)
  if (isCompound(bytes)) {
    throw new SheetRefusal(
      'The file is an old workbook (.xls) or has a password. Save it as .xlsx without a password, or as CSV.',
    )
  }
  const other = otherKindOf(bytes)
  if (other !== undefined)
    throw new SheetRefusal(`The file is ${other}, not a table. Save the table as .xlsx or CSV.`)
  if (isEbcdic(bytes))
    throw new SheetRefusal('The file is in EBCDIC, as mainframes write it. Save it as ASCII text.')
  // An import of entries reads a NACHA file before this point.
  if (looksLikeNacha(decodedText(bytes.subarray(0, beginning)).text))
    throw new SheetRefusal('The file is a NACHA file. Import it under New batch.')
  const markup = markupOf(bytes)
  if (markup !== undefined) {
    throw new SheetRefusal(
      `The file is ${markup}, not a workbook. Open it in Excel, and save it as .xlsx or CSV.`,
    )
  }
  if (/\.(?:xls[xmb]|ods)$/i.test(name)) {
    throw new SheetRefusal('The file is not a workbook, despite its name. Save it as .xlsx or CSV.')
  }
  if (isBinary(bytes))
    throw new SheetRefusal(
      'The file is neither text nor a workbook. Save the table as .xlsx or CSV.',
    )
  return readCsv(name, bytes, limits)
}

/** First bytes of files that are chosen by mistake, and their formats. */
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

/** A mainframe's letters, digits, blanks and usual signs, of which only the blank is common in ASCII. */
const isEbcdicByte = (byte: number): boolean =>
  byte === 0x40 ||
  (byte >= 0xf0 && byte <= 0xf9) ||
  (byte >= 0xc1 && byte <= 0xe9 && (byte & 0x0f) <= 9) ||
  [0x15, 0x25, 0x0d, 0x4b, 0x60, 0x6b].includes(byte)

function isEbcdic(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, beginning)
  const fitting = sample.filter(isEbcdicByte)
  return fitting.length > sample.length * 0.95 && fitting.some((byte) => byte > 0xc0)
}

/**
 * Returns whether the first line has control characters, which no header has. Some programs end a
 * field with a NUL.
 */
function isBinary(bytes: Uint8Array): boolean {
  const [first = ''] = decodedText(bytes.subarray(0, beginning)).text.split(/[\r\n]/, 1)
  return (first.match(/[\u0001-\u0008\u000b\u000e-\u0019\u001b-\u001f]/g)?.length ?? 0) > 1
}

/** Bytes that show whether a file is HTML or XML, which many programs write and name `.xls`. */
const beginning = 4096

/**
 * Returns the markup format of a file, as text; undefined: a table in plain text. A header such as
 * `<Account>` does not count as markup.
 */
function markupOf(bytes: Uint8Array): string | undefined {
  const begun = decodedText(bytes.subarray(0, beginning)).text
  const text = begun.replace(/^(?:\s|<!--[\s\S]*?-->)+/, '')
  const isXml = /^<\?xml\b|^<(?:\w+:)?Workbook\b/i.test(text)
  const isPage = /^<(?:!doctype html|html|head|meta|body|table)\b|^MIME-Version:/i.test(text)
  if (isPage || (isXml && /<html[\s>]/i.test(text))) return 'a web page (HTML)'
  return isXml ? 'an XML file' : undefined
}
