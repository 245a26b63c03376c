import {
  alertDecisions,
  inquiryReasons,
  inquiryRoutes,
  routeReliabilities,
} from '../../../preload/contract/domain/orders/order-course.ts'
import { supportReplyResults } from '../../../preload/contract/domain/orders/support-reply.ts'
import { statusSources } from '../../../preload/contract/domain/orders/bank-status.ts'
import { bytes, flag, integer, json, table, text, type Row } from './define-table.ts'

/** Approvals of an order, each with the reason why it ended. */
export const orderApprovals = table(
  'order_approvals',
  {
    order_id: text({ references: 'orders.id' }),
    seq: integer(),
    operator: text(),
    at: text(),
    approval_hash: text(),
    voided_at: text({ null: true }),
    voided_because: text({ null: true }),
    /** Why it was given although the owner of an account is uncertain. */
    reason: text({ default: null }),
  },
  {
    key: ['order_id', 'seq'],
  },
)
export type OrderApprovalsTable = Row<typeof orderApprovals>

/** The journal: an attempt is written and flushed here before its first byte is sent. */
export const orderAttempts = table(
  'order_attempts',
  {
    order_id: text({ references: 'orders.id' }),
    seq: integer(),
    released_by: text(),
    confirmed_by: text({ null: true }),
    journalled_at: text(),
    ended_at: text({ null: true }),
    body_sha256: text(),
    outcome: text({
      in: ['under-way', 'not-sent', 'accepted', 'rejected', 'unknown', 'interrupted'],
    }),
    reason: text({ null: true }),
    status: integer({ null: true }),
    call_id: text({ null: true }),
    /** The bank's id of this attempt; status inquiries use the id of the order. */
    transaction_id: text({ null: true }),
    /**
     * 1: not an attempt of this store, but one that may have been made since the backup it was
     * restored from.
     */
    is_restore_marker: flag({ default: 0 }),
    /** JSON: ResendRecord, the confirmations of two people for a resend; null: a first sending. */
    resend: json({ default: null }),
    /** The workstation that sends; null: this computer. */
    home: text({ default: null }),
  },
  {
    key: ['order_id', 'seq'],
    checks: ['confirmed_by IS NULL OR confirmed_by <> released_by'],
    indexes: {
      order_attempts_by_call: { on: ['call_id'], where: 'call_id IS NOT NULL' },
      order_attempts_by_time: ['journalled_at'],
    },
  },
)
export type OrderAttemptsTable = Row<typeof orderAttempts>

/** What a sending sent, once its order became a draft again: no reading of the journal carries it. */
export const orderSentVersions = table(
  'order_sent_versions',
  {
    order_id: text({ references: 'orders.id' }),
    attempt: integer(),
    /** JSON: SentVersion of `money/order/sent-version.ts`. */
    version: json(),
  },
  {
    key: ['order_id', 'attempt'],
  },
)
export type SentVersionsTable = Row<typeof orderSentVersions>

/** Status inquiries about an order. */
export const orderStatusInquiries = table(
  'order_status_inquiries',
  {
    order_id: text({ references: 'orders.id' }),
    seq: integer(),
    at: text(),
    actor: text(),
    route: text({ in: inquiryRoutes }),
    verdict: text({ in: ['found', 'not-found', 'undecided', 'no-answer'] }),
    status_text: text({ null: true }),
    /** Number of attempts in the journal at the time of the inquiry. */
    after_attempt: integer(),
    call_id: text({ null: true }),
    /**
     * For a result of not found: whether its route had shown since the sending that it finds the
     * bank's orders.
     */
    route_reliability: text({ default: null, in: routeReliabilities }),
    /**
     * Why the inquiry decides nothing, where this program knows it.
     */
    reason: text({ default: null, in: inquiryReasons }),
  },
  {
    key: ['order_id', 'seq'],
    indexes: {
      order_status_inquiries_by_call: { on: ['call_id'], where: 'call_id IS NOT NULL' },
    },
  },
)
export type OrderInquiriesTable = Row<typeof orderStatusInquiries>

/**
 * Answers of the bank's support about an order with an unknown outcome: one person records,
 * another confirms.
 */
