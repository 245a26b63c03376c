/**
 * The records of a NACHA file: 94 characters each, every field at a fixed position (Nacha, record
 * formats). Reading and writing use only these layouts.
 */

/** Characters of a record; `blockingFactor` is the number of records in a block. */
export const recordLength = 94
export const blockingFactor = 10

/** A field: its position, counted from 1 as in the formats, its length, and its alignment. */
export interface RecordField {
  readonly from: number
  readonly length: number
  /** Numbers are right-aligned with leading zeros, texts left-aligned with trailing blanks. */
  readonly holds: 'number' | 'text'
}

const text = (from: number, length: number): RecordField => ({ from, length, holds: 'text' })
const number = (from: number, length: number): RecordField => ({ from, length, holds: 'number' })

/** The first character of each record type. */
export const recordTypes = {
  fileHeader: '1',
  batchHeader: '5',
  entry: '6',
  addenda: '7',
  batchControl: '8',
  fileControl: '9',
} as const

export const fileHeader = {
  priority: text(2, 2),
  destination: text(4, 10),
  origin: text(14, 10),
  date: text(24, 6),
  time: text(30, 4),
  modifier: text(34, 1),
  recordSize: text(35, 3),
  blockingFactor: text(38, 2),
  format: text(40, 1),
  destinationName: text(41, 23),
  originName: text(64, 23),
  reference: text(87, 8),
} as const

export const batchHeader = {
  serviceClass: text(2, 3),
  companyName: text(5, 16),
  discretionaryData: text(21, 20),
  companyId: text(41, 10),
  secCode: text(51, 3),
  entryDescription: text(54, 10),
  descriptiveDate: text(64, 6),
  effectiveDate: text(70, 6),
  settlementDay: text(76, 3),
  originatorStatus: text(79, 1),
  originatingDfi: text(80, 8),
  batchNumber: number(88, 7),
} as const

const entryStart = {
  transactionCode: text(2, 2),
  receivingDfi: text(4, 8),
  checkDigit: text(12, 1),
  account: text(13, 17),
  amount: number(30, 10),
  identificationNumber: text(40, 15),
} as const
const entryEnd = {
  discretionaryData: text(77, 2),
  addendaIndicator: text(79, 1),
  traceNumber: text(80, 15),
} as const
/** CCD and PPD. */
export const entryDetail = { ...entryStart, receiverName: text(55, 22), ...entryEnd } as const
/** CTX uses four characters of the name for the count of addenda, and leaves two blank. */
export const entryDetailCtx = {
  ...entryStart,
  addendaCount: number(55, 4),
  receiverName: text(59, 16),
  ...entryEnd,
} as const

export const addendaRecord = {
  type: text(2, 2),
  information: text(4, 80),
  sequence: number(84, 4),
  entrySequence: number(88, 7),
} as const

/** A return (type 99) or a notification of change (98) of the entry whose trace number it names. */
export const returnAddenda = {
  type: text(2, 2),
  code: text(4, 3),
  originalTrace: text(7, 15),
  /** Only in a notification of change. */
  corrected: text(36, 29),
} as const

/** IAT has the account at another position, and the name in an addenda record. */
export const iatEntryAccount = text(40, 35)

export const batchControl = {
  serviceClass: text(2, 3),
  entries: number(5, 6),
  hash: number(11, 10),
  debits: number(21, 12),
  credits: number(33, 12),
  companyId: text(45, 10),
  originatingDfi: text(80, 8),
  batchNumber: number(88, 7),
} as const

export const fileControl = {
  batches: number(2, 6),
  blocks: number(8, 6),
  entries: number(14, 8),
  hash: number(22, 10),
  debits: number(32, 12),
  credits: number(44, 12),
} as const

/**
 * Accounting advices (ADV) have longer amounts and totals, in records of their own (Nacha, ADV
 * record formats).
 */
export const advEntryAmount = number(28, 12)

export const advBatchControl = {
  serviceClass: batchControl.serviceClass,
  entries: batchControl.entries,
  hash: batchControl.hash,
  debits: number(21, 20),
  credits: number(41, 20),
  originatingDfi: batchControl.originatingDfi,
  batchNumber: batchControl.batchNumber,
} as const

export const advFileControl = {
  ...fileControl,
  debits: number(32, 20),
  credits: number(52, 20),
} as const

/** A record of a file: its line, counted from 1, and its text. */
export interface NachaRecord {
  readonly line: number
  readonly text: string
  /** Returns the characters of a field, fewer if the record is short. */
  readonly field: (field: RecordField) => string
}

/**
 * Returns a line as a record. A line with 94 bytes in UTF-8 and fewer characters was laid out by
 * bytes, and is read that way: otherwise a letter beyond ASCII would shift every later field.
 */
export function recordOf(line: number, text: string): NachaRecord {
  const bytes = /^[\0-\x7f]*$/.test(text) ? null : Buffer.from(text, 'utf8')
  const byBytes = bytes?.length === recordLength && text.length < recordLength
  return {
    line,
    text,
    field: ({ from, length }) =>
      byBytes
        ? bytes.subarray(from - 1, from - 1 + length).toString('utf8')
        : text.slice(from - 1, from - 1 + length),
  }
}

/**
 * Returns the digits of a record's number without leading zeros; null if it is not a number, or the
 * line ends within it.
 */
export function digitsIn(record: NachaRecord, field: RecordField): string | null {
  const whole = record.field(field)
  const digits = whole.trim()
  return whole.length === field.length && /^\d+$/.test(digits)
    ? digits.replace(/^0+(?=\d)/, '')
    : null
}

/** Returns a number of at most 15 digits; null as in {@link digitsIn}. */
export function numberIn(record: NachaRecord, field: RecordField): number | null {
  const digits = digitsIn(record, field)
  return digits === null || digits.length > 15 ? null : Number(digits)
}

/**
 * Writes a record of a type. Throws RangeError for a number that is too long for its field; a text
 * is cut.
 */
export function written<L extends Readonly<Record<string, RecordField>>>(
  type: string,
  layout: L,
  values: Readonly<Partial<Record<keyof L, string | number | bigint>>>,
): string {
  let record = type
  const fields = Object.entries(layout).toSorted(([, one], [, other]) => one.from - other.from)
  for (const [name, { from, length, holds }] of fields) {
    const value = String(values[name] ?? '')
    if (holds === 'number' && value.length > length)
      throw new RangeError(`${name}: more than ${String(length)} digits`)
    record = record.padEnd(from - 1)
    record +=
      holds === 'number' ? value.padStart(length, '0') : value.padEnd(length).slice(0, length)
  }
  return record.padEnd(recordLength)
}
