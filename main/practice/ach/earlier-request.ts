/** The request bodies of the earlier endpoints (bank document 2; bank notes 41-45). */
import { aYearLater } from '../../../preload/contract/kernel/calendar.ts'
import { secCodes, type SecCode } from './code-texts.ts'
import type { RequestReader } from './request-reader.ts'
import { todaySomewhere } from './written.ts'

/** Filters of an earlier list. Amounts in cents, rows counted from 1. */
export interface Criteria {
  readonly accountNumbers: readonly string[]
  readonly creditOrDebitCode: 'C' | 'D' | null
  readonly fromCents: number
  readonly toCents: number
  readonly identification: string | null
  readonly parNumbers: readonly string[] | null
  readonly traceNumbers: readonly string[] | null
  readonly startRow: number
  readonly endRow: number
}

/** A list between two days. */
export interface DatedCriteria extends Criteria {
  readonly fromDate: string
  readonly toDate: string
  readonly details: boolean
  readonly addenda: boolean
  readonly secCode: SecCode | null
}

/** The fields common to all earlier requests. */
const sharedNames = [
  'accountNumber',
  'creditOrDebitCode',
  'fromAmount',
  'toAmount',
  'parNumber',
  'receivingCustIdentificationNumber',
  'startRowIndex',
  'endRowIndex',
]
const mostRows = 1000

function readAccounts(reader: RequestReader): readonly string[] {
  reader.require(['accountNumber'])
  const accounts = reader.texts('accountNumber') ?? []
  for (const one of accounts) reader.checkAccount('accountNumber', one)
  return accounts
}

/**
 * Reads the limit as a limit on the span, so that rows beyond the first 1000 are reachable (bank
 * note 44).
 */
function readRows(reader: RequestReader): { startRow: number; endRow: number } {
  const startRow = reader.whole('startRowIndex', true) ?? 1
  const endRow = reader.whole('endRowIndex', true) ?? startRow + mostRows - 1
  if (startRow < 1) reader.refuse('ach-rows-wrong', 'startRowIndex', 'at least 1')
  if (endRow < startRow) reader.refuse('ach-rows-wrong', 'endRowIndex', 'before startRowIndex')
  if (endRow - startRow >= mostRows) {
    reader.refuse('ach-rows-too-many', 'endRowIndex', 'more than 1000 rows', 'ECA-W-002')
  }
  return { startRow, endRow }
}

function readNarrowing(
  reader: RequestReader,
): Pick<Criteria, 'creditOrDebitCode' | 'fromCents' | 'toCents' | 'identification'> {
  const fromCents = reader.cents('fromAmount') ?? 0
  const toCents = reader.cents('toAmount') ?? Number.MAX_SAFE_INTEGER
  if (fromCents > toCents) reader.refuse('ach-amounts-wrong', 'fromAmount', 'at most toAmount')
  return {
    creditOrDebitCode: reader.oneOf('creditOrDebitCode', ['C', 'D']),
    fromCents,
    toCents,
    identification: reader.text('receivingCustIdentificationNumber'),
  }
}

/**
 * Reads the days: toDate is later than fromDate, so never a single day; at most a year (bank note
 * 43).
 */
function readDays(reader: RequestReader, nowMs: number): { fromDate: string; toDate: string } {
  reader.require(['fromDate', 'toDate'])
  const fromDate = reader.day('fromDate')
  const toDate = reader.day('toDate')
  if (fromDate === null || toDate === null) return { fromDate: '', toDate: '' }
  const wrong = (field: string, why: string): void => reader.refuse('ach-dates-wrong', field, why)
  if (fromDate > todaySomewhere(nowMs).latest) wrong('fromDate', 'not after today')
  if (toDate <= fromDate) wrong('toDate', 'later than fromDate')
  if (toDate > aYearLater(fromDate).last) wrong('toDate', 'at most one year')
  return { fromDate, toDate }
}

/** Fields that the three dated requests require and allow beside the common ones. */
export interface DatedShape {
  readonly flags: readonly ('detailsFlag' | 'addendaFlag')[]
  readonly more: readonly ('secCode' | 'traceNumber')[]
}

/** Reads one of the three dated requests; problems are noted in the reader. */
export function readDatedRequest(
  reader: RequestReader,
  shape: DatedShape,
  nowMs: number,
): DatedCriteria {
  reader.onlyKnows([...sharedNames, 'fromDate', 'toDate', ...shape.flags, ...shape.more])
  const accountNumbers = readAccounts(reader)
  const days = readDays(reader, nowMs)
  reader.require(shape.flags)
  const flag = (name: 'detailsFlag' | 'addendaFlag'): boolean =>
    shape.flags.includes(name) && reader.oneOf(name, ['Y', 'N']) === 'Y'
  const knows = (name: 'secCode' | 'traceNumber'): boolean => shape.more.includes(name)
  return {
    accountNumbers,
    ...days,
    details: flag('detailsFlag'),
    addenda: flag('addendaFlag'),
    ...readNarrowing(reader),
    parNumbers: reader.commaSeparated('parNumber'),
    traceNumbers: knows('traceNumber') ? reader.commaSeparated('traceNumber') : null,
    secCode: knows('secCode') ? reader.oneOf('secCode', secCodes) : null,
    ...readRows(reader),
  }
}

/** Reads a status inquiry: by PAR or by trace, each an array (bank note 42). */
export function readStatusRequest(reader: RequestReader): Criteria {
  reader.onlyKnows([...sharedNames, 'traceNumber'])
  const accountNumbers = readAccounts(reader)
  const parNumbers = reader.texts('parNumber')
  const traceNumbers = reader.texts('traceNumber')
  if (parNumbers === null && traceNumbers === null && !reader.refusal) {
    reader.refuse('ach-field-missing', 'parNumber or traceNumber', 'one of them required')
  }
  return {
    accountNumbers,
    ...readNarrowing(reader),
    parNumbers,
    traceNumbers,
    ...readRows(reader),
  }
}
