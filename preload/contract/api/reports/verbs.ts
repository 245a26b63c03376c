/** The verbs of the noun `reports`: calls of which only address and paging are documented. The operator writes the body. */
import { page } from '../../kernel/paging.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'
import { reportAnswer, reportAnswerLine, reportQuestion, reportsRequest } from './report-answer.ts'
import { reportRequest } from '../../bank/reports/report-request.ts'

/** The verbs of reports: asking, and reading what is kept. */
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
  /** The question in full, to ask it again with changes: an audited act. */
  takeQuestion: command(z.object({ id: z.string() }), reportQuestion, ['not-found'], anyOperator),
  /** Reads the pages that follow, until there are none, one fails or it is stopped. */
  readOn: command(
    z.object({ id: z.string() }),
    reportAnswer,
    [
      'not-found',
      'rate-paused',
      'bank-not-running',
      'profile-incomplete',
      'profile-retired',
      'product-not-agreed',
    ],
    anyOperator,
  ),
  stopReading: command(z.object({ id: z.string() }), nothing, [], anyOperator),
  /** How far the reading of one answer is. */
  progress: event(
    z.object({ id: z.string(), rows: z.int(), total: z.int().nullable(), pages: z.int() }),
  ),
  /** The answers that came, newest first: all of them can be read offline. */
  list: query(reportsRequest, page(reportAnswerLine)),
  get: query(z.object({ id: z.string() }), reportAnswer),
} as const
