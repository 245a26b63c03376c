/**
 * Saved reports: the inquiries of the kind `report`, their calls, and each answer as it parses now.
 */
import { sql } from 'kysely'
import { answerKinds, type BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import { callFailures } from '../../../preload/contract/bank/answers/call-failure.ts'
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import {
  reportAnswerLine,
  reportPage,
  reportQuestion,
  type ReportPage,
  type ReportQuestion,
  type ReportsRequest,
} from '../../../preload/contract/api/reports/report-answer.ts'
import { reportIds } from '../../../preload/contract/bank/reports/report-request.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { asTable, unknownAnswer } from '../../bank/answers/inferred-table.ts'
import { readAnswer } from '../../bank/answers/read-answer.ts'
import type { ReportResult } from '../../bank/apis/reports.ts'
import { inSummary, type InquiryList } from '../history/inquiry-list.ts'
import {
  callsOfInquiry,
  findInquiry,
  insertInquiry,
  insertInquiryCall,
  updateInquirySummary,
  type InquiryCall,
  type InquiryRow,
} from '../inquiry-records.ts'
import { byName, byNumber, byOperator, byOrder } from '../../store/sorted-page.ts'
import type { Store } from '../../store/store.ts'
import type { UnmaskedReport } from './masked-report.ts'
import { questionKey, titleOf } from './report-question.ts'

export const reportKind = 'report'

/**
 * The pages that a call requested, and how it ended. A call that was never made has no record to
 * hold its ending.
 */
const position = reportPage.pick({ first: true, second: true, rows: true, outcome: true }).extend({
  reason: z.enum(callFailures).nullable(),
  pagedBy: z.enum(['operator', 'workstation', 'nobody']),
})
type StoredPosition = z.infer<typeof position>
const summary = reportAnswerLine.pick({ outcome: true, rows: true })

/** The list fields of a report. */
export type ReportSummary = z.infer<typeof summary>

/** A call and its parsed answer. */
export interface StoredPage {
  readonly page: ReportPage
  readonly pagedBy: StoredPosition['pagedBy']
  readonly report: UnmaskedReport
}

/** Returns the number of rows in an answer; null if no rows were recognized. */
export const rowsIn = (answer: BankAnswer<InferredTable>): number | null =>
  answer.kind === 'answered' && answer.reading.path !== null ? answer.reading.rows.length : null

const positionOf = (
  { answer, sent }: ReportResult,
  rows: Pick<ReportPage, 'first' | 'second'>,
): StoredPosition => ({
  ...rows,
  rows: rowsIn(answer) ?? 0,
  outcome: answer.kind,
  reason: 'reason' in answer ? answer.reason : null,
  pagedBy: sent.pagedBy,
})

/** Saves a query with its first answer and the act of the request, which names no account. */
export async function saveReport(
  store: Store,
  stored: { readonly id: string; readonly at: string; readonly actor: string },
  question: ReportQuestion,
  result: ReportResult,
): Promise<void> {
  const { id, at, actor } = stored
  const newSummary: ReportSummary = { outcome: result.answer.kind, rows: rowsIn(result.answer) }
  const detail = { report: question.report, ...newSummary, call: result.callId }
  await store.record({ actor, kind: 'report.answered', subject: id, detail }, async (tx) => {
    await insertInquiry(tx, {
      id,
      at,
      actor,
      kind: reportKind,
      question: JSON.stringify(question),
      question_key: questionKey(question),
      title: titleOf(question),
      summary: JSON.stringify(newSummary),
    })
    const place = positionOf(result, question)
    await insertInquiryCall(tx, {
      inquiryId: id,
      seq: 0,
      at,
      position: place,
      callId: result.callId,
    })
  })
}

/** Saves a later page. */
export async function savePage(
  store: Store,
  stored: {
    readonly id: string
    readonly at: string
    readonly actor: string
    readonly seq: number
  },
  rows: Pick<ReportPage, 'first' | 'second'>,
  result: ReportResult,
  newSummary: ReportSummary,
): Promise<void> {
  const { id, at, actor, seq } = stored
  const detail = { page: seq + 1, outcome: result.answer.kind, call: result.callId }
  await store.record({ actor, kind: 'report.page-read', subject: id, detail }, async (tx) => {
    const place = positionOf(result, rows)
    await insertInquiryCall(tx, {
      inquiryId: id,
      seq,
      at,
      position: place,
      callId: result.callId,
    })
    await updateInquirySummary(tx, id, newSummary)
  })
}

/** Returns one saved report, or undefined. */
export async function findReport(
  store: Store,
  id: string,
): Promise<{ row: InquiryRow; question: ReportQuestion } | undefined> {
  const row = await findInquiry(store, id)
  if (row?.kind !== reportKind) return undefined
  return { row, question: reportQuestion.parse(JSON.parse(row.question)) }
}

/** The sort key of each column. */
export const reportOrder: InquiryList<NonNullable<ReportsRequest['sort']>['column']>['columns'] = (
  sort,
  operators,
) => ({
  at: sql`at`,
  report: byOrder(sql`json_extract(question, '$.report')`, reportIds, sort),
  question: byName(sql`title`, sort),
  outcome: byOrder(inSummary('$.outcome'), answerKinds, sort),
  rows: byNumber(inSummary('$.rows'), sort),
  operator: byOperator(operators, sort),
})

/** Returns what the list shows. A summary that does not parse must not break the list. */
export const summaryOf = (row: InquiryRow): ReportSummary =>
  summary.safeParse(JSON.parse(row.summary)).data ?? { outcome: 'not-understood', rows: null }

/** Returns a page of a saved report as it parses now; undefined beyond the last. */
export async function readPage(
  store: Store,
  id: string,
  seq: number,
): Promise<StoredPage | undefined> {
  const [call] = await callsOfInquiry(store, id, { from: seq, limit: 1 })
  if (!call) return undefined
  const place = position.parse(JSON.parse(call.position))
  const { first, second, rows, outcome, pagedBy } = place
  return {
    page: { at: call.at, callId: call.callId, outcome, rows, first, second },
    pagedBy,
    report: {
      answer: answerOf(call, place),
      raw: call.answer?.body ?? null,
      isBase64: call.answer?.isBase64 ?? false,
      requestBody: call.requestBody,
    },
  }
}

/** Parses a recorded answer exactly as it was parsed on arrival. */
function answerOf(
  { answer, callId }: InquiryCall,
  { outcome, reason }: StoredPosition,
): BankAnswer<InferredTable> {
  if (!answer) {
    const kind = outcome === 'not-sent' ? 'not-sent' : 'no-answer'
    return { kind, reason: reason ?? 'unexpected' }
  }
  const { status, body, isBase64: base64 } = answer
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  )
  const stored = { status, headers, body, base64 }
  const read = readAnswer(unknownAnswer, { status, answer: stored }, { anyJson: true })
  return asTable({ answer: read, callId, raw: body, isBase64: base64 }).answer
}
