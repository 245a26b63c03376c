/**
 * Every list of the bank read to its end, page by page, by the one walk of `paging.ts`: what each API
 * needs of a place in its list, and what its answers say of the rest (1-platform.md, Pagination
 * controls; traps 44-47, 75, 76, 82).
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
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import type { Reading } from '../../../preload/contract/bank/answers/shape.ts'
import type { ReportRequest } from '../../../preload/contract/bank/reports/report-request.ts'
import type { AchInquiryApi } from './ach-inquiry/ach-inquiry.ts'
import { pageFacts, statusFacts, transactionFacts } from './ach-inquiry/paging-facts.ts'
import { callOf, type CallOptions } from '../client/call-options.ts'
import {
  mostRows,
  pages,
  type Page,
  type PagingEnd,
  type PagingPlan,
  type PositionOf,
} from './paging.ts'
import type { PaymentsApi } from './payments.ts'
import type { ReportsApi } from './reports.ts'
import { reportBody } from './reports-body.ts'
import { participantFacts, reportFacts } from '../answers/table-facts.ts'

/** How a list is walked: in whose name, at most so many rows at once (1000 unless told otherwise), and who hears of it. */
export interface PageOptions extends Pick<
  PagingPlan<never>,
  'clock' | 'signal' | 'onProgress' | 'mostPages'
> {
  /** Its lane is `bulk` unless it names one. */
  readonly manner: CallOptions | string
  readonly pageSize?: number
}

/** Page after page, and how it ended. Resolves whatever the bank does, as `pages` does. */
export type PageStream<R> = AsyncGenerator<Page<R>, PagingEnd<R>, undefined>

const sizeOf = ({ pageSize = mostRows }: PageOptions): number => pageSize

/** The manner of each call; the walk's own signal takes a waiting call back as well. */
function mannerOf({ manner, signal }: PageOptions): CallOptions {
  const given = typeof manner === 'string' ? { actor: manner } : manner
  return { ...callOf({ ...given, lane: given.lane ?? 'bulk' }), signal: signal ?? given.signal }
}

/** The parts of a plan that are the same for every list. */
function common(walking: PageOptions) {
  const { clock, signal, onProgress, mostPages } = walking
  return {
    pageSize: sizeOf(walking),
    clock,
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
    ...(mostPages !== undefined && { mostPages }),
  }
}

/** A span of rows; never open, since a walk always names its size. */
const rowsAt = ({ startRowIndex, endRowIndex }: PositionOf<'row'>): AchRows => ({
  startRowIndex,
  endRowIndex: endRowIndex ?? startRowIndex + mostRows - 1,
})

/** All that ach/list has for a request. Throws RangeError, like every walk here, for what its API refuses to send. */
export const listAchTransactions = (
  api: Pick<AchInquiryApi, 'list'>,
  request: AchListRequest,
  walking: PageOptions,
): PageStream<Reading<typeof achListAnswer>> =>
  pages({
    ...common(walking),
    style: 'page',
    facts: pageFacts,
    ask: ({ pageNumber }) =>
      api.list(request, { pageNumber, pageSize: sizeOf(walking) }, mannerOf(walking)),
  })

/** All returned transactions. */
export const listReturns = (
  api: Pick<AchInquiryApi, 'returns'>,
  request: AchReturnsRequest,
  walking: PageOptions,
): PageStream<Reading<typeof returnsAnswer>> =>
  pages({
    ...common(walking),
    style: 'row',
    facts: transactionFacts,
    ask: (position) => api.returns(request, rowsAt(position), mannerOf(walking)),
  })

/** All collected transactions. */
export const listCollected = (
  api: Pick<AchInquiryApi, 'collected'>,
  request: AchCollectedRequest,
  walking: PageOptions,
): PageStream<Reading<typeof collectedAnswer>> =>
  pages({
    ...common(walking),
    style: 'row',
    facts: transactionFacts,
    ask: (position) => api.collected(request, rowsAt(position), mannerOf(walking)),
  })

/** All posted transactions. */
export const listPosted = (
  api: Pick<AchInquiryApi, 'posted'>,
  request: AchPostedRequest,
  walking: PageOptions,
): PageStream<Reading<typeof postedAnswer>> =>
  pages({
    ...common(walking),
    style: 'row',
    facts: transactionFacts,
    ask: (position) => api.posted(request, rowsAt(position), mannerOf(walking)),
  })

/** The status of all transactions that a request names. */
export const listStatuses = (
  api: Pick<AchInquiryApi, 'status'>,
  request: AchStatusRequest,
  walking: PageOptions,
): PageStream<Reading<typeof statusAnswer>> =>
  pages({
    ...common(walking),
    style: 'row',
    facts: statusFacts,
    ask: (position) => api.status(request, mannerOf(walking), rowsAt(position)),
  })

/** All RTP participants. */
export const listParticipants = (
  api: Pick<PaymentsApi, 'participants'>,
  walking: PageOptions,
): PageStream<InferredTable> =>
  pages({
    ...common(walking),
    style: 'offset',
    facts: participantFacts,
    ask: ({ offset }) => api.participants({ limit: sizeOf(walking), offset }, mannerOf(walking)),
  })

/**
 * All rows of a report. A body that names its own rows is asked once, and is complete only where the
 * bank says that there are no others.
 */
export async function* listReportRows(
  api: Pick<ReportsApi, 'ask'>,
  { report, body }: Pick<ReportRequest, 'report' | 'body'>,
  walking: PageOptions,
): PageStream<InferredTable> {
  const isOperators = reportBody({ report, body }).pagedBy === 'operator'
  const plan = {
    ...common(walking),
    ...(isOperators && { pageSize: null }),
    facts: reportFacts,
  }
  const manner = mannerOf(walking)
  const end =
    report === 'rtp-inquiry'
      ? yield* pages({
          ...plan,
          style: 'page',
          ask: ({ pageNumber, pageSize }) =>
            api.ask({ report, body, pageNumber, pageSize: pageSize ?? undefined }, manner),
        })
      : yield* pages({
          ...plan,
          style: 'row',
          ask: ({ startRowIndex, endRowIndex }) =>
            api.ask({ report, body, startRowIndex, endRowIndex: endRowIndex ?? undefined }, manner),
        })
  const isOpen = isOperators && end.kind === 'complete' && end.said === null
  return isOpen ? { ...end, kind: 'truncated', why: 'paged-by-operator' } : end
}
