/**
 * Requests the pages of one inquiry. Each call and its result are saved in the transaction of an
 * audited act before the next call is made.
 */
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import type { AchInquiryApi } from '../../bank/apis/ach-inquiry.ts'
import type { QueryResult } from '../../bank/query-bank.ts'
import type { CallOptions } from '../../bank/call-options.ts'
import type { PagingEnd } from '../../bank/apis/paging.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  callsOfInquiry,
  findStoredCall,
  insertInquiryCall,
  positionsOfInquiry,
  updateInquirySummary,
  type InquiryRow,
} from '../inquiry-records.ts'
import type { Store } from '../../store/store.ts'
import { endpointFor } from './endpoints.ts'
import { readPosition, summaryOf, type Position, type Summary } from './stored-inquiry.ts'
import { storedAnswerOf, maskedAnswer } from './masked-answer.ts'
import { fetchPages, type RequestedPage, type ListRequest, type PageReader } from './fetch-pages.ts'
import { progressAfter, type StopCause } from './paging-text.ts'
import type { AchRequest } from './question.ts'

export interface RunDeps {
  readonly store: Store
  readonly clock: Clock
  /** Rows per request. */
  readonly pageSize: number
  /** Most rows of one inquiry; no page is requested once so many have arrived. */
  readonly mostRows: number
}

export interface Run {
  readonly row: InquiryRow
  readonly wanted: AchRequest
  readonly api: AchInquiryApi
  readonly callOptions: CallOptions
  /** Stops the run. */
  readonly stop: AbortController
  /** Most pages to request. */
  readonly mostPages: number
  /** Called after each page. */
  readonly onSummary: (summary: Summary) => void
}

/** Runs to the end and returns the final summary. Rejects only if the store fails. */
export async function runPages(deps: RunDeps, run: Run): Promise<Summary> {
  const recorder = new PageRecorder(deps, run)
  const { wanted } = run
  return wanted.mode === 'par'
    ? runDetail(recorder, run, wanted.request.parNumber)
    : new PageRun(deps, run, recorder).run(wanted)
}

async function runDetail(recorder: PageRecorder, run: Run, parNumber: string): Promise<Summary> {
  const result = await run.api.detail(parNumber, { ...run.callOptions, signal: run.stop.signal })
  const isRow = result.answer.kind === 'answered'
  await recorder.save({ place: {}, result, rows: isRow ? 1 : null }, isRow, isRow ? 1 : null)
  const end: PagingEnd<unknown> = isRow
    ? { kind: 'complete', ...nothingGot }
    : { kind: 'failed', answer: result.answer, position: onlyPage, ...nothingGot }
  // A PAR detail is no list, so no rows can be missing; the answer itself says how it ended.
  await recorder.end(end, 'one-page')
  return recorder.summary
}

const nothingGot = { got: 0, firstReportedTotal: null, reportedTotal: null, repeated: 0 }
const onlyPage = { style: 'page', pageNumber: 1, pageSize: null } as const

/** Saves the calls of the inquiry. */
class PageRecorder {
  summary: Summary
  readonly #deps: RunDeps
  readonly #run: Run
  #nextSeq: number | undefined

  constructor(deps: RunDeps, run: Run) {
    this.#deps = deps
    this.#run = run
    this.summary = summaryOf(run.row)
  }

