/**
 * Converts one entry of a NACHA file to an entry to originate. Problems are reported; nothing is
 * guessed.
 */
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

export interface NachaEntry {
  readonly line: number
  readonly entry: Omit<TypedEntry, 'id' | 'payeeId'>
  /** Problems of its record; empty: none. */
  readonly why: readonly string[]
}

/** A return or a notification of change about an entry that somebody originated. */
export interface NachaReturn {
  /** Line of its entry; `line` is that of the addenda with the return or change. */
  readonly entryLine: number
  readonly line: number
  readonly kind: 'return' | 'change'
  readonly code: string
  readonly originalTrace: string
  readonly receiverName: string
  readonly account: string
  /** Cents; null if it cannot be read. */
  readonly amount: number | null
  /** The corrected data of a notification of change, unchanged; empty for a return. */
  readonly corrected: string
}

/** An entry that may still have more addenda. */
export interface OpenEntry {
  readonly record: NachaRecord
  readonly addenda: NachaRecord[]
  /** Problems of its addenda, each once: the first ones; `unlisted` counts the others. */
  readonly why: string[]
  unlisted: number
}

/** Listed problems of an entry's addenda: a file may have any number. */
const mostListed = 10

/** Adds a problem of an entry's addenda. */
export function noteAddenda(entry: OpenEntry, problem: string): void {
  if (entry.why.includes(problem)) return
  if (entry.why.length < mostListed || problem === tooManyAddenda) entry.why.push(problem)
  else entry.unlisted += 1
}

/** End of a record's last required field: a shorter record was cut within the entry. */
const leastLength = 54

/** Reads an entry with the addenda that follow it. */
export function entryIn(open: OpenEntry, secCode: SecCode): NachaEntry {
  const { record, addenda, why, unlisted } = open
  const isCtx = secCode === 'CTX'
  const read = (name: keyof typeof entryDetail): string =>
    record.field(isCtx ? entryDetailCtx[name] : entryDetail[name]).trim()
  const code = transactionCode(record.field(entryDetail.transactionCode))
  const cents = numberIn(record, entryDetail.amount)
  const { accountType, creditDebitCode, transactionType } = code
  const isZeroWithAmount = code.isZeroDollar && cents !== null && cents > 0
  const id = read('identificationNumber')
  return {
    line: record.line,
    entry: {
      routingNumber: read('receivingDfi') + read('checkDigit'),
      accountNumber: read('account'),
      accountType,
      // The code in its place keeps the entry from leaving as an ordinary one.
      creditDebitCode: isZeroWithAmount
        ? record.field(entryDetail.transactionCode)
        : creditDebitCode,
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
      ...(isZeroWithAmount || (cents !== null && cents > 0 && transactionType === 'P')
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

/** Checks that the record agrees with the addenda that follow it. */
function addendaProblems(record: NachaRecord, count: number, isCtx: boolean): string[] {
  const indicator = record.field(entryDetail.addendaIndicator)
  const stated = isCtx ? numberIn(record, entryDetailCtx.addendaCount) : null
  const follow = `${String(count)} ${count === 1 ? 'follows' : 'follow'}`
  return [
    ...(indicator === '1' && count === 0 ? ['Says it has addenda, but none follow'] : []),
    ...(indicator === '0' && count > 0 ? [`Says it has no addenda, but ${follow}`] : []),
    ...(isCtx && stated !== count
      ? [
          stated === null
            ? `Its count of addenda cannot be read, and ${follow}`
            : `Says it has ${String(stated)} addenda, but ${follow}`,
        ]
      : []),
  ]
}

/** Problem of an entry with more addenda than it may have. */
export const tooManyAddenda = `Only the first ${mostAddenda.toLocaleString('en-US')} addenda were read`

const returnTypes: Readonly<Record<string, NachaReturn['kind']>> = {
  '98': 'change',
  '99': 'return',
}

/**
 * Reads a return or change from the addenda of an entry, by the SEC code of the batch; null:
 * neither.
 */
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

/** Returns the problem of an addenda record as the next one of its entry; null: none. */
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
