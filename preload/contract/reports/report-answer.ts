/** What the window is told of a report: read and masked by main, whole in Traffic alone. */
import { bankAnswer } from '../answers/bank-answer.ts'
import { inferredTable } from '../answers/inferred-table.ts'
import { z } from '../zod.ts'

/** One report that was asked for. */
export const reportAnswer = z.object({
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
