/**
 * Writes a batch as a NACHA file for the operator's own records. The file is never sent: the bank
 * gets the request of its own API.
 */
import { asciiOffer } from '../../../../preload/contract/bank/ach-origination/ascii-offer.ts'
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import { networkAmountLimit } from '../../../../preload/contract/bank/ach-origination/warnings.ts'
import type { BatchForm } from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { centsIn } from '../../../../preload/contract/domain/batches/read-batch.ts'
import { isCalendarDate, clockIn } from '../../../../preload/contract/kernel/calendar.ts'
import { fedwireZone } from '../../../../preload/contract/kernel/banking-days.ts'
import { emptyTally, type NachaTally } from './nacha-tally.ts'
import {
  addendaRecord,
  batchControl,
  batchHeader,
  blockingFactor,
  entryDetail,
  entryDetailCtx,
  fileControl,
  fileHeader,
  recordLength,
  recordTypes,
  written,
} from './records.ts'
import { transactionCodeOf } from './transaction-codes.ts'

/** An entry to write; its trace number is the bank's, or null if unknown. */
export type NachaEntryToWrite = TypedEntry & { readonly traceNumber: string | null }

export interface NachaBatchToWrite {
  readonly form: BatchForm
  readonly uuid: string
  readonly entries: readonly NachaEntryToWrite[]
  readonly companyName: string
  /** Of the own account; empty: none was entered, and other programs refuse the file. */
  readonly companyId: string
  /** Nine digits: the originating bank. */
  readonly originRouting: string
  readonly now: Date
}

const accountLength = entryDetail.account.length
const mostAddendaLength = addendaRecord.information.length

/**
 * Returns the text for a record. A character without an ASCII replacement becomes a question mark.
 */
const carried = (text: string): string =>
  (asciiOffer(text.trim()) ?? text.trim()).replaceAll(/[^ -~]/g, '?')

interface Kind {
  readonly code: string | null
  readonly cents: number | null
}
function kindOf(entry: TypedEntry, secCode: SecCode): Kind {
  const cents = centsIn(entry.amount)
  const isPrenote = entry.transactionType.trim() === 'P'
  return {
    cents,
    code: transactionCodeOf({
      accountType: entry.accountType.trim(),
      creditDebitCode: entry.creditDebitCode.trim().toUpperCase(),
      isPrenote,
      isZeroDollar: cents === 0 && secCode !== 'PPD' && entry.addenda.length > 0,
    }),
  }
}

/** Returns why an entry cannot be written, in a sentence; null: it can. */
function whyNot(entry: TypedEntry, secCode: SecCode): string | null {
  const { code, cents } = kindOf(entry, secCode)
  if (code === null) return 'no transaction code is known for its account type and direction'
  if (!/^\d{9}$/.test(entry.routingNumber.trim()))
    return 'its routing number does not have nine digits'
  if (entry.accountNumber.trim().length > accountLength)
    return 'its account number has more than 17 characters'
  if (!/^[ -~]+$/.test(entry.accountNumber.trim()))
    return 'its account number is empty or has other characters than ASCII'
  if (cents === null) return 'its amount cannot be read'
  return cents > networkAmountLimit ? 'its amount has more than ten digits' : null
}

/**
 * Returns the entries that cannot be written, each as a sentence with its row: `Row 3: its amount
 * cannot be read`. An account number or an amount is never cut.
 */
export const whyNotNacha = ({
  form,
  entries,
}: Pick<NachaBatchToWrite, 'form' | 'entries'>): readonly string[] => {
  const rows = new Map<string, number>()
  return entries.flatMap((entry, index) => {
    const trace = bankTrace(entry)
    const row = trace === null ? undefined : rows.get(trace)
    if (trace !== null && row === undefined) rows.set(trace, index + 1)
    const why =
      row === undefined
        ? whyNot(entry, form.secCode)
        : `the bank gave it the trace number of row ${String(row)}`
    return why === null ? [] : [`Row ${String(index + 1)}: ${why}`]
  })
}

/**
 * Writes the file: one batch, records of 94 characters, lines ended by a line feed, blocks of ten
 * filled with nines. The header's discretionary data has the batch's uuid, cut to the field; trace
 * numbers are the bank's if known, and otherwise the free ones from 1 after the originating bank.
 * Entries stand in the order of these numbers. Names, ids and descriptions are cut to their fields
 * (Nacha, record formats).
 *
 * Throws RangeError with the sentences of `whyNotNacha` if an entry cannot be written.
 */
export function writeNacha(batch: NachaBatchToWrite): string {
  const refused = whyNotNacha(batch)
  if (refused.length > 0) throw new RangeError(refused.join('; '))
  const tally = emptyTally()
  const records = [
    fileHeaderOf(batch),
    batchHeaderOf(batch),
    ...traced(batch).flatMap((one) => entryRecords(batch.form.secCode, one, tally)),
    batchControlOf(batch, tally),
  ]
  const lines = [...records, fileControlOf(records.length + 1, tally)]
  const fillers = (blockingFactor - (lines.length % blockingFactor)) % blockingFactor
  const filler = '9'.repeat(recordLength)
  return [...lines, ...Array<string>(fillers).fill(filler)].map((line) => `${line}\n`).join('')
}

const bankOf = ({ originRouting }: NachaBatchToWrite): string => originRouting.slice(0, 8)

