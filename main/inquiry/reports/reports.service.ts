/**
 * Reports: queries the bank with the operator's own body, saves the calls, and returns the answers
 * masked. Saved reports are read again from the call records, also offline.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type {
  ReportAnswer,
  ReportAnswerLine,
  ReportQuestion,
  ReportsRequest,
} from '../../../preload/contract/api/reports/report-answer.ts'
import {
  bodyToSend,
  type ReportRequest,
} from '../../../preload/contract/bank/reports/report-request.ts'
import { isKeptWhole } from '../../../preload/contract/kernel/not-kept.ts'
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { ReportResult, ReportsApi } from '../../bank/apis/reports.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StoredAccount } from '../../profile/profile-records.ts'
import { findCall } from '../traffic/traffic.records.ts'
import { listInquiries } from '../history/inquiry-list.ts'
import type { InquiryRow } from '../inquiry-records.ts'
import type { Store } from '../../store/store.ts'
import { joinedTables } from './joined-tables.ts'
import { maskedReport, type MaskedReport } from './masked-report.ts'
import { stateAfter, type PageRead, type ReportProgress } from './reading-on.ts'
import { questionOf, requestOf } from './report-question.ts'
import {
  findReport,
  savePage,
  saveReport,
  readPage,
  reportKind,
  rowsIn,
  reportOrder,
  summaryOf,
  type StoredPage,
} from './report-records.ts'

export interface ReportsDeps {
  readonly store: Store
  readonly api: () => ReportsApi | undefined
  readonly pausedUntil: () => Date | null
  readonly accounts: () => readonly Pick<StoredAccount, 'id' | 'account_number'>[]
  readonly operatorName: (id: string) => string
  readonly clock: Clock
  readonly newId: () => string
  /** Called after each further page. */
  readonly progressed: (progress: Progress) => void
  /** Reports a failure that is shown nowhere else. */
  readonly report: (where: string, problem: unknown) => void
}

/** Progress of reading one answer. */
export interface Progress {
  readonly id: string
  readonly rows: number
  readonly total: number | null
  readonly pages: number
}

type SubmitBlocker = Failure<'rate-paused'> | Failure<'bank-not-running'>
type Gone = Failure<'not-found'>

/** The reports of one profile. */
export interface ReportsService {
  /**
   * Requests one report from the bank, in the lane of a waiting operator. The bank's answer,
   * including a refusal, is the value and is saved; its `id` is null if saving failed. Fails at
   * once with `rate-paused` while the bank requires a pause (bank note 19), and with
   * `bank-not-running` if there is no bank. The number of an own account replaces its masked one in
   * the body; fails with `invalid-input` if a masked number is left. Throws RangeError for wire and RTP inquiry without
   * PartnerClientId: the handler has checked.
   */
  request(
    request: ReportRequest,
    operatorId: string,
  ): Promise<Result<ReportAnswer, SubmitBlocker | Failure<'invalid-input'>>>
  /** Returns the saved answers, newest first. */
  list(
    request: ReportsRequest,
  ): Promise<{ items: ReportAnswerLine[]; next: string | null; total: number }>
  get(id: string): Promise<Result<ReportAnswer, Gone>>
  /**
   * Returns the full query, with the number of an own account masked and named by its id; the
   * operator who took it is recorded.
   */
  takeQuestion(id: string, operatorId: string): Promise<Result<ReportQuestion, Gone>>
  /** Returns which report a saved answer belongs to; undefined if there is no such answer. */
  reportOf(id: string): Promise<ReportQuestion['report'] | undefined>
  /**
   * Requests the following pages one after another, until none is left, a page brings no rows, or
   * it is stopped. Requests none if the body was not stored whole: it would select other rows.
   */
  readOn(id: string, operatorId: string): Promise<Result<ReportAnswer, Gone | SubmitBlocker>>
  stopReading(id: string): void
  /** Stops reading further pages. Resolves when the call in flight is saved. */
  rest(): Promise<void>
}

/** A page as it is shown, and what it says of the pages after it. */
interface ShownPage extends PageRead {
  readonly masked: MaskedReport
  readonly pagedBy: StoredPage['pagedBy']
  /** The unmasked table: masking may hide the names under which the bank gives its counts. */
  readonly table: PageRead['table']
}

