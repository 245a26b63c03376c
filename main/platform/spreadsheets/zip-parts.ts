/**
 * Extracts the parts of a workbook from its archive, up to a limit: a few bytes of a hostile file
 * expand to gigabytes. The central directory decides which parts there are, and the sizes that the
 * archive states are not trusted. So fflate only writes here: its `Unzip` also reads parts that the
 * directory does not name, and its `unzipSync` cuts a part silently to the stated size and ignores
 * its checksum.
 */
import { crc32, inflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { SheetRefusal, type SheetLimits } from './spreadsheet.ts'

/**
 * Each cell of a workbook is some sixty letters of XML, so a file within the limits expands to a
 * few times its size.
 */
const mostTimes = 4
const mostParts = 10_000

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const broken = (): SheetRefusal =>
  new SheetRefusal(
    'The workbook is damaged: its archive cannot be read. Save it again as .xlsx or CSV.',
  )

/** Other workbook formats are archives too, and are recognized by these parts. */
const binaryWorkbook = 'xl/workbook.bin'
const kindOfArchive = 'mimetype'
const openDocument = 'application/vnd.oasis.opendocument.spreadsheet'

/** Returns the bytes that all parts may take together. */
export const mostUnfolded = ({ bytes }: Pick<SheetLimits, 'bytes'>): number => mostTimes * bytes

/**
 * Returns the XML parts by their paths; together at most four times the largest file. Throws
 * {@link SheetRefusal}.
 */
export function zipParts(
  bytes: Uint8Array,
  limits: Pick<SheetLimits, 'bytes'>,
): Map<string, Buffer> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const most = mostUnfolded(limits)
  try {
    return unfolded(file, most)
  } catch (error) {
    if (error instanceof SheetRefusal) throw error
    throw isTooLarge(error) ? tooMuch(most) : broken()
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

/** Returns the refusal of a workbook that is too large. */
export const tooMuch = (most: number): SheetRefusal =>
  new SheetRefusal(
    `The unpacked workbook is larger than ${String(Math.round(most / 1024 / 1024))} MB. Divide it, or save the sheet as CSV.`,
  )

function unfolded(file: Buffer, most: number): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || file.readUInt32LE(end) !== endMark) throw broken()
  const count = file.readUInt16LE(end + 10)
  if (count > mostParts) throw tooMuch(most)
  const parts = new Map<string, Buffer>()
  let at = file.readUInt32LE(end + 16)
  let left = most
  for (let entry = 0; entry < count; entry += 1) {
    if (file.readUInt32LE(at) !== entryMark) throw broken()
    const nameLength = file.readUInt16LE(at + 28)
    const path = file.toString('utf8', at + 46, at + 46 + nameLength).replace(/^\//, '')
    if (path === binaryWorkbook)
      throw new SheetRefusal('The file is a binary workbook (.xlsb). Save it as .xlsx or CSV.')
    if (path === kindOfArchive && partAt(file, at, left).includes(openDocument))
      throw new SheetRefusal(
        'The file is an OpenDocument spreadsheet (.ods). Save it as .xlsx or CSV.',
      )
    if (/\.(?:xml|rels)$/i.test(path)) {
      // Programs differ in which of two they read, so the file may show other rows elsewhere.
      if (parts.has(path)) throw broken()
      const part = partAt(file, at, left)
      if (part.length > left) throw tooMuch(most)
      left -= part.length
      parts.set(path, part)
    }
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}

function partAt(file: Buffer, entry: number, left: number): Buffer {
  if ((file.readUInt16LE(entry + 8) & 1) === 1) {
    throw new SheetRefusal('The workbook has a password. Save it without one.')
  }
  const method = file.readUInt16LE(entry + 10)
  const length = file.readUInt32LE(entry + 20)
  const local = file.readUInt32LE(entry + 42)
  if (file.readUInt32LE(local) !== localMark) throw broken()
  const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
  if (from + length > file.length) throw broken()
  const folded = file.subarray(from, from + length)
  if (method !== 0 && method !== 8) throw broken()
  const part =
    method === 0 ? folded : inflateRawSync(folded, { maxOutputLength: Math.max(1, left) })
  // Most damage leaves well-formed XML with another amount or account.
  if (crc32(part) !== file.readUInt32LE(entry + 16)) throw broken()
  return part
}

/** Returns an uncompressed archive of the parts, for the library that reads workbooks. */
export const plainZip = (parts: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> =>
  // The day is fixed, because ZIP knows none before 1980 and the clock of a computer may.
  zipSync(Object.fromEntries(parts), { level: 0, mtime: '1980-01-01T00:00' })
