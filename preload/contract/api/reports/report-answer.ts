/** What the window is told of a report: read and masked by main, whole in Traffic alone. */
import { bankAnswer } from '../../bank/answers/bank-answer.ts'
import { inferredTable } from '../../bank/answers/inferred-table.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'
import { reportIds } from '../../bank/reports/report-request.ts'

/** What was asked, as its form has it. Its numbers are `startRowIndex` and `endRowIndex`, or `pageNumber` and `pageSize`. */
export const reportQuestion = z.object({
  report: z.enum(reportIds),
  /** SSN, tax id, date of birth and id number are removed before it is kept (trap 39). */
  body: z.string(),
  /** Null in the two: left to the bank. */
  first: z.int().nullable(),
  second: z.int().nullable(),
})
export type ReportQuestion = z.infer<typeof reportQuestion>

/** How a report can end. */
export const reportOutcomes = [
  'answered',
  'nothing-found',
  'refused',
  'not-understood',
  'no-answer',
  'not-sent',
] as const

/** One call of an answer. */
export const reportPage = z.object({
  at: z.iso.datetime(),
  callId: z.string().nullable(),
  outcome: z.enum(reportOutcomes),
  rows: z.int(),
  first: z.int().nullable(),
  second: z.int().nullable(),
})
export type ReportPage = z.infer<typeof reportPage>

/** So many calls of one question are read as one table. */
export const mostReportPages = 20

/** One report that was asked for. */
export const reportAnswer = z.object({
  /** Null: it could not be kept, and is gone with the screen. */
  id: z.string().nullable(),
  report: z.enum(reportIds),
  /** When it was asked. */
  at: z.iso.datetime(),
  operator: z.string(),
  /** Accounts and parties masked. */
  question: reportQuestion,
  /** The record of its first call in Traffic; null when no call was made or it could not be kept. */
  callId: z.string().nullable(),
  /** The first call's answer; its rows are those of every page that was read, joined by the names of the columns. */
  answer: bankAnswer(inferredTable),
  pages: z.array(reportPage),
  /** How many rows match, by the bank's last word; null where it does not say. */
  total: z.int().nullable(),
  /** Whether more rows can be read: the bank says that there are, and `mostReportPages` are not read yet. */
  more: z.boolean(),
  /** Who decided which rows were asked for: the body's own members come before the form's. */
  pagedBy: z.enum(['operator', 'workstation', 'nobody']),
  /** The first body as it came, accounts and parties masked; null when none came. */
  raw: z.string().nullable(),
})
export type ReportAnswer = z.infer<typeof reportAnswer>

/** An answer as a line of the list. */
export const reportAnswerLine = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  operator: z.string(),
  report: z.enum(reportIds),
  /** The question in a few words: its body's members, masked, and its rows. */
  title: z.string(),
  outcome: z.enum(reportOutcomes),
  /** Null where none were recognised. */
  rows: z.int().nullable(),
})
export type ReportAnswerLine = z.infer<typeof reportAnswerLine>

/** A page of the answers: searched by their questions as the list has them, masked. */
export const reportsRequest = z.object({
  ...pageRequest,
  search: z.string().max(100).optional(),
  sort: listSort(['at', 'report', 'question', 'outcome', 'rows', 'operator']),
})
export type ReportsRequest = z.infer<typeof reportsRequest>