  async save({ place, result, rows }: RequestedPage, isGiven: boolean, total: number | null) {
    const { store, clock } = this.#deps
    const { row, wanted, callOptions, onSummary } = this.#run
    const seq = (this.#nextSeq ??= (await positionsOfInquiry(store, row.id)).length)
    const at = clock.now().toISOString()
    // The rows of a call that was not recorded cannot be read again.
    const isHere = isGiven && rows !== null && result.callId !== null
    const position: Position = { place, rows, isGiven: isHere }
    const { answer } = result
    const summary: Summary = {
      ...this.summary,
      rows: this.summary.rows + (isHere ? rows : 0),
      total: total ?? this.summary.total,
      readAt: rows === null ? this.summary.readAt : at,
      answer: await this.#shownAnswer(result),
      callId: result.callId,
      answers: this.summary.answers || answer.kind === 'answered',
      progress: { kind: 'open' },
    }
    const detail = { mode: wanted.mode, call: result.callId, outcome: answer.kind, rows }
    await store.record(
      { actor: callOptions.actor, kind: 'inquiry.page-read', subject: row.id, detail },
      async (tx) => {
        const { callId } = result
        await insertInquiryCall(tx, { inquiryId: row.id, seq, at, position, callId })
        await updateInquirySummary(tx, row.id, summary)
      },
    )
    this.#nextSeq = seq + 1
    this.summary = summary
    onSummary(summary)
  }

  /** Saves how the list ended, unless there merely may be more pages. */
  async end(end: PagingEnd<unknown>, cause: StopCause): Promise<void> {
    const progress = progressAfter(end, cause)
    const { row, callOptions, wanted } = this.#run
    const summary = { ...this.summary, total: end.reportedTotal ?? this.summary.total, progress }
    this.summary = summary
    if (progress.kind === 'open') return
    const why = progress.kind === 'broken-off' ? progress.why : null
    const detail = { mode: wanted.mode, rows: summary.rows, end: progress.kind, why }
    await this.#deps.store.record(
      { actor: callOptions.actor, kind: 'inquiry.reading-ended', subject: row.id, detail },
      (tx) => updateInquirySummary(tx, row.id, summary),
    )
  }

  async #shownAnswer({ answer, callId }: QueryResult<unknown>): Promise<BankAnswer<null> | null> {
    if (answer.kind === 'no-answer' || answer.kind === 'not-sent') return answer
    const call = callId === null ? undefined : await findStoredCall(this.#deps.store, callId)
    const stored = call && storedAnswerOf({ seq: 0, at: '', position: '', ...call })
    return stored ? maskedAnswer(endpointFor(this.#run.wanted.mode), call, stored) : null
  }
}

/** One run; all calls of the pagination go through it. */
class PageRun implements PageReader {
  readonly #deps: RunDeps
  readonly #run: Run
  readonly #recorder: PageRecorder
  readonly #seqs = new Map<string, number>()
  #cause: StopCause = 'operator'
  #requests = 0
  #pending: Promise<RequestedPage> | undefined

  constructor(deps: RunDeps, run: Run, recorder: PageRecorder) {
    this.#deps = deps
    this.#run = run
    this.#recorder = recorder
  }

  async run(wanted: ListRequest): Promise<Summary> {
    const { row, api, callOptions, stop } = this.#run
    const { store, clock, pageSize } = this.#deps
    for (const { seq, position } of await positionsOfInquiry(store, row.id)) {
      const { place, rows } = readPosition(position)
      if (rows !== null) this.#seqs.set(JSON.stringify(place), seq)
    }
    const pageOptions = { callOptions, clock, pageSize, signal: stop.signal }
    const stream = fetchPages(api, wanted, this, pageOptions)
    for (;;) {
      const step = await stream.next()
      const total = step.done === true ? step.value.reportedTotal : step.value.progress.total
      await this.#savePending(step.done !== true, total)
      if (step.done === true) {
        await this.#recorder.end(step.value, this.#cause)
        return this.#recorder.summary
      }
    }
  }

  /**
   * Waits for the call that was in flight when the pagination was stopped, and saves it like any
   * other page.
   */
  async #savePending(isGiven: boolean, total: number | null): Promise<void> {
    const pending = await this.#pending
    this.#pending = undefined
    if (!pending) return
    const wasStopped = this.#run.stop.signal.aborted
    if (wasStopped && pending.result.answer.kind === 'not-sent') return
    await this.#recorder.save(pending, isGiven || (wasStopped && pending.rows !== null), total)
  }

  async stored(place: RequestedPage['place']) {
    const seq = this.#seqs.get(JSON.stringify(place))
    if (seq === undefined) return undefined
    const { store } = this.#deps
    const [call] = await callsOfInquiry(store, this.#run.row.id, { from: seq, limit: 1 })
    const answer = call && storedAnswerOf(call)
    return answer ? { answer, callId: call.callId } : undefined
  }

  mayRequest(): boolean {
    if (this.#run.stop.signal.aborted) return false
    const isFull = this.#recorder.summary.rows >= this.#deps.mostRows
    if (!isFull && this.#requests < this.#run.mostPages) return true
    this.#cause = isFull ? 'most-rows' : 'one-page'
    this.#run.stop.abort()
    return false
  }

  requested(page: Promise<RequestedPage>): void {
    this.#requests += 1
    this.#pending = page
    // The pagination receives the failure and ends with it.
    page.catch(() => undefined)
  }
}
