/**
 * Paginates every list of the bank with the one pagination of `paging.ts`: the position in each
 * API's requests, and the page facts of its answers (bank document 1, Pagination controls; bank
 * notes 44-47, 75, 76, 82).
 */
import type {
  achListAnswer,
  AchCollectedRequest,
  AchListRequest,
  AchPostedRequest,
  AchReturnsRequest,
  AchRows,
  AchStatusRequest,
  collectedAnswer,
  postedAnswer,
  returnsAnswer,
  statusAnswer,
} from '../../../preload/contract/bank/ach-inquiry/index.ts'
import type { BankMessage } from '../../../preload/contract/bank/answers/bank-message.ts'
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import type { Reading } from '../../../preload/contract/bank/answers/shape.ts'
import type { ReportRequest } from '../../../preload/contract/bank/reports/report-request.ts'
import type { AchInquiryApi } from './ach-inquiry.ts'
import { pageFacts, statusFacts, transactionFacts } from './ach-inquiry-answer.ts'
import { resolveCallOptions, type CallOptions } from '../call-options.ts'
import {
  mostRows,
  pages,
  type Page,
  type PagingEnd,
  type PagingPlan,
  type PositionOf,
} from './paging.ts'
import {
  laterDay,
  narrowerRange,
  type BankToday,
  type DayRange,
  type LaterDay,
} from './ach-list-limits.ts'
import type { PaymentsApi } from './payments.ts'
import type { ReportsApi } from './reports.ts'
import { reportBody } from './reports-body.ts'
import { participantFacts, reportFacts } from '../answers/table-facts.ts'

/**
 * Options of a pagination: the operator, the page size (1000 by default), the progress callback.
 */
export interface PageOptions extends Pick<
  PagingPlan<never>,
  'clock' | 'signal' | 'onProgress' | 'mostPages'
> {
  /** The lane is `bulk` unless one is named. */
  readonly callOptions: CallOptions | string
  readonly pageSize?: number
}

/**
 * Yields page after page and returns how the pagination ended. Resolves for every answer of the
 * bank, as `pages` does.
 */
export type PageStream<R> = AsyncGenerator<Page<R>, PagingEnd<R>, undefined>

const sizeOf = ({ pageSize = mostRows }: PageOptions): number => pageSize

/** The options of each call; the pagination's own signal also withdraws a waiting call. */
function pageCallOptions({ callOptions, signal }: PageOptions): CallOptions {
  const given = typeof callOptions === 'string' ? { actor: callOptions } : callOptions
  return {
    ...resolveCallOptions({ ...given, lane: given.lane ?? 'bulk' }),
    signal: signal ?? given.signal,
  }
}

/** The parts of a plan that are the same for every list. */
function common(pageOptions: PageOptions) {
  const { clock, signal, onProgress, mostPages } = pageOptions
  return {
    pageSize: sizeOf(pageOptions),
    clock,
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
    ...(mostPages !== undefined && { mostPages }),
  }
}

/** A range of rows; never open, because a pagination always has a page size. */
const rowsAt = ({ startRowIndex, endRowIndex }: PositionOf<'row'>): AchRows => ({
  startRowIndex,
  endRowIndex: endRowIndex ?? startRowIndex + mostRows - 1,
})

/**
 * All rows of ach/list for a request. Throws RangeError, like every function here, for a request
 * that its API rejects before sending.
 */
export const listAchTransactions = (
  api: Pick<AchInquiryApi, 'list'>,
  request: AchListRequest,
  pageOptions: PageOptions,
): PageStream<Reading<typeof achListAnswer>> =>
  pages({
    ...common(pageOptions),
    style: 'page',
    facts: pageFacts,
    requestPage: ({ pageNumber }) =>
      api.list(
        request,
        { pageNumber, pageSize: sizeOf(pageOptions) },
        pageCallOptions(pageOptions),
      ),
  })

/** Options of a query of days without a person who would correct them. */
export interface DayOptions extends PageOptions {
  readonly bankToday: BankToday
  /** The later last days that this bank refused before; an answer adds to them. */
  readonly refused: Set<LaterDay>
  /** Called before the first page if fewer days are queried than requested. */
  readonly narrowed?: (range: DayRange) => void
}

/**
 * All rows of ach/list for days that the bank may refuse in another reading of its limits (bank
 * note 43). After a refusal the days that every reading allows are queried once, and a last day
 * after today that was refused is not requested again.
 */
