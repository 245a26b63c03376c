/** Channels of `achInquiry`: the status of ACH transactions. */
import { page } from '../../kernel/paging.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import * as ach from './inquiry.ts'

const callFailures = [
  'rate-paused',
  'bank-not-running',
  'profile-incomplete',
  'profile-retired',
  'product-not-agreed',
] as const
const ofInquiry = z.object({ id: z.string() })
const ofRow = z.object({ id: z.string(), row: z.int().min(0) })

/** Requests ACH inquiries, reads further pages, and lists stored inquiries. */
export const achInquiry = {
  getAccounts: query(nothing, ach.inquiryAccounts),
  /**
   * Requests the first page. An identical request from today returns its stored result, unless
   * `again` is set.
   */
  inquire: command(
    z.object({ question: ach.achQuestion, again: z.boolean() }),
    ach.achInquiry,
    callFailures,
    anyOperator,
  ),
  /** Repeats the request of a stored inquiry; only main knows the typed account numbers in it. */
  inquireAgain: command(ofInquiry, ach.achInquiry, ['not-found', ...callFailures], anyOperator),
  /**
   * Starts reading all remaining pages and returns at once; `changed` reports each page and the
   * end.
   */
  readOn: command(ofInquiry, ach.achInquiry, ['not-found', ...callFailures], anyOperator),
  stopReading: command(ofInquiry, ach.achInquiry, ['not-found'], anyOperator),
  /** Stored inquiries, newest first, readable offline. */
  list: query(ach.achInquiriesRequest, page(ach.achInquiry)),
  get: query(ofInquiry, ach.achInquiry),
  listRows: query(ach.achRowsRequest, page(ach.achRow)),
  getRow: query(ofRow, ach.achRowRecord),
  /**
   * Requests the row's detail by PAR number, or returns today's stored detail unless `again` is
   * set.
   */
  queryDetail: command(
    ofRow.extend({ again: z.boolean() }),
    ach.achRowRecord,
    ['not-found', ...callFailures],
    anyOperator,
  ),
  /** Returns the row with accounts and parties unmasked: an audited act. */
  reveal: command(ofRow, ach.achRowRecord, ['not-found'], anyOperator),
  /** Returns the receiver of the row, to prefill a validation: an audited act. */
  takeReceiver: command(ofRow, ach.receiverDraft, ['not-found'], anyOperator),
  changed: event(ach.achInquiry),
} as const
