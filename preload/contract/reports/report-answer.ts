/** What the window is told of a report: read and masked by main, whole in Traffic alone. */
import { bankAnswer } from '../answers/bank-answer.ts'
import { inferredTable } from '../answers/inferred-table.ts'
import { z } from '../zod.ts'
import { reportIds } from './report-request.ts'

/** One report that was asked for. */
export const reportAnswer = z.object({
  /** Null: it could not be kept, and is gone with the screen. */
  id: z.string().nullable(),
  report: z.enum(reportIds),
  /** When it was asked. */
  at: z.iso.datetime(),
  /** Its record in Traffic; null when no call was made or it could not be kept. */
  callId: z.string().nullable(),
  answer: bankAnswer(inferredTable),
  /** Who decided which rows were asked for: the body's own members come before the form's. */
  pagedBy: z.enum(['operator', 'workstation', 'nobody']),
  /** The body as it came, accounts and parties masked; null when none came. */
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
  outcome: z.enum([
    'answered',
    'nothing-found',
    'refused',
    'not-understood',
    'no-answer',
    'not-sent',
  ]),
  /** Null where none were recognised. */
  rows: z.int().nullable(),
})
export type ReportAnswerLine = z.infer<typeof reportAnswerLine>
