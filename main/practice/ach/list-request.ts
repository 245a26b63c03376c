/** The request body of `/ach/list` (bank document 2; bank notes 36, 42, 43, 46, 49 and 58). */
import { daysLater } from '../../../preload/contract/kernel/calendar.ts'
import type { AchStatus } from './entry.ts'
import type { RequestReader } from './request-reader.ts'
import { todaySomewhere } from './written.ts'

/** Amounts in cents. */
export interface ListRequest {
  readonly accountNumber: string
  readonly dateSearchType: AchStatus
  readonly fromDate: string
  readonly toDate: string
  readonly minimumCents: number
  readonly maximumCents: number
  readonly traceNumber: string | null
  readonly pageNumber: number
  readonly pageSize: number
}

const names = [
  'accountNumber',
  'dateSearchType',
  'fromDate',
  'toDate',
  'minimumAmount',
  'maximumAmount',
  'traceNumber',
  'pageNumber',
  'pageSize',
]
const searchTypes = ['COLLECTED', 'RETURNED', 'SETTLED'] as const
const longestRangeDays = 31
const recalledDays = 180
const oneBillionCents = 1_000_000_000_00
/** The document shows no default, so this uses the maximum allowed. */
const longestPage = 1000

/**
 * Reads the days to compare with. The two are optional and the document shows no defaults: a
 * missing day is today, or as far from the other day as allowed.
 */
function readDays(reader: RequestReader, nowMs: number): { fromDate: string; toDate: string } {
  const today = todaySomewhere(nowMs)
  const from = reader.day('fromDate')
  const to = reader.day('toDate')
  const latest = from === null ? today.latest : daysLater(from, longestRangeDays)
  const toDate = to ?? (latest < today.latest ? latest : today.latest)
  const fromDate = from ?? daysLater(toDate, -longestRangeDays)
  const wrong = (field: string, why: string): void => reader.refuse('ach-dates-wrong', field, why)
  // A missing day cannot break the document's rules.
  if (from !== null && from > today.latest) wrong('fromDate', 'today or earlier')
  if (from !== null && from < daysLater(today.earliest, -recalledDays)) {
    wrong('fromDate', 'within 180 days of today')
  }
  if (toDate < fromDate) wrong('toDate', 'not earlier than fromDate')
  if (toDate > daysLater(fromDate, longestRangeDays)) wrong('toDate', 'at most 31 days')
  return { fromDate, toDate }
}

function readAmounts(reader: RequestReader): { minimumCents: number; maximumCents: number } {
  const minimumCents = reader.cents('minimumAmount') ?? 0
  const maximum = reader.cents('maximumAmount')
  if (maximum !== null && maximum > oneBillionCents) {
    reader.refuse('ach-amounts-wrong', 'maximumAmount', 'at most one billion dollars')
  }
  if (maximum !== null && minimumCents > maximum) {
    reader.refuse('ach-amounts-wrong', 'minimumAmount', 'at most maximumAmount')
  }
  return { minimumCents, maximumCents: maximum ?? Number.MAX_SAFE_INTEGER }
}

function readPage(reader: RequestReader): { pageNumber: number; pageSize: number } {
  const pageNumber = reader.whole('pageNumber', false) ?? 1
  const pageSize = reader.whole('pageSize', false) ?? longestPage
  if (pageNumber < 1) reader.refuse('ach-page-wrong', 'pageNumber', 'at least 1')
  if (pageSize < 1 || pageSize > longestPage) {
    reader.refuse('ach-page-wrong', 'pageSize', '1 to 1000')
  }
  return { pageNumber, pageSize }
}

/** Reads the request; problems are noted in the reader. */
export function readListRequest(reader: RequestReader, nowMs: number): ListRequest {
  reader.onlyKnows(names)
  reader.require(['accountNumber'])
  const accountNumber = reader.text('accountNumber') ?? ''
  if (accountNumber !== '') reader.checkAccount('accountNumber', accountNumber)
  return {
    accountNumber,
    dateSearchType: reader.oneOf('dateSearchType', searchTypes) ?? 'COLLECTED',
    ...readDays(reader, nowMs),
    ...readAmounts(reader),
    traceNumber: reader.text('traceNumber'),
    ...readPage(reader),
  }
}