function fileHeaderOf(batch: NachaBatchToWrite): string {
  const clock = clockIn(fedwireZone, batch.now)
  return written(recordTypes.fileHeader, fileHeader, {
    priority: '01',
    destination: ` ${batch.originRouting}`,
    origin: ` ${batch.originRouting}`,
    date: clock?.date.slice(2).replaceAll('-', '') ?? '',
    time: clock?.time.replace(':', '') ?? '',
    modifier: 'A',
    recordSize: '094',
    blockingFactor: '10',
    format: '1',
    originName: carried(batch.companyName),
    reference: batch.uuid.slice(0, 8),
  })
}

/** Fields that are in the batch's header and control. */
const common = (batch: NachaBatchToWrite) => ({
  serviceClass: serviceClassOf(batch.entries),
  companyId: carried(batch.companyId),
  originatingDfi: bankOf(batch),
  batchNumber: 1,
})

function serviceClassOf(entries: readonly TypedEntry[]): string {
  const ways = new Set(entries.map((entry) => entry.creditDebitCode.trim().toUpperCase()))
  if (ways.size !== 1) return '200'
  return ways.has('C') ? '220' : '225'
}

function batchHeaderOf(batch: NachaBatchToWrite): string {
  const { form, uuid, companyName } = batch
  const date = form.effectiveDate.trim()
  return written(recordTypes.batchHeader, batchHeader, {
    ...common(batch),
    companyName: carried(companyName),
    discretionaryData: uuid,
    secCode: form.secCode,
    entryDescription: carried(form.companyEntryDescription),
    descriptiveDate: carried(form.companyDescriptiveDate),
    effectiveDate: isCalendarDate(date) ? date.slice(2).replaceAll('-', '') : '',
    originatorStatus: '1',
  })
}

/** The trace number that the bank gave, if a record can hold it. */
const bankTrace = ({ traceNumber }: NachaEntryToWrite): string | null =>
  traceNumber !== null && /^\d{15}$/.test(traceNumber) ? traceNumber : null

interface TracedEntry {
  readonly entry: NachaEntryToWrite
  readonly traceNumber: string
}

/** No number comes twice, and they ascend within a batch (Nacha, entry detail record). */
function traced(batch: NachaBatchToWrite): TracedEntry[] {
  const given = new Set(batch.entries.map(bankTrace))
  let last = 0
  const free = (): string => {
    for (;;) {
      last += 1
      const number = bankOf(batch) + String(last).padStart(7, '0')
      if (!given.has(number)) return number
    }
  }
  return batch.entries
    .map((entry) => ({ entry, traceNumber: bankTrace(entry) ?? free() }))
    .toSorted((one, other) => (one.traceNumber < other.traceNumber ? -1 : 1))
}

/** One text may take several records; another check warns of the network's limit. */
const addendaTexts = ({ addenda }: TypedEntry): string[] =>
  addenda
    .filter((text) => text.trim() !== '')
    .flatMap((text) => {
      const ascii = (asciiOffer(text) ?? text).replaceAll(/[^ -~]/g, '?')
      return Array.from({ length: Math.ceil(ascii.length / mostAddendaLength) }, (_, at) =>
        ascii.slice(at * mostAddendaLength, (at + 1) * mostAddendaLength),
      )
    })

/** Returns the records of an entry and its addenda, and counts them. */
function entryRecords(
  secCode: SecCode,
  { entry, traceNumber }: TracedEntry,
  tally: NachaTally,
): string[] {
  const { code, cents } = kindOf(entry, secCode)
  const addenda = addendaTexts(entry)
  const routing = entry.routingNumber.trim()
  const { individualIdentificationNumber: individual, identificationNumber: id } = entry
  const isOfPerson = secCode === 'PPD' && individual.trim() !== ''
  const values = {
    transactionCode: code ?? '',
    receivingDfi: routing.slice(0, 8),
    checkDigit: routing.slice(8),
    account: entry.accountNumber.trim(),
    amount: cents ?? 0,
    identificationNumber: carried(isOfPerson ? individual : id),
    receiverName: carried(entry.receiverName),
    discretionaryData: carried(entry.discretionaryData),
    addendaIndicator: addenda.length > 0 ? '1' : '0',
    traceNumber,
  }
  count(tally, { routing, cents: cents ?? 0, way: entry.creditDebitCode, addenda: addenda.length })
  const { entry: type } = recordTypes
  return [
    secCode === 'CTX'
      ? written(type, entryDetailCtx, { ...values, addendaCount: addenda.length })
      : written(type, entryDetail, values),
    ...addenda.map((information, at) =>
      written(recordTypes.addenda, addendaRecord, {
        type: '05',
        information,
        sequence: at + 1,
        entrySequence: traceNumber.slice(-7),
      }),
    ),
  ]
}

function count(
  tally: NachaTally,
  one: {
    readonly routing: string
    readonly cents: number
    readonly way: string
    readonly addenda: number
  },
): void {
  tally.entries += 1 + one.addenda
  tally.hash = (tally.hash + Number(one.routing.slice(0, 8))) % 10_000_000_000
  if (one.way.trim().toUpperCase() === 'D') tally.debits += BigInt(one.cents)
  else tally.credits += BigInt(one.cents)
}

const batchControlOf = (batch: NachaBatchToWrite, tally: NachaTally): string =>
  written(recordTypes.batchControl, batchControl, { ...common(batch), ...tally })

const fileControlOf = (records: number, tally: NachaTally): string =>
  written(recordTypes.fileControl, fileControl, {
    batches: 1,
    blocks: Math.ceil(records / blockingFactor),
    ...tally,
  })