export function createReportsService(deps: ReportsDeps): ReportsService {
  const { store, api, clock, pausedUntil } = deps
  const readingOn = new Map<string, { stop: AbortController; done: Promise<unknown> }>()

  const disabledReason = (): SubmitBlocker | undefined => {
    if (!api()) return { code: 'bank-not-running' }
    const until = pausedUntil()
    return until ? { code: 'rate-paused', until: until.toISOString() } : undefined
  }

  async function shownPages(id: string): Promise<ShownPage[]> {
    const pages: ShownPage[] = []
    for (;;) {
      const page = await readPage(store, id, pages.length)
      if (!page) return pages
      pages.push(shownPage(page))
      // Masking a page of a thousand rows takes a while, so other work runs in between.
      await turn()
    }
  }

  async function save(
    request: ReportRequest,
    result: ReportResult,
    stored: { at: string; actor: string },
  ): Promise<{ id: string | null; question: ReportQuestion }> {
    try {
      const call = result.callId === null ? undefined : await findCall(store, result.callId)
      const question = questionOf(request, call?.request_body ?? null)
      const id = deps.newId()
      await saveReport(store, { id, ...stored }, question, result)
      return { id, question }
    } catch (problem) {
      deps.report('reports', problem)
      return { id: null, question: questionOf(request, null) }
    }
  }

  const answerOf = (
    { row, question }: { row: ReportRow; question: ReportQuestion },
    pages: readonly ShownPage[],
  ): ReportAnswer => {
    const [first] = pages
    if (!first) throw new Error('a report without a call')
    const { total, more } = stateAfter(question, first.pagedBy, pages)
    const tables = pages.flatMap(({ masked: { answer } }) =>
      answer.kind === 'answered' ? [answer.reading] : [],
    )
    const { answer, raw, mask } = first.masked
    return {
      id: row.id,
      report: question.report,
      at: row.at,
      operator: deps.operatorName(row.actor),
      question: { ...question, body: mask.body(question.body) },
      callId: first.page.callId,
      answer: answer.kind === 'answered' ? { ...answer, reading: joinedTables(tables) } : answer,
      pages: pages.map(({ page }) => page),
      total,
      more,
      isBodyKept: isKeptWhole(question.body),
      pagedBy: first.pagedBy,
      raw,
    }
  }

  const get: ReportsService['get'] = async (id) => {
    const found = await findReport(store, id)
    if (!found) return err({ code: 'not-found' })
    return ok(answerOf(found, await shownPages(id)))
  }

  /** Requests one page after another; each is saved before the next request. */
  async function readOnPages(
    found: { row: InquiryRow; question: ReportQuestion },
    pages: ShownPage[],
    operatorId: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { row, question } = found
    const isStopped = (): boolean => signal.aborted
    for (;;) {
      const [first] = pages
      const place: ReportProgress | undefined = first && stateAfter(question, first.pagedBy, pages)
      const bank = api()
      if (!place?.next || !bank || isStopped()) return
      const request = requestOf(question, place.next.first, place.next.second)
      if (!request) return
      const at = clock.now().toISOString()
      const callOptions = { actor: operatorId, whenPaused: 'fail', signal } as const
      const result = await bank.request(request, callOptions)
      if (result.answer.kind === 'not-sent' && isStopped()) return
      const rows = countRows(pages) + (rowsIn(result.answer) ?? 0)
      const newSummary = { ...summaryOf(row), rows }
      const stored = { id: row.id, at, actor: operatorId, seq: pages.length }
      await savePage(store, stored, place.next, result, newSummary)
      const page = await readPage(store, row.id, pages.length)
      if (!page) return
      pages.push(shownPage(page))
      deps.progressed({ id: row.id, rows, total: place.total, pages: pages.length })
      // Only an operator may request a page without rows again.
      if ((rowsIn(result.answer) ?? 0) === 0) return
    }
  }

  return {
    get,

    async request(asWritten, operatorId) {
      const bank = api()
      const blocker = disabledReason()
      if (blocker) return err(blocker)
      if (!bank) return err({ code: 'bank-not-running' })
      const { account, ...fields } = asWritten
      const own = deps.accounts().find(({ id }) => id === account)
      const body = bodyToSend(asWritten.body, own?.account_number)
      if (body === undefined || (account !== undefined && !own)) return err(notOwnAccount)
      const request = { ...fields, body } as ReportRequest
      const at = clock.now().toISOString()
      const result = await bank.request(request, { actor: operatorId, whenPaused: 'fail' })
      const { id, question } = await save(request, result, { at, actor: operatorId })
      return ok(
        answerOf({ row: { id, at, actor: operatorId }, question }, [
          shownPage(pageOf(result, question, at)),
        ]),
      )
    },

    async list(request) {
      const { operatorName } = deps
      const list = { kind: reportKind, operatorName, columns: reportOrder }
      const { rows, next, total } = await listInquiries(store, list, request)
      const items = rows.map((row) => ({
        id: row.id,
        at: row.at,
        title: row.title,
        operator: operatorName(row.actor),
        report: (JSON.parse(row.question) as ReportQuestion).report,
        ...summaryOf(row),
      }))
      return { items, next, total }
    },

    async takeQuestion(id, operatorId) {
      const found = await findReport(store, id)
      if (!found) return err({ code: 'not-found' })
      const { report } = found.question
      await store.note({
        actor: operatorId,
        kind: 'report.question-taken',
        subject: id,
        detail: { report },
      })
      return ok(withOwnAccount(found.question, deps.accounts()))
    },

    reportOf: async (id) => (await findReport(store, id))?.question.report,

    async readOn(id, operatorId) {
      const found = await findReport(store, id)
      if (!found) return err({ code: 'not-found' })
      const blocker = disabledReason()
      if (blocker) return err(blocker)
      // A second command returns the current state; the running read continues.
      if (readingOn.has(id)) return get(id)
      const stop = new AbortController()
      const { promise: done, resolve } = Promise.withResolvers<undefined>()
      readingOn.set(id, { stop, done })
      try {
        const pages = await shownPages(id)
        await readOnPages(found, pages, operatorId, stop.signal)
        return ok(answerOf(found, pages))
      } finally {
        readingOn.delete(id)
        resolve(undefined)
      }
    },

    stopReading: (id) => readingOn.get(id)?.stop.abort(),

    async rest() {
      const underWay = [...readingOn.values()]
      for (const { stop } of underWay) stop.abort()
      await Promise.all(underWay.map(({ done }) => done))
    },
  }
}

