/**
 * Reads NACHA files: every entry of CCD, CTX and PPD batches, good or bad, and the reason for each line that is none
 * of theirs. Nothing that a file holds stops the rest of it from being read.
 */
import { secCodes, type SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import {
  isDescribed,
  type BatchForm,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import { isCalendarDate } from '../../../../preload/contract/kernel/calendar-date.ts'
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

/** A batch of a file. */
export interface NachaBatch {
  /** Its own number in the file where it has one and no other batch has it; unique in any case. */
  readonly number: number
  readonly form: BatchForm
  readonly entries: readonly NachaEntry[]
  /** What the file says of the batch and is not so. */
  readonly remarks: readonly string[]
}

/** A line that is no entry. */
export interface UnreadLine {
  readonly line: number
  readonly text: string
  readonly why: string
}

/** A file as it was read. */
export interface NachaRead {
  readonly batches: readonly NachaBatch[]
  readonly unread: readonly UnreadLine[]
  /** Returns and notifications of change, of batches of any SEC code. */
  readonly returns: readonly NachaReturn[]
  /** The first on the file, and how many there are. */
  readonly remarks: readonly string[]
  readonly remarkCount: number
}

/** So many remarks on a file are kept: every line may bring several. */
export const mostRemarks = 50

/** What the batches of a file come to so far, and how many of them are accounting advices. */
const emptyFile = () => ({ tally: emptyTally(), batches: 0, advices: 0 })

/** A batch whose end was not reached yet. */
interface OpenBatch {
  readonly header: NachaRecord
  /** Null: not one that is originated here. */
  readonly secCode: SecCode | null
  /** Accounting advices: their records are others. */
  readonly isAdv: boolean
  readonly tally: NachaTally
  readonly entries: NachaEntry[]
  entry: OpenEntry | null
  /** The entry that addenda follow, of any SEC code. */
  last: NachaRecord | null
  /** Entries of it came back. */
  hasReturns: boolean
}

/** YYMMDD as YYYY-MM-DD; what is no date stays as it is, to be put right by a person. */
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

/** Whether the ways of the entries are those that the service class names. */
function serviceClassRemarks({ header, tally, entries }: OpenBatch): string[] {
  const named = header.field(batchHeader.serviceClass)
  const has = (way: string): boolean => entries.some(({ entry }) => entry.creditDebitCode === way)
  if (!['200', '220', '225'].includes(named))
    return [`service class ${shown(named)} is not one of 200, 220 and 225`]
  if (tally.entries === 0) return []
  if (named === '220' && has('D'))
    return ['service class 220 names credits alone, and there are debits']
  if (named === '225' && has('C'))
    return ['service class 225 names debits alone, and there are credits']
  return []
}

/** What the header of a batch lacks, or has wrong: after *its* (Nacha, batch header record). */
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
    : [`effective date ${shown(form.effectiveDate)} is no date`]),
]

const unfit = (secCode: string): string =>
  secCode === 'IAT'
    ? 'IAT: payments with a foreign leg are not originated here'
    : `SEC code ${shown(secCode)}: only ${secCodes.join(', ')} are originated`

/** Reads a file record after record. */
class NachaReader {
  readonly batches: NachaBatch[] = []
  readonly unread: UnreadLine[] = []
  readonly returns: NachaReturn[] = []
  /** The first remarks, and how many there are. */
  readonly remarks: string[] = []
  remarkCount = 0
  /** Of the batches so far: a file may hold a hundred thousand. */
  readonly #numbers = new Set<number>()
  #highest = 0
  #batch: OpenBatch | null = null
  #file = emptyFile()
  #files = 0
  #hasControl = true

  /** Takes the next record; `blocks` is what the file control should say, where one can tell. */
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
    else if (type !== recordTypes.fileHeader) this.#leave(record, 'Begins with no record type')
  }

  end(): void {
    this.#endBatch(null)
    if (this.#files > 0 && !this.#hasControl) this.#remark('There is no file control record')
    if (this.#files > 1) this.#remark(`It holds ${String(this.#files)} files one after another`)
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

  /** What came back is nothing to originate, and no line that was not read. */
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

  /** The batch's own number; one that cannot be read, or that another batch has, gives way to the next free one. */
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
          : [`The file calls it batch ${String(called)}, as it does another`]),
        ...(controlRemarks ?? [
          'There is no batch control record: nothing says whether entries are missing',
        ]),
        ...headerRemarks(batch, form).map(
          (what) => `The batch header record (line ${String(header.line)}): its ${what}`,
        ),
        ...(entries.length === 0 ? ['It holds no entry'] : []),
      ],
    })
  }
}

/** The first lines for people. */
const linesInWords = (lines: readonly number[]): string => {
  const first = lines.slice(0, 5).join(', ')
  const more = lines.length > 5 ? ` and ${String(lines.length - 5)} more` : ''
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${first}${more}`
}

/**
 * Reads a file. It never throws, whatever the text is: a text that is no NACHA file has unread lines and no batches.
 * Amounts come as decimal text of dollars, dates as YYYY-MM-DD; lines are counted from 1, and of a file without line
 * breaks the records are.
 */
export function readNacha(text: string): NachaRead {
  const { records, short, long, blocks, remarks } = linesOf(text)
  const reader = new NachaReader()
  // The blocks of several files in one text cannot be told apart.
  const isOne = records.filter((one) => one.text.startsWith(recordTypes.fileHeader)).length < 2
  for (const record of records) reader.take(record, isOne ? blocks : null)
  reader.end()
  const nonAscii = records.filter((one) => !/^[ -~]*$/.test(one.text)).map(({ line }) => line)
  const onLines = [
    ...remarks,
    ...(records.length === 0 ? ['The file holds no record'] : []),
    ...(short.length > 0
      ? [`${linesInWords(short)}: shorter than 94 characters, read as if blanks followed`]
      : []),
    ...(long.length > 0
      ? [`${linesInWords(long)}: longer than 94 characters, the rest is not read`]
      : []),
    ...(nonAscii.length > 0 ? [`${linesInWords(nonAscii)}: characters beyond ASCII`] : []),
  ]
  return {
    batches: reader.batches,
    unread: reader.unread,
    returns: reader.returns,
    remarks: [...onLines, ...reader.remarks].slice(0, mostRemarks),
    remarkCount: onLines.length + reader.remarkCount,
  }
}
