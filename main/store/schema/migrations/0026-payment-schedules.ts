import type { Migration } from './migration.ts'

// A row of `payment_schedule_drafts` is written in one transaction with its draft and stays, so that
// no planned day is ever drafted twice.
const schedules = `
CREATE TABLE payment_schedules (
  id TEXT PRIMARY KEY,
  form TEXT NOT NULL,
  rule TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'paused', 'missed', 'ended')),
  next_on TEXT,
  made_from TEXT NOT NULL REFERENCES orders (id),
  owner TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_schedules_due ON payment_schedules (next_on) WHERE state = 'active';
CREATE TABLE payment_schedule_drafts (
  schedule_id TEXT NOT NULL REFERENCES payment_schedules (id),
  planned_on TEXT NOT NULL,
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  PRIMARY KEY (schedule_id, planned_on)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER payment_schedule_drafts_stay BEFORE UPDATE ON payment_schedule_drafts
BEGIN SELECT RAISE(ABORT, 'the draft of a planned day is never changed'); END;
CREATE TRIGGER payment_schedule_drafts_never_go BEFORE DELETE ON payment_schedule_drafts
BEGIN SELECT RAISE(ABORT, 'the draft of a planned day is never removed'); END;
`

/** Scheduled payments, and the draft of each planned day. */
export const paymentSchedulesMigration: Migration = {
  version: 26,
  name: '0026-payment-schedules',
  sql: schedules,
}
