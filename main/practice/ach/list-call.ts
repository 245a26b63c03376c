import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal, success, type Reply } from '../replies.ts'
import type { Call, Route } from '../routes.ts'
import { detailOf, listItem } from './current-records.ts'
import { returnOf, statusOf, withoutReturn, type AchEntry, type Viewpoint } from './entry.ts'
import type { AchLedger } from './ledger.ts'
import type { Originations } from './originations.ts'
import { readListRequest, type ListRequest } from './list-request.ts'
import { inquiryRefusal, objectIn, RequestReader } from './request-reader.ts'

interface Page {
  readonly pageNumber: number
  readonly pageSize: number
  readonly totalPages: number
  readonly totalRecords: number
  readonly lastPage: boolean
}

/**
 * Returns the day that a search compares with; null for an entry that the search does not list.
 * COLLECTED lists entries collected or settled by now; returned entries are found by RETURNED only
 * (bank note 49).
 */
function searchedDay(
  entry: AchEntry,
  search: ListRequest['dateSearchType'],
  view: Viewpoint,
): string | null {
  const status = statusOf(entry, view)
  switch (search) {
    case 'COLLECTED':
      return status === 'RETURNED' ? null : utcDay(entry.collectedAtMs)
    case 'SETTLED':
      return status === 'SETTLED' ? utcDay(entry.settledAtMs) : null
    case 'RETURNED': {
      const returned = returnOf(entry, view.nowMs)
      return returned ? utcDay(returned.atMs) : null
    }
  }
}

function matches(entry: AchEntry, request: ListRequest, view: Viewpoint): boolean {
  const day = searchedDay(entry, request.dateSearchType, view)
  return (
    day !== null &&
    day >= request.fromDate &&
    day <= request.toDate &&
    entry.amountCents >= request.minimumCents &&
    entry.amountCents <= request.maximumCents &&
    (request.traceNumber === null || entry.traceNumber === request.traceNumber)
  )
}

const metadata = (code: string, message: string, page: Page): object => ({
  messages: [{ code, message }],
  page,
})

/** Nothing matches: 400 with message 001 and totalRecords 0 (bank note 21). */
const nothingFound = ({ pageNumber, pageSize }: ListRequest): Reply => ({
  status: 400,
  body: {
    metadata: metadata('001', 'No transactions match the request', {
      pageNumber,
      pageSize,
      totalPages: 0,
      totalRecords: 0,
      lastPage: true,
    }),
  },
})

/** A failure with a success status. The code in its message is not in the document. */
const failure = ({ pageNumber, pageSize }: ListRequest): Reply =>
  success({
    transactions: [],
    metadata: metadata('901', 'Transactions could not be retrieved', {
      pageNumber,
      pageSize,
      totalPages: 0,
      totalRecords: 0,
      lastPage: true,
    }),
  })

function pageOf(
  found: readonly AchEntry[],
  request: ListRequest,
  view: Viewpoint,
  call: Call,
): Reply {
  const { pageNumber, pageSize } = request
  const start = (pageNumber - 1) * pageSize
  const rows = found.slice(start, start + pageSize).map((entry) => listItem(entry, view))
  const totalPages = Math.ceil(found.length / pageSize)
  const page = { pageNumber, pageSize, totalPages, totalRecords: found.length }
  const cutOff = rows.length > 0 && call.ordered('rows-cut-off')
  return success({
    transactions: cutOff ? rows.slice(0, Math.floor(rows.length / 2)) : rows,
    metadata: metadata('099', 'Transactions match the request', {
      ...page,
      ...(cutOff && { totalPages: pageNumber }),
      lastPage: cutOff || pageNumber >= totalPages,
    }),
  })
}

/** POST /accounts/transactions/v1/ach/list. */
export const listRoute = (
  ledger: AchLedger,
  originations: Pick<Originations, 'isUnreported'>,
  clock: Clock,
): Route => ({
  method: 'POST',
  path: '/accounts/transactions/v1/ach/list',
  operation: 'ach-inquiry',
  bearer: true,
  mediaType: 'application/json',
  handle: (call) => {
    const nowMs = clock.now().getTime()
    const fields = objectIn(call.body, null)
    if (!fields) {
      call.note('ach-body-unreadable', 'not an object')
      return inquiryRefusal('ECA-W-001', 'body')
    }
    const reader = new RequestReader(call, fields)
    const request = readListRequest(reader, nowMs)
    if (reader.refusal) return reader.refusal
    if (call.ordered('failure-in-200')) return failure(request)
    const view = { nowMs, consolidated: call.ordered('consolidated-settlement') }
    const onAccount = ledger.onAccounts([request.accountNumber], nowMs)
    const matching = (
      call.ordered('return-shown-late') ? onAccount.map(withoutReturn) : onAccount
    ).filter((entry) => matches(entry, request, view))
    const reported = matching.filter(({ parNumber }) => !originations.isUnreported(parNumber))
    const hides = reported.length < matching.length && call.ordered('unreported-found-late')
    const found = hides ? reported : matching
    const isEmpty = found.length === 0 || call.ordered('found-late')
    return isEmpty ? nothingFound(request) : pageOf(found, request, view, call)
  },
})

/** GET /accounts/transactions/v1/ach/detail/{parNumber}; 404 in the envelope for an unknown one. */
export const detailRoute = (ledger: AchLedger, clock: Clock): Route => ({
  method: 'GET',
  path: '/accounts/transactions/v1/ach/detail/{parNumber}',
  operation: 'ach-inquiry',
  bearer: true,
  mediaType: null,
  handle: (call) => {
    const nowMs = clock.now().getTime()
    const entry = ledger.withPar(call.segments['parNumber'] ?? '', nowMs)
    if (!entry) return new Refusal(404)
    if (call.ordered('failure-in-200')) return success(detailFailure)
    const seen = call.ordered('return-shown-late') ? withoutReturn(entry) : entry
    const reported = call.ordered('custom-data-rewritten') ? rewritten(seen) : seen
    return success(
      detailOf(reported, { nowMs, consolidated: call.ordered('consolidated-settlement') }),
    )
  },
})

/** Forms in which a bank may write a batch uuid that was sent as 32 digits. */
const writings: readonly ((uuid: string) => string)[] = [
  (uuid) => uuid.toUpperCase(),
  (uuid) => uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  (uuid) => `Batch ${uuid} of the client`,
]

/** Consecutive entries cycle through all forms. */
function rewritten(entry: AchEntry): AchEntry {
  const write = writings[Number(entry.parNumber.slice(-1)) % writings.length]
  const customData = entry.customData === null ? null : (write?.(entry.customData) ?? null)
  return { ...entry, customData }
}

/** A failure with a success status, without an entry (bank note 22). */
const detailFailure = {
  errorResponse: {
    systemFault: [
      { errorCode: 'ECA-W-901', errorDescription: 'The transaction could not be retrieved' },
    ],
  },
}
