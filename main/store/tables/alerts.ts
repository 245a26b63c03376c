import { alertKinds } from '../../../preload/contract/api/alerts/alert.ts'
import { bytes, flag, integer, rowNumber, table, text, type Row } from './define-table.ts'

/**
 * Deliveries to the listener, byte for byte. Written and flushed before it is read: a kill in between
 * leaves only work to do. The bytes are last: what is before them is found without reading a body.
 */
export const alertDeliveries = table(
  'alert_deliveries',
  {
    /** The order of receipt. */
    seq: rowNumber(),
    id: text({ unique: true }),
    at: text(),
    /** The sender's network address. */
    remote: text({ null: true }),
    content_type: text({ null: true }),
    size: integer(),
    sha256: text(),
    /** The HTTP status of the listener's answer. */
    answered: integer(),
    /** Number of acknowledged alerts. */
    alerts: integer(),
    /** Why it is in quarantine; null: it is not. */
    quarantine_reason: text({ null: true }),
    /** The part that could not be read, in a sentence. */
    problem: text({ null: true }),
    /** Version of the reader that read it; null: not read yet. */
    reader: integer({ null: true }),
    body: bytes(),
  },
  {
    indexes: {
      alert_deliveries_in_quarantine: { on: ['seq'], where: 'quarantine_reason IS NOT NULL' },
      // Read in the order of the rows, whose number SQLite's indexes end with.
      alert_deliveries_by_reader: { on: ['reader'], postgres: ['reader', 'seq'] },
    },
  },
)
export type AlertDeliveriesTable = Row<typeof alertDeliveries>

/**
 * Readings of a delivery that have begun and not ended: in another table, since a row whose body the
 * disk does not return cannot be written either.
 */
export const alertAttempts = table('alert_attempts', {
  delivery_seq: integer({ key: true, references: 'alert_deliveries.seq' }),
  attempts: integer(),
})
export type AlertAttemptsTable = Row<typeof alertAttempts>

/**
 * The fields read from an alert, short enough that many rows fit on a page; the alert's own JSON stays
 * in its delivery.
 */
export const alerts = table(
  'alerts',
  {
    /** The order of the first receipt. */
    seq: rowNumber(),
    /** The confirmationGUID of its first receipt. */
    id: text({ unique: true }),
    guid: text({ null: true }),
    /** SHA-256 of everything but eapAlertGUID, in canonical form. Alerts of one call may share it. */
    content_hash: text(),
    /** The same without the header: the content of an alert, independent of when it was sent. */
    body_hash: text(),
    delivery_seq: integer({ references: 'alert_deliveries.seq' }),
    /** From 1, within its delivery. */
    place: integer(),
    at: text(),
    sent_at: text({ null: true }),
    kind: text({ in: alertKinds }),
    code: text({ null: true }),
    status: text({ null: true }),
    direction: text({ null: true, in: ['credit', 'debit'] }),
    incoming: flag(),
    /** As the bank wrote it. */
    amount: text({ null: true }),
    currency: text({ null: true }),
    account: text({ null: true }),
    party: text({ null: true }),
    reference: text({ null: true }),
    transaction_id: text({ null: true }),
    /** Of an ACH alert, without blanks around it. */
    par_number: text({ null: true }),
    receipts: integer({ default: 1 }),
    /** Another alert has the same guid and other content. */
    conflict: flag({ default: 0 }),
    conflict_seen_at: text({ null: true }),
    /** An earlier alert with the same body. */
    repeats_seq: integer({ null: true }),
    old_code: flag(),
    incomplete: flag(),
    unlisted: flag(),
    reader: integer(),
  },
  {
    indexes: {
      alerts_by_guid: {
        on: ['guid', 'body_hash'],
        where: 'guid IS NOT NULL',
        postgres: 'any-length',
      },
      // In the order of the rows, as above.
      alerts_by_content: { on: ['content_hash'], postgres: ['content_hash', 'seq'] },
      alerts_by_body: { on: ['body_hash'], postgres: ['body_hash', 'seq'] },
      alerts_by_time: ['at'],
      // A B-tree takes no long text.
      alerts_by_status: { on: ['status'], postgres: ['(left(status, 200))'] },
      alerts_in_conflict: { on: ['seq', 'conflict_seen_at'], where: 'conflict = 1' },
      alerts_by_reference: {
        on: ['reference'],
        where: 'reference IS NOT NULL',
        postgres: 'any-length',
      },
      alerts_by_transaction: {
        on: ['transaction_id'],
        where: 'transaction_id IS NOT NULL',
        postgres: 'any-length',
      },
      alerts_by_par: {
        on: ['par_number'],
        where: 'par_number IS NOT NULL',
        postgres: 'any-length',
      },
      alerts_conflict_by_guid: {
        on: ['guid', 'seq'],
        where: 'conflict = 1 AND conflict_seen_at IS NULL',
        postgres: ['seq'],
      },
    },
  },
)
export type AlertsTable = Row<typeof alerts>

/** Every receipt of an alert, including the first. */
export const alertReceipts = table(
  'alert_receipts',
  {
    alert_seq: integer({ references: 'alerts.seq' }),
    delivery_seq: integer({ references: 'alert_deliveries.seq' }),
    place: integer(),
    guid: text({ null: true }),
    /** The confirmationGUID that was returned for it. */
    confirmation: text(),
    /** This guid differs from the alert's own guid, which is that of its first receipt. */
    is_other_guid: flag(),
  },
  {
    key: ['alert_seq', 'delivery_seq', 'place'],
    indexes: {
      alert_receipts_by_delivery: ['delivery_seq'],
      alert_receipts_under_other_guid: {
        on: ['guid'],
        where: 'is_other_guid = 1',
        postgres: 'any-length',
      },
    },
  },
)
export type AlertReceiptsTable = Row<typeof alertReceipts>

/** Every account of an alert, without leading zeros (bank note 36). */
export const alertAccounts = table(
  'alert_accounts',
  {
    account: text(),
    alert_seq: integer({ references: 'alerts.seq' }),
  },
  {
    key: ['alert_seq', 'account'],
    // An account of any length.
    uniqueOnPostgres: ['alert_accounts_once', 'alert_seq', 'digest(account)'],
  },
)
export type AlertAccountsTable = Row<typeof alertAccounts>

/** Number of alerts received in an hour, counted at receipt, so that no chart counts a million rows. */
export const alertHours = table(
  'alert_hours',
  {
    /** `2026-11-22T14`, UTC. */
    hour: text(),
    kind: text(),
    received: integer(),
  },
  {
    key: ['hour', 'kind'],
    isReadOnly: true,
  },
)
export type AlertHoursTable = Row<typeof alertHours>

/**
 * The stretches of the list, which has the order of receipt: in each the instants rise, but for small
 * steps back of the clock. Written at receipt, so that no time range reads a million rows for them.
 */
export const alertStretches = table(
  'alert_stretches',
  {
    first_seq: integer({ key: true }),
    /** Its latest instant so far. */
    latest: text(),
    /** No alert of it is earlier than this. */
    earliest: text(),
  },
  {
    isReadOnly: true,
  },
)
export type AlertStretchesTable = Row<typeof alertStretches>
