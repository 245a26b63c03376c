/**
 * Reads NACHA files: every entry of CCD, CTX and PPD batches, valid or not, and the reason for each
 * line that is not one of theirs. A problem in one place never stops the reading of the rest.
 */
import { secCodes, type SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import {
  isDescribed,
  type BatchForm,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import { isCalendarDate } from '../../../../preload/contract/kernel/calendar.ts'
import {
  addendaProblem,
  entryIn,
  noteAddenda,
  returnIn,
  tooManyAddenda,
  type NachaEntry,
  type NachaReturn,
  type OpenEntry,
} from './nacha-entry.ts'
import { linesOf } from './nacha-lines.ts'
import {
  addTally,
  batchControlRemarks,
  countEntry,
  emptyTally,
  fileControlRemarks,
  type NachaTally,
} from './nacha-tally.ts'
import { addendaRecord, batchHeader, numberIn, recordTypes, type NachaRecord } from './records.ts'

export { looksLikeNacha } from './looks-like-nacha.ts'

export interface NachaBatch {
  /**
   * Its own number in the file if it has one that no other batch has; otherwise another unique one.
   */
  readonly number: number
  readonly form: BatchForm
  readonly entries: readonly NachaEntry[]
  /** Wrong data of the batch, such as totals. */
  readonly remarks: readonly string[]
}

/** A line that is not an entry. */
export interface UnreadLine {
  readonly line: number
  readonly text: string
  readonly why: string
}

export interface NachaRead {
  readonly batches: readonly NachaBatch[]
  readonly unread: readonly UnreadLine[]
  /** Returns and notifications of change, of batches of any SEC code. */
  readonly returns: readonly NachaReturn[]
  /** The first remarks on the file, and their total number. */
  readonly remarks: readonly string[]
  readonly remarkCount: number
}

/** Number of stored remarks on a file: every line may cause several. */
export const mostRemarks = 50

/** Totals of a file so far, and how many of its batches are accounting advices. */
const emptyFile = () => ({ tally: emptyTally(), batches: 0, advices: 0 })

/** A batch whose end was not reached yet. */
interface OpenBatch {
  readonly header: NachaRecord
  /** Null: not one that this program originates. */
  readonly secCode: SecCode | null
  /** Accounting advices, which have other record layouts. */
  readonly isAdv: boolean
  readonly tally: NachaTally
  readonly entries: NachaEntry[]
  entry: OpenEntry | null
  /** The entry that the next addenda belong to, of any SEC code. */
  last: NachaRecord | null
  /** Some of its entries are returns or changes. */
  hasReturns: boolean
}

/**
 * Converts YYMMDD to YYYY-MM-DD; text that is not a date stays unchanged, for a person to correct.
 */
function dateOf(digits: string): string {
  const text = digits.trim()
  const date = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`
  return /^\d{6}$/.test(text) && isCalendarDate(date) ? date : text
}

const secCodeOf = (header: NachaRecord): string =>
  header.field(batchHeader.secCode).trim().toUpperCase()

function formOf(header: NachaRecord, secCode: SecCode): BatchForm {
  const read = (name: keyof typeof batchHeader): string => header.field(batchHeader[name]).trim()
  return {
    secCode,
    accountId: null,
    reversalOf: null,
    effectiveDate: dateOf(read('effectiveDate')),
    companyDescriptiveDate: read('descriptiveDate'),
    companyEntryDescription: read('entryDescription'),
  }
}

const shown = (field: string): string => (field.trim() === '' ? '(blank)' : field.trim())

/** Checks that the entries are the credits or debits that the service class names. */
function serviceClassRemarks({ header, tally, entries }: OpenBatch): string[] {
  const named = header.field(batchHeader.serviceClass)
  const has = (way: string): boolean => entries.some(({ entry }) => entry.creditDebitCode === way)
  if (!['200', '220', '225'].includes(named))
    return [`service class ${shown(named)} is not one of 200, 220 and 225`]
  if (tally.entries === 0) return []
  if (named === '220' && has('D'))
    return ['service class 220 allows only credits, but there are debits']
  if (named === '225' && has('C'))
    return ['service class 225 allows only debits, but there are credits']
  return []
}

/**
 * Returns the errors of a batch header; each follows the word *its* (Nacha, batch header record).
 */
const headerRemarks = (batch: OpenBatch, form: BatchForm): string[] => [
  ...serviceClassRemarks(batch),
  ...(batch.header.field(batchHeader.companyId).trim() === ''
    ? ['company identification is blank']
    : []),
  ...(isDescribed(form)
    ? []
    : [
        `entry description is ${form.companyEntryDescription === '' ? 'blank' : 'nothing but zeros'}`,
      ]),
  ...(isCalendarDate(form.effectiveDate)
    ? []
    : [`effective date ${shown(form.effectiveDate)} is not a date`]),
]

const unfit = (secCode: string): string =>
  secCode === 'IAT'
    ? 'IAT: payments with a foreign leg are not originated here'
    : `SEC code ${shown(secCode)}: only ${secCodes.join(', ')} are originated`

/** Reads a file record by record. */
class NachaReader {
  readonly batches: NachaBatch[] = []
  readonly unread: UnreadLine[] = []
  readonly returns: NachaReturn[] = []
  /** The first remarks, and their total number. */
  readonly remarks: string[] = []
  remarkCount = 0
  /** Batch numbers so far, in a set: a file may have a hundred thousand. */
  readonly #numbers = new Set<number>()
  #highest = 0
  #batch: OpenBatch | null = null
  #file = emptyFile()
  #files = 0
  #hasControl = true

  /** Reads the next record; `blocks` is the correct block count, if known. */
  take(record: NachaRecord, blocks: number | null): void {
    const type = record.text.charAt(0)
    if (type === recordTypes.fileHeader) this.#beginFile(record)
    else if (this.#files === 0) {
      this.#remark('There is no file header record')
      this.#beginFile(null)
    }
    if (type === recordTypes.batchHeader) this.#beginBatch(record)
    else if (type === recordTypes.entry) this.#takeEntry(record)
    else if (type === recordTypes.addenda) this.#takeAddenda(record)
    else if (type === recordTypes.batchControl) this.#takeControl(record)
    else if (type === recordTypes.fileControl) this.#endFile(record, blocks)
    else if (type !== recordTypes.fileHeader)
      this.#leave(record, 'Does not start with a record type')
  }

  end(): void {
    this.#endBatch(null)
    if (this.#files > 0 && !this.#hasControl) this.#remark('There is no file control record')
    if (this.#files > 1)
      this.#remark(`The file contains ${String(this.#files)} files one after another`)
  }

  #remark(...found: readonly string[]): void {
    this.remarkCount += found.length
    this.remarks.push(...found.slice(0, Math.max(0, mostRemarks - this.remarks.length)))
  }

  #leave({ line, text }: NachaRecord, why: string): void {
    this.unread.push({ line, text, why })
  }

  #beginFile(header: NachaRecord | null): void {
    this.#endBatch(null)
    if (this.#files > 0 && !this.#hasControl) this.#remark('A file control record is missing')
    this.#files += 1
    this.#hasControl = false
    this.#file = emptyFile()
    if (header && header.text.slice(34, 40) !== '094101')
      this.#remark(
        `The file header (line ${String(header.line)}) does not name records of 94 characters in blocks of 10`,
      )
  }

  #endFile(control: NachaRecord, blocks: number | null): void {
    this.#endBatch(null)
    this.#hasControl = true
    const { batches, advices, tally } = this.#file
    const isAdv = batches > 0 && advices === batches
    this.#remark(...fileControlRemarks(control, tally, { batches, blocks }, isAdv))
  }

  #beginBatch(header: NachaRecord): void {
    this.#endBatch(null)
    const named = secCodeOf(header)
    const isAdv = named === 'ADV'
    this.#file.batches += 1
    if (isAdv) this.#file.advices += 1
    const secCode = secCodes.find((code) => code === named) ?? null
    if (secCode === null) this.#leave(header, unfit(named))
    this.#batch = {
      header,
      secCode,
      isAdv,
      tally: emptyTally(),
      entries: [],
      entry: null,
      last: null,
      hasReturns: false,
    }
  }

  #takeEntry(record: NachaRecord): void {
    const batch = this.#batch
    if (batch === null) {
      this.#leave(record, 'An entry without a batch header before it')
      return
    }
    this.#closeEntry(batch)
    batch.last = record
    countEntry(batch.tally, record, batch.isAdv)
    if (batch.secCode === null) {
      this.#leave(record, unfit(secCodeOf(batch.header)))
      return
    }
    batch.entry = { record, addenda: [], why: [], unlisted: 0 }
  }

  #takeAddenda(record: NachaRecord): void {
    const batch = this.#batch
    if (batch === null) {
      this.#leave(record, 'Addenda without a batch header before them')
      return
    }
    batch.tally.entries += 1
    const returned = batch.last && returnIn(batch.last, record, secCodeOf(batch.header))
    if (returned) {
      this.#takeReturn(batch, returned)
      return
    }
    if (batch.secCode === null) {
      this.#leave(record, unfit(secCodeOf(batch.header)))
      return
    }
    if (batch.entry === null) {
      this.#leave(record, 'Addenda without an entry before them')
      return
    }
    const { addenda } = batch.entry
    const problem = addendaProblem(record, addenda.length)
    if (problem !== null) noteAddenda(batch.entry, problem)
    if (problem !== tooManyAddenda && record.field(addendaRecord.type) === '05')
      addenda.push(record)
    else this.#leave(record, problem ?? '')
  }

  /** A return is nothing to originate, so its line is removed from the unread lines. */
  #takeReturn(batch: OpenBatch, returned: NachaReturn): void {
    this.returns.push(returned)
    batch.hasReturns = true
    batch.entry = null
    if (this.unread.at(-1)?.line === returned.entryLine) this.unread.pop()
  }

  #takeControl(record: NachaRecord): void {
    if (this.#batch === null) {
      this.#leave(record, 'A batch control record without a batch header before it')
      return
    }
    this.#endBatch(record)
  }

  #closeEntry(batch: OpenBatch): void {
    if (batch.entry === null || batch.secCode === null) return
    batch.entries.push(entryIn(batch.entry, batch.secCode))
    batch.entry = null
  }

  /**
   * Returns the batch's own number, or the next free one if the number is unreadable or already
   * used.
   */
  #numberOf(header: NachaRecord): number {
    const own = numberIn(header, batchHeader.batchNumber)
    const number = own !== null && !this.#numbers.has(own) ? own : this.#highest + 1
    this.#numbers.add(number)
    this.#highest = Math.max(this.#highest, number)
    return number
  }

  #endBatch(control: NachaRecord | null): void {
    const batch = this.#batch
    this.#batch = null
    if (batch === null) return
    this.#closeEntry(batch)
    addTally(this.#file.tally, batch.tally)
    const { header, secCode, isAdv, tally, entries } = batch
    const controlRemarks = control ? batchControlRemarks(header, control, tally, isAdv) : null
    const allCameBack = batch.hasReturns && entries.length === 0
    if (secCode === null) {
      if (allCameBack && this.unread.at(-1)?.line === header.line) this.unread.pop()
      else if (control) this.#leave(control, unfit(secCodeOf(header)))
      this.#remark(...(controlRemarks ?? []))
      return
    }
    if (allCameBack) {
      this.#remark(...(controlRemarks ?? []))
      return
    }
    const form = formOf(header, secCode)
    const number = this.#numberOf(header)
    const called = numberIn(header, batchHeader.batchNumber)
    this.batches.push({
      number,
      form,
      entries,
      remarks: [
        ...(called === null || called === number
          ? []
          : [`Another batch in the file has the same number, ${String(called)}`]),
        ...(controlRemarks ?? ['There is no batch control record: entries may be missing']),
        ...headerRemarks(batch, form).map(
          (what) => `The batch header record (line ${String(header.line)}): its ${what}`,
        ),
        ...(entries.length === 0 ? ['The batch has no entries'] : []),
        ...(batch.hasReturns
          ? ['The batch has returns or changes among its entries: these are not originated']
          : []),
      ],
    })
  }
}

