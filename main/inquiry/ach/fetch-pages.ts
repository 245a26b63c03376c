/**
 * Paginates one list whose first pages may be saved already. Saved pages are read again from the
 * store, so counting and comparing work as if the run had never been interrupted; only missing
 * pages are requested.
 */
import type { Reading, Shape } from '../../../preload/contract/bank/answers/shape.ts'
import type { AchInquiryApi, ListResult } from '../../bank/apis/ach-inquiry.ts'
import type { QueryResult } from '../../bank/query-bank.ts'
import type { StoredAnswer } from '../../bank/call-record.ts'
import {
  listAchTransactions,
  listCollected,
  listPosted,
  listReturns,
  listStatuses,
  type PageStream,
  type PageOptions,
} from '../../bank/apis/list-pages.ts'
import { achEndpoints, type AchEndpoint } from './endpoints.ts'
import type { AchRequest } from './question.ts'

/** A requested page and its result. */
export interface RequestedPage {
  readonly place: Readonly<Record<string, number>>
  readonly result: QueryResult<unknown>
  /** Number of rows; null if the answer is no page. */
  readonly rows: number | null
}

/** Where pages come from beside the bank, and where they go. */
export interface PageReader {
  /** Returns the saved answer of a page, if there is one. */
  stored(
    place: RequestedPage['place'],
  ): Promise<{ readonly answer: StoredAnswer; readonly callId: string | null } | undefined>
  /** Whether one more page may be requested. If not, pagination must stop. */
  mayRequest(): boolean
  /** Called when a request is in flight. The pagination receives its answer as well. */
  requested(page: Promise<RequestedPage>): void
}

export type ListRequest = Exclude<AchRequest, { readonly mode: 'par' }>

function pagesThrough<S extends Shape>(endpoint: AchEndpoint<S>, reader: PageReader) {
  type Page = ListResult<Reading<S>>
  return async (place: RequestedPage['place'], fetch: () => Promise<Page>): Promise<Page> => {
    const stored = await reader.stored(place)
    if (stored) {
      const answer = endpoint.read(stored.answer)
      const reading = 'reading' in answer ? answer.reading : null
      const { body: raw, base64: isBase64 } = stored.answer
      const paging = reading === null ? null : endpoint.facts(reading)
      return { answer, callId: stored.callId, raw, isBase64, paging }
    }
    // The pagination's own signal is already set, so it ends without waiting for this promise.
    if (!reader.mayRequest()) return new Promise<never>(() => undefined)
    const requested = fetch()
    reader.requested(requested.then((result) => ({ place, result, rows: rowsOf(result) })))
    return requested
  }
}

function rowsOf({ answer, paging }: ListResult<unknown>): number | null {
  if (answer.kind === 'nothing-found') return 0
  return answer.kind === 'answered' ? (paging?.rows ?? 0) : null
}

/** Paginates the list of a request. */
export function fetchPages(
  api: AchInquiryApi,
  wanted: ListRequest,
  reader: PageReader,
  pageOptions: PageOptions,
): PageStream<unknown> {
  switch (wanted.mode) {
    case 'list': {
      const through = pagesThrough(achEndpoints.list, reader)
      const list: AchInquiryApi['list'] = (request, page, callOptions) =>
        through(page, () => api.list(request, page, callOptions))
      return listAchTransactions({ list }, wanted.request, pageOptions)
    }
    case 'returned': {
      const through = pagesThrough(achEndpoints.returned, reader)
      const returns: AchInquiryApi['returns'] = (request, rows, callOptions) =>
        through(rows, () => api.returns(request, rows, callOptions))
      return listReturns({ returns }, wanted.request, pageOptions)
    }
    case 'collected': {
      const through = pagesThrough(achEndpoints.collected, reader)
      const collected: AchInquiryApi['collected'] = (request, rows, callOptions) =>
        through(rows, () => api.collected(request, rows, callOptions))
      return listCollected({ collected }, wanted.request, pageOptions)
    }
    case 'posted': {
      const through = pagesThrough(achEndpoints.posted, reader)
      const posted: AchInquiryApi['posted'] = (request, rows, callOptions) =>
        through(rows, () => api.posted(request, rows, callOptions))
      return listPosted({ posted }, wanted.request, pageOptions)
    }
    case 'status': {
      const through = pagesThrough(achEndpoints.status, reader)
      const status: AchInquiryApi['status'] = (request, callOptions, rows) =>
        through({ ...rows }, () => api.status(request, callOptions, rows))
      return listStatuses({ status }, wanted.request, pageOptions)
    }
  }
}
