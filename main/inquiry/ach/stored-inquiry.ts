/** An inquiry between its record and the window: the question in full there, masked here. */
import { sql } from 'kysely'
import {
  achInquiry,
  achProgress,
  achQuestion,
  type AchInquiriesRequest,
  type AchInquiry,
  type AchQuestion,
} from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { inSummary, type InquiryList } from '../history/inquiry-list.ts'
import type { InquiryRow } from '../history/inquiry-records.ts'
import { byName, byNumber, byOperator, byOrder, byText } from '../../store/sorted-page.ts'
import { shownQuestion } from './question.ts'

/** What a list shows of an inquiry, as it is kept: masked already. */
const summary = achInquiry
  .pick({ rows: true, total: true, progress: true, readAt: true, answer: true, callId: true })
  .extend({
    /** The bank answered with data: what a repeat of the question may be answered from. */
    answers: z.boolean(),
  })
export type Summary = z.infer<typeof summary>

/** Of an inquiry that was not answered yet, or whose summary nobody understands. */
export const noSummary: Summary = {
  rows: 0,
  total: null,
  progress: { kind: 'open' },
  readAt: null,
  answer: null,
  callId: null,
  answers: false,
}

/** The summary of a record. */
export const summaryOf = (row: InquiryRow): Summary =>
  summary.safeParse(JSON.parse(row.summary)).data ?? noSummary

const progressKinds = achProgress.options.map(({ shape }) => shape.kind.value)

/** What the list is sorted by. */
export const inquiryOrder: InquiryList<
  NonNullable<AchInquiriesRequest['sort']>['column']
>['columns'] = (sort, operators) => ({
  at: sql`at`,
  mode: byText(sql`json_extract(question, '$.mode')`, sort),
  title: byName(sql`title`, sort),
  rows: byNumber(inSummary('$.rows'), sort),
  progress: byOrder(inSummary('$.progress.kind'), progressKinds, sort),
  operator: byOperator(operators, sort),
})

/** The question of a record, in full. */
export const questionOf = (row: InquiryRow): AchQuestion =>
  achQuestion.parse(JSON.parse(row.question))

/** The inquiry as the window sees it. */
export function shownInquiry(
  row: InquiryRow,
  operator: string,
  { answers: _, ...shown }: Summary = summaryOf(row),
): AchInquiry {
  return {
    id: row.id,
    at: row.at,
    operator,
    question: shownQuestion(questionOf(row)),
    title: row.title,
    ...shown,
  }
}

/** What is kept of a call beside its answer: which page it asked for, and whether its rows are the list's. */
const position = z.object({
  place: z.record(z.string(), z.number()),
  /** Rows that came; null: it was no page. */
  rows: z.int().nullable(),
  /** A page whose every row had come before is asked for and not given (trap 75). */
  isGiven: z.boolean(),
})
export type Position = z.infer<typeof position>

const noPosition: Position = { place: {}, rows: null, isGiven: false }

/** Reads one. */
export const readPosition = (json: string): Position =>
  position.safeParse(JSON.parse(json)).data ?? noPosition