/** Returns the first line numbers as text. */
const linesText = (lines: readonly number[]): string => {
  const first = lines.slice(0, 5).join(', ')
  const more = lines.length > 5 ? ` and ${String(lines.length - 5)} more` : ''
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${first}${more}`
}

/**
 * Reads a file. Never throws: a text that is not a NACHA file has unread lines and no batches.
 * Amounts are decimal text in dollars, dates YYYY-MM-DD; lines are counted from 1, or records in a
 * file without line breaks.
 */
export function readNacha(text: string): NachaRead {
  const { records, short, long, blocks, remarks } = linesOf(text)
  const reader = new NachaReader()
  // The blocks of several files in one text cannot be separated.
  const isOne = records.filter((one) => one.text.startsWith(recordTypes.fileHeader)).length < 2
  for (const record of records) reader.take(record, isOne ? blocks : null)
  reader.end()
  const nonAscii = records.filter((one) => !/^[ -~]*$/.test(one.text)).map(({ line }) => line)
  const onLines = [
    ...remarks,
    ...(records.length === 0 ? ['The file has no records'] : []),
    ...(short.length > 0
      ? [`${linesText(short)}: shorter than 94 characters, read as if blanks followed`]
      : []),
    ...(long.length > 0
      ? [`${linesText(long)}: longer than 94 characters, the rest is not read`]
      : []),
    ...(nonAscii.length > 0 ? [`${linesText(nonAscii)}: characters beyond ASCII`] : []),
  ]
  return {
    batches: reader.batches,
    unread: reader.unread,
    returns: reader.returns,
    remarks: [...onLines, ...reader.remarks].slice(0, mostRemarks),
    remarkCount: onLines.length + reader.remarkCount,
  }
}