export async function* listAchDays(
  api: Pick<AchInquiryApi, 'list'>,
  request: AchListRequest & DayRange,
  { bankToday, refused, narrowed, ...pageOptions }: DayOptions,
): PageStream<Reading<typeof achListAnswer>> {
  const narrower = narrowerRange(request, bankToday)
  const later = laterDay(request.toDate, bankToday)
  const isRefused = later !== null && refused.has(later)
  const toDate = isRefused && narrower ? narrower.toDate : request.toDate
  if (toDate !== request.toDate) narrowed?.({ fromDate: request.fromDate, toDate })
  const end = yield* listAchTransactions(api, { ...request, toDate }, pageOptions)
  const isSame = narrower?.fromDate === request.fromDate && narrower.toDate === toDate
  if (!narrower || isSame || !mayRefuseDays(end)) return end
  narrowed?.(narrower)
  const second = yield* listAchTransactions(api, { ...request, ...narrower }, pageOptions)
  const isAnswered = second.kind !== 'failed' && second.kind !== 'stopped'
  if (isAnswered && later !== null && toDate > narrower.toDate) refused.add(later)
  return second
}

/** Whether the first page was refused, which may be for its days: 400, or a code of ACH inquiry. */
const mayRefuseDays = (end: PagingEnd<unknown>): boolean =>
  end.kind === 'failed' &&
  end.got === 0 &&
  end.answer.kind === 'refused' &&
  (end.answer.problem === 'request-invalid' || hasInquiryCode(end.answer.messages))

const hasInquiryCode = (messages: readonly BankMessage[]): boolean =>
  messages.some(({ code }) => code?.startsWith('ECA-W-') === true)

/** All returned transactions. */
export const listReturns = (
  api: Pick<AchInquiryApi, 'returns'>,
  request: AchReturnsRequest,
  pageOptions: PageOptions,
): PageStream<Reading<typeof returnsAnswer>> =>
  pages({
    ...common(pageOptions),
    style: 'row',
    facts: transactionFacts,
    requestPage: (position) => api.returns(request, rowsAt(position), pageCallOptions(pageOptions)),
  })

/** All collected transactions. */
export const listCollected = (
  api: Pick<AchInquiryApi, 'collected'>,
  request: AchCollectedRequest,
  pageOptions: PageOptions,
): PageStream<Reading<typeof collectedAnswer>> =>
  pages({
    ...common(pageOptions),
    style: 'row',
    facts: transactionFacts,
    requestPage: (position) =>
      api.collected(request, rowsAt(position), pageCallOptions(pageOptions)),
  })

/** All posted transactions. */
export const listPosted = (
  api: Pick<AchInquiryApi, 'posted'>,
  request: AchPostedRequest,
  pageOptions: PageOptions,
): PageStream<Reading<typeof postedAnswer>> =>
  pages({
    ...common(pageOptions),
    style: 'row',
    facts: transactionFacts,
    requestPage: (position) => api.posted(request, rowsAt(position), pageCallOptions(pageOptions)),
  })

/** The status of all transactions that a request names. */
export const listStatuses = (
  api: Pick<AchInquiryApi, 'status'>,
  request: AchStatusRequest,
  pageOptions: PageOptions,
): PageStream<Reading<typeof statusAnswer>> =>
  pages({
    ...common(pageOptions),
    style: 'row',
    facts: statusFacts,
    requestPage: (position) => api.status(request, pageCallOptions(pageOptions), rowsAt(position)),
  })

/** All RTP participants. */
export const listParticipants = (
  api: Pick<PaymentsApi, 'participants'>,
  pageOptions: PageOptions,
): PageStream<InferredTable> =>
  pages({
    ...common(pageOptions),
    style: 'offset',
    facts: participantFacts,
    requestPage: ({ offset }) =>
      api.participants({ limit: sizeOf(pageOptions), offset }, pageCallOptions(pageOptions)),
  })

/**
 * All rows of a report. A body that names its own rows is sent once, and is complete only if the
 * bank says that there are no others.
 */
export async function* listReportRows(
  api: Pick<ReportsApi, 'request'>,
  { report, body }: Pick<ReportRequest, 'report' | 'body'>,
  pageOptions: PageOptions,
): PageStream<InferredTable> {
  const isOperators = reportBody({ report, body }).pagedBy === 'operator'
  const plan = {
    ...common(pageOptions),
    ...(isOperators && { pageSize: null }),
    facts: reportFacts,
  }
  const callOptions = pageCallOptions(pageOptions)
  const end =
    report === 'rtp-inquiry'
      ? yield* pages({
          ...plan,
          style: 'page',
          requestPage: ({ pageNumber, pageSize }) =>
            api.request({ report, body, pageNumber, pageSize: pageSize ?? undefined }, callOptions),
        })
      : yield* pages({
          ...plan,
          style: 'row',
          requestPage: ({ startRowIndex, endRowIndex }) =>
            api.request(
              { report, body, startRowIndex, endRowIndex: endRowIndex ?? undefined },
              callOptions,
            ),
        })
  const isOpen = isOperators && end.kind === 'complete' && end.reportedTotal === null
  return isOpen ? { ...end, kind: 'truncated', why: 'paged-by-operator' } : end
}