const notOwnAccount: Failure<'invalid-input'> = {
  code: 'invalid-input',
  fields: [
    { path: 'body', message: 'A masked number is of no own account', source: 'workstation' },
  ],
}

/** Returns the query with the number of the only own account that its body names masked. */
function withOwnAccount(
  question: ReportQuestion,
  accounts: ReturnType<ReportsDeps['accounts']>,
): ReportQuestion {
  const [own, other] = accounts.filter(({ account_number: number }) =>
    question.body.includes(JSON.stringify(number)),
  )
  if (!own || other) return question
  const [number, masked] = [own.account_number, maskedAccount(own.account_number)]
  const body = question.body.replaceAll(JSON.stringify(number), JSON.stringify(masked))
  return { ...question, body, account: own.id }
}

/** Who sent the query and when; the id is null if the answer could not be saved. */
type ReportRow = Pick<InquiryRow, 'at' | 'actor'> & { readonly id: string | null }

const countRows = (pages: readonly PageRead[]): number =>
  pages.reduce((sum, { page }) => sum + page.rows, 0)

function shownPage({ page, pagedBy, report }: StoredPage): ShownPage {
  const { answer } = report
  const table = answer.kind === 'answered' ? answer.reading : null
  return { page, pagedBy, table, masked: maskedReport(report) }
}

/** Returns the first page of an answer that has just arrived. */
const pageOf = (result: ReportResult, question: ReportQuestion, at: string): StoredPage => ({
  page: {
    at,
    callId: result.callId,
    outcome: result.answer.kind,
    rows: rowsIn(result.answer) ?? 0,
    first: question.first,
    second: question.second,
  },
  pagedBy: result.sent.pagedBy,
  report: {
    answer: result.answer,
    raw: result.raw,
    isBase64: result.isBase64,
    requestBody: result.sent.text,
  },
})
