/**
 * Conversion of an inquiry between its record and the window: the record holds the full query, the
 * window gets it masked.
 */
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
import type { InquiryRow } from '../inquiry-records.ts'
import { byName, byNumber, byOperator, byOrder, byText } from '../../store/sorted-page.ts'
import { shownQuestion } from './question.ts'

/** The list fields of an inquiry, saved already masked. */
const summary = achInquiry
  .pick({ rows: true, total: true, progress: true, readAt: true, answer: true, callId: true })
  .extend({
    /** The bank answered with data, so the answer may serve the same query again. */
    answers: z.boolean(),
  })
export type Summary = z.infer<typeof summary>

/** Summary of an inquiry that has no answer yet, or whose saved summary cannot be parsed. */
export const noSummary: Summary = {
  rows: 0,
  total: null,
  progress: { kind: 'open' },
  readAt: null,
  answer: null,
  callId: null,
  answers: false,
}

/** Returns the summary of a record. */
export const summaryOf = (row: InquiryRow): Summary =>
  summary.safeParse(JSON.parse(row.summary)).data ?? noSummary

const progressKinds = achProgress.options.map(({ shape }) => shape.kind.value)

/** The sort key of each column. */
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

/** Returns the full, unmasked query of a record. Throws if it does not parse. */
export const questionOf = (row: InquiryRow): AchQuestion =>
  achQuestion.parse(JSON.parse(row.question))

/** Returns the inquiry as the window sees it, masked. */
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

/** Stored beside each call: which page it requested, and whether its rows belong to the list. */
const position = z.object({
  place: z.record(z.string(), z.number()),
  /** Number of rows; null if the answer was no page. */
  rows: z.int().nullable(),
  /**
   * False for a page whose rows had all arrived before: the page was requested, but is not added to
   * the list (bank note 75).
   */
  isGiven: z.boolean(),
})
export type Position = z.infer<typeof position>

const noPosition: Position = { place: {}, rows: null, isGiven: false }

export const readPosition = (json: string): Position =>
  position.safeParse(JSON.parse(json)).data ?? noPosition
