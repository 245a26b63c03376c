/**
 * A report as the window receives it: parsed and masked by main. Only Traffic shows it unmasked.
 */
import { answerKinds, bankAnswer } from '../../bank/answers/bank-answer.ts'
import { inferredTable } from '../../bank/answers/inferred-table.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'
import { reportIds } from '../../bank/reports/report-request.ts'

/**
 * The request in its form. Its numbers are `startRowIndex` and `endRowIndex`, or `pageNumber` and
 * `pageSize`.
 */
export const reportQuestion = z.object({
  report: z.enum(reportIds),
  /** SSN, tax id, date of birth and id number are removed before storing (bank note 39). */
  body: z.string(),
  /** Id of the own account whose number is masked in the body; without: none. */
  account: z.string().optional(),
  /** Null in the two fields: left to the bank. */
  first: z.int().nullable(),
  second: z.int().nullable(),
})
export type ReportQuestion = z.infer<typeof reportQuestion>

/** One call of an answer. */
export const reportPage = z.object({
  at: z.iso.datetime(),
  callId: z.string().nullable(),
  outcome: z.enum(answerKinds),
  rows: z.int(),
  first: z.int().nullable(),
  second: z.int().nullable(),
})
export type ReportPage = z.infer<typeof reportPage>

/** Most calls whose rows are joined into one table. */
export const mostReportPages = 20

export const reportAnswer = z.object({
  /** Null: the answer could not be stored, and is lost when the screen closes. */
  id: z.string().nullable(),
  report: z.enum(reportIds),
  /** Time of the request. */
  at: z.iso.datetime(),
  operator: z.string(),
  /** Accounts and parties masked. */
  question: reportQuestion,
  /** Its first call in Traffic; null if no call was made or it could not be stored. */
  callId: z.string().nullable(),
  /** Answer of the first call, with the rows of all pages read, joined by column names. */
  answer: bankAnswer(inferredTable),
  pages: z.array(reportPage),
  /** Total of matching rows as last stated by the bank; null if it states none. */
  total: z.int().nullable(),
  /** True if the bank reports more rows and fewer than `mostReportPages` pages have been read. */
  more: z.boolean(),
  /**
   * False: a value was removed from the stored request, so nothing more can be requested by it
   * (bank note 39).
   */
  isBodyKept: z.boolean(),
  /** Source of the paging: members of the typed body take precedence over the form's fields. */
  pagedBy: z.enum(['operator', 'workstation', 'nobody']),
  /** First body as received, with accounts and parties masked; null if none came. */
  raw: z.string().nullable(),
})
export type ReportAnswer = z.infer<typeof reportAnswer>

/** An answer as a line of the list. */
export const reportAnswerLine = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  operator: z.string(),
  report: z.enum(reportIds),
  /** Short title of the request: masked members of its body, and its rows. */
  title: z.string(),
  outcome: z.enum(answerKinds),
  /** Null if no rows were recognized. */
  rows: z.int().nullable(),
})
export type ReportAnswerLine = z.infer<typeof reportAnswerLine>

/** A page of answers, searched by their masked titles. */
export const reportsRequest = z.object({
  ...pageRequest,
  search: z.string().max(100).optional(),
  sort: listSort(['at', 'report', 'question', 'outcome', 'rows', 'operator']),
})
export type ReportsRequest = z.infer<typeof reportsRequest>
