/** The verbs of the noun `reports`: calls of which only address and paging are documented. The operator writes the body. */
import { page, pageRequest } from '../paging.ts'
import { anyOperator } from '../roles.ts'
import { command, query } from '../verbs.ts'
import { z } from '../zod.ts'
import { reportAnswer, reportAnswerLine } from './report-answer.ts'
import { reportRequest } from './report-request.ts'

export const reports = {
  ask: command(
    reportRequest,
    reportAnswer,
    [
      'rate-paused',
      'bank-not-running',
      'profile-incomplete',
      'profile-retired',
      'product-not-agreed',
    ],
    anyOperator,
  ),
  /** The answers that came, newest first: all of them can be read offline. */
  list: query(z.object(pageRequest), page(reportAnswerLine)),
  get: query(z.object({ id: z.string() }), reportAnswer),
} as const
