/** One entry of a NACHA file as an entry to originate. What is wrong with it is told; nothing of it is guessed. */
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import { mostAddenda, type TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { amountText, minorUnits } from '../../../../preload/contract/kernel/money.ts'
import {
  addendaRecord,
  advEntryAmount,
  entryDetail,
  entryDetailCtx,
  iatEntryAccount,
  numberIn,
  recordLength,
  returnAddenda,
  type NachaRecord,
} from './records.ts'
import { transactionCode } from './transaction-codes.ts'

/** An entry that was read. */
export interface NachaEntry {
  readonly line: number
  readonly entry: Omit<TypedEntry, 'id' | 'payeeId'>
  /** Why it is marked; empty: nothing is wrong with its record. */
  readonly why: readonly string[]
}

/** A return or a notification of change: what came back of an entry that somebody originated. */
export interface NachaReturn {
  /** Of its entry, and of the addenda that say it. */
  readonly entryLine: number
  readonly line: number
  readonly kind: 'return' | 'change'
  readonly code: string
  readonly originalTrace: string
  readonly receiverName: string
  readonly account: string
  /** Cents; null where it cannot be read. */
  readonly amount: number | null
  /** What a notification of change says to be right, as it stands there; empty for a return. */
  readonly corrected: string
}

/** An entry whose addenda may still follow. */
export interface OpenEntry {
  readonly record: NachaRecord
  readonly addenda: NachaRecord[]
  /** What was found in its addenda, each once: the first, and how many more there are. */
  readonly why: string[]
  unlisted: number
}

/** So much that was found in the addenda of an entry is listed: a file may hold as many as it likes. */
const mostListed = 10

/** Notes what is wrong with addenda of an entry. */
export function noteAddenda(entry: OpenEntry, problem: string): void {
  if (entry.why.includes(problem)) return
  if (entry.why.length < mostListed || problem === tooManyAddenda) entry.why.push(problem)
  else entry.unlisted += 1
}

/** Where a record ends with its last field that has to be there: shorter ones were cut within the entry. */
const leastLength = 54

/** Reads it. Its addenda are those that follow it. */
export function entryIn(open: OpenEntry, secCode: SecCode): NachaEntry {
  const { record, addenda, why, unlisted } = open
  const isCtx = secCode === 'CTX'
  const read = (name: keyof typeof entryDetail): string =>
    record.field(isCtx ? entryDetailCtx[name] : entryDetail[name]).trim()
  const code = transactionCode(record.field(entryDetail.transactionCode))
  const cents = numberIn(record, entryDetail.amount)
  const { accountType, creditDebitCode, transactionType } = code
  const id = read('identificationNumber')
  return {
    line: record.line,
    entry: {
      routingNumber: read('receivingDfi') + read('checkDigit'),
      accountNumber: read('account'),
      accountType,
      creditDebitCode,
      transactionType,
      amount: cents === null ? read('amount') : amountText(minorUnits(cents)),
      receiverName: read('receiverName'),
      identificationNumber: secCode === 'PPD' ? '' : id,
      individualIdentificationNumber: secCode === 'PPD' ? id : '',
      discretionaryData: read('discretionaryData'),
      addenda: addenda.map((one) => one.field(addendaRecord.information).trimEnd()),
    },
    why: [
      ...(code.why === null ? [] : [code.why]),
      ...(cents === null ? ['The amount is not all digits'] : []),
      ...(cents !== null && cents > 0 && (transactionType === 'P' || code.isZeroDollar)
        ? ['A prenotification or a zero-dollar entry with an amount']
        : []),
      ...recordProblems(record),
      ...addendaProblems(record, addenda.length, isCtx),
      ...why,
      ...(unlisted > 0
        ? [
            `${unlisted === 1 ? '1 more addenda record has a problem' : `${unlisted.toLocaleString('en-US')} more addenda records have problems`}: correct the file`,
          ]
        : []),
    ],
  }
}

function recordProblems({ text }: NachaRecord): string[] {
  const long = text.length > recordLength
  return [
    ...(text.trimEnd().length < leastLength
      ? [`The line ends after ${String(text.trimEnd().length)} of 94 characters`]
      : []),
    ...(long ? [`The line has ${String(text.length)} characters instead of 94`] : []),
    ...(text.includes('\ufffd')
      ? ['Holds characters that could not be read: the file is written in another encoding']
      : []),
  ]
}

/** Whether the record and what follows it agree on the addenda. */
function addendaProblems(record: NachaRecord, count: number, isCtx: boolean): string[] {
  const indicator = record.field(entryDetail.addendaIndicator)
  const said = isCtx ? numberIn(record, entryDetailCtx.addendaCount) : null
  const follow = `${String(count)} ${count === 1 ? 'follows' : 'follow'}`
  return [
    ...(indicator === '1' && count === 0 ? ['Says it has addenda, but none follow'] : []),
    ...(indicator === '0' && count > 0 ? [`Says it has no addenda, but ${follow}`] : []),
    ...(isCtx && said !== count
      ? [
          said === null
            ? `Its count of addenda cannot be read, and ${follow}`
            : `Says it has ${String(said)} addenda, but ${follow}`,
        ]
      : []),
  ]
}

/** The problem of addenda that their entry has no room for. */
export const tooManyAddenda = `More than ${mostAddenda.toLocaleString('en-US')} addenda: the rest was left out`

const returnTypes: Readonly<Record<string, NachaReturn['kind']>> = {
  '98': 'change',
  '99': 'return',
}

/** What addenda say of the entry before them, by the SEC code of their batch; null: they are no return and no change. */
export function returnIn(
  entry: NachaRecord,
  addenda: NachaRecord,
  secCode: string,
): NachaReturn | null {
  const kind = returnTypes[addenda.field(returnAddenda.type)]
  if (kind === undefined) return null
  const isIat = secCode === 'IAT'
  const name = secCode === 'CTX' ? entryDetailCtx.receiverName : entryDetail.receiverName
  return {
    entryLine: entry.line,
    line: addenda.line,
    kind,
    code: addenda.field(returnAddenda.code).trim(),
    originalTrace: addenda.field(returnAddenda.originalTrace).trim(),
    receiverName: isIat ? '' : entry.field(name).trim(),
    account: entry.field(isIat ? iatEntryAccount : entryDetail.account).trim(),
    amount: numberIn(entry, secCode === 'ADV' ? advEntryAmount : entryDetail.amount),
    corrected: kind === 'change' ? addenda.field(returnAddenda.corrected).trim() : '',
  }
}

/** What is wrong with an addenda record as the next one of its entry; null: nothing is. */
export function addendaProblem(record: NachaRecord, before: number): string | null {
  if (before >= mostAddenda) return tooManyAddenda
  const type = record.field(addendaRecord.type).trim()
  if (type !== '05') {
    const what = type === '02' ? ', a point of sale' : ''
    return `Addenda of type ${type === '' ? '(blank)' : type}${what}: only type 05 is originated`
  }
  const sequence = numberIn(record, addendaRecord.sequence)
  return sequence === before + 1
    ? null
    : `The addenda in line ${String(record.line)} are not number ${String(before + 1)} by their own count`
}