export const orderSupportReplies = table(
  'order_support_replies',
  {
    order_id: text({ references: 'orders.id' }),
    seq: integer(),
    result: text({ in: supportReplyResults }),
    /** The person at the bank who gave the answer. */
    contact: text(),
    replied_at: text(),
    ticket: text(),
    /** The last attempt at that time: the answer does not cover a later one. */
    after_attempt: integer(),
    /** The hash of the evidence shown to the person who recorded it. */
    evidence: text(),
    recorded_by: text(),
    recorded_at: text(),
    confirmed_by: text({ null: true }),
    confirmed_at: text({ null: true }),
    withdrawn_at: text({ null: true }),
  },
  {
    key: ['order_id', 'seq'],
    checks: [
      'confirmed_by IS NULL OR confirmed_by <> recorded_by',
      'confirmed_by IS NULL OR withdrawn_at IS NULL',
    ],
  },
)
export type SupportRepliesTable = Row<typeof orderSupportReplies>

/** Status events of an order from the bank, each stored once. */
export const orderStatusEvents = table(
  'order_status_events',
  {
    order_id: text({ references: 'orders.id' }),
    seq: integer(),
    at: text(),
    source: text({ in: statusSources }),
    vocabulary: text({ in: ['payment', 'business', 'batch'] }),
    status_text: text(),
    bank_time: text({ null: true }),
    call_id: text({ null: true }),
    alert_seq: integer({ null: true }),
  },
  {
    key: ['order_id', 'seq'],
    indexes: {
      order_status_events_by_call: { on: ['call_id'], where: 'call_id IS NOT NULL' },
    },
  },
)
export type StatusEventsTable = Row<typeof orderStatusEvents>

/** Which alerts are about which order. */
export const orderAlerts = table(
  'order_alerts',
  {
    order_id: text({ references: 'orders.id' }),
    alert_seq: integer({ references: 'alerts.seq' }),
    matched_by: text({ in: ['reference', 'transaction-id', 'suggestion'] }),
    decision: text({ in: alertDecisions }),
    decided_by: text({ null: true }),
    at: text(),
  },
  {
    key: ['order_id', 'alert_seq'],
    indexes: {
      order_alerts_by_alert: ['alert_seq'],
    },
  },
)
export type OrderAlertsTable = Row<typeof orderAlerts>

/** The order as an operator saw it when last opening it for approval. */
export const orderViews = table(
  'order_views',
  {
    order_id: text({ references: 'orders.id' }),
    operator: text(),
    at: text(),
    /** JSON: the form, and the approval hash. */
    seen: json(),
  },
  {
    key: ['order_id', 'operator'],
  },
)
export type OrderViewsTable = Row<typeof orderViews>

/** Comments of operators on an order; nothing here is ever changed or removed. */
export const orderComments = table(
  'order_comments',
  {
    order_id: text({ references: 'orders.id' }),
    seq: integer(),
    at: text(),
    author: text(),
    /** `duplicate`: why its maker submitted it although it may be a duplicate. */
    purpose: text({ in: ['comment', 'duplicate'] }),
    text: text({ check: "text <> ''" }),
  },
  {
    key: ['order_id', 'seq'],
  },
)
export type OrderCommentsTable = Row<typeof orderComments>

/** Files attached to an order; no list reads their content. */
export const orderFiles = table(
  'order_files',
  {
    id: text({ key: true }),
    order_id: text({ references: 'orders.id' }),
    at: text(),
    author: text(),
    /** Without its folder, as it is shown. */
    name: text(),
    bytes: integer({ check: 'bytes >= 0' }),
    sha256: text(),
  },
  {
    isStoredByKey: true,
    indexes: {
      order_files_by_order: ['order_id', 'at'],
    },
  },
)
export type OrderFilesTable = Row<typeof orderFiles>

/** The content of attached files; read only to save one. */
export const orderFileContents = table('order_file_contents', {
  file_id: text({ key: true, references: 'order_files.id' }),
  content: bytes(),
})
export type OrderFileContentsTable = Row<typeof orderFileContents>
