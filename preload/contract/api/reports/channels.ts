/**
 * Channels of `reports`: calls of which the bank documents only address and paging. The operator
 * writes the body.
 */
import { page } from '../../kernel/paging.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import { reportAnswer, reportAnswerLine, reportQuestion, reportsRequest } from './report-answer.ts'
import { reportRequest } from '../../bank/reports/report-request.ts'

/** Requests reports, and lists stored answers. */
export const reports = {
  request: command(
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
  /** Returns the unmasked request, to change and repeat it: an audited act. */
  takeQuestion: command(z.object({ id: z.string() }), reportQuestion, ['not-found'], anyOperator),
  /** Reads the following pages until the last one, a failure, or a stop. */
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
  /** Progress of reading one answer. */
  progress: event(
    z.object({ id: z.string(), rows: z.int(), total: z.int().nullable(), pages: z.int() }),
  ),
  /** Stored answers, newest first, readable offline. */
  list: query(reportsRequest, page(reportAnswerLine)),
  get: query(z.object({ id: z.string() }), reportAnswer),
} as const
