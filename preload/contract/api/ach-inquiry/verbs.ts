/** The verbs of the noun `inquiry`: what became of an ACH transaction. */
import { page } from '../../kernel/paging.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'
import * as ach from './inquiry.ts'

const mayAsk = [
  'rate-paused',
  'bank-not-running',
  'profile-incomplete',
  'profile-retired',
  'product-not-agreed',
] as const
const ofInquiry = z.object({ id: z.string() })
const ofRow = z.object({ id: z.string(), row: z.int().min(0) })

/** The verbs of ACH inquiry: asking, reading on, and reading what is kept. */
export const inquiry = {
  getAccounts: query(nothing, ach.inquiryAccounts),
  /** Asks the first page. A question whose answer is here from this day is shown from it, unless `again`. */
  ask: command(
    z.object({ question: ach.achQuestion, again: z.boolean() }),
    ach.achInquiry,
    mayAsk,
    anyOperator,
  ),
  /** Asks a kept inquiry's question anew: the typed numbers in it are known to main alone. */
  askAgain: command(ofInquiry, ach.achInquiry, ['not-found', ...mayAsk], anyOperator),
  /** Begins to read on to the end, page after page, and answers at once; `changed` tells of each page and of the end. */
  readOn: command(ofInquiry, ach.achInquiry, ['not-found', ...mayAsk], anyOperator),
  stopReading: command(ofInquiry, ach.achInquiry, ['not-found'], anyOperator),
  /** The inquiries that were made, newest first: all of them can be read offline. */
  list: query(ach.achInquiriesRequest, page(ach.achInquiry)),
  get: query(ofInquiry, ach.achInquiry),
  listRows: query(ach.achRowsRequest, page(ach.achRow)),
  getRow: query(ofRow, ach.achRowRecord),
  /** Asks for the row's detail by its PAR number, or shows the one of this day unless `again`. */
  askDetail: command(
    ofRow.extend({ again: z.boolean() }),
    ach.achRowRecord,
    ['not-found', ...mayAsk],
    anyOperator,
  ),
  /** The row with accounts and parties in full: an audited act. */
  reveal: command(ofRow, ach.achRowRecord, ['not-found'], anyOperator),
  /** What a validation of the row's receiver is filled with: an audited act. */
  takeReceiver: command(ofRow, ach.receiverDraft, ['not-found'], anyOperator),
  changed: event(ach.achInquiry),
} as const
