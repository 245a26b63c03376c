import type { Migration } from './migration.ts'

// Only the scrypt hash of a passphrase is stored; `must_change` is 1 if another person set it. A
// disabled operator stays, for the name on earlier records.
const operators = `
CREATE TABLE operators (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  roles TEXT NOT NULL CHECK (json_valid(roles)),
  passphrase TEXT CHECK (json_valid(passphrase)),
  must_change INTEGER NOT NULL CHECK (must_change IN (0, 1)),
  disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
  added_at TEXT NOT NULL,
  set_by TEXT,
  set_at TEXT NOT NULL,
  last_sign_in_at TEXT,
  failed_sign_ins INTEGER NOT NULL DEFAULT 0,
  paused_until TEXT
) STRICT;
CREATE TABLE policies (
  version INTEGER PRIMARY KEY,
  policy TEXT NOT NULL CHECK (json_valid(policy)),
  at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;
`

// Each proposal is a version of its own, and takes effect when another person has approved it.
const payees = `
CREATE TABLE payees (
  id TEXT PRIMARY KEY NOT NULL,
  at TEXT NOT NULL,
  approved_version INTEGER NOT NULL DEFAULT 0,
  approved_at TEXT,
  proposed_version INTEGER,
  removed_at TEXT,
  changed_at TEXT NOT NULL,
  search_text TEXT NOT NULL
) STRICT;
CREATE TABLE payee_versions (
  payee_id TEXT NOT NULL REFERENCES payees (id),
  version INTEGER NOT NULL,
  details TEXT CHECK (json_valid(details)),
  proposed_by TEXT NOT NULL,
  proposed_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('proposed', 'approved', 'refused', 'withdrawn', 'replaced')),
  decided_by TEXT,
  decided_at TEXT,
  comment TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (payee_id, version),
  CHECK (decided_by IS NULL OR state = 'withdrawn' OR decided_by <> proposed_by)
) STRICT, WITHOUT ROWID;
`

// An attempt is written to order_attempts and flushed before its first byte: one that a killed
// program left 'under-way' may have reached the bank. `reference` is written once and never
// changes.
const orders = `
CREATE TABLE orders (
  id TEXT PRIMARY KEY NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  maker TEXT NOT NULL,
  service TEXT NOT NULL CHECK (service IN ('WIRE', 'RTP')),
  state TEXT NOT NULL CHECK (state IN ('draft', 'awaiting-approval', 'approved', 'queued', 'sending',
    'accepted', 'rejected', 'outcome-unknown', 'withdrawn')),
  reference TEXT NOT NULL UNIQUE,
  form TEXT NOT NULL CHECK (json_valid(form)),
  body TEXT,
  body_sha256 TEXT,
  binding TEXT,
  policy_version INTEGER,
  submitted_at TEXT,
  submitted_by TEXT,
  released_at TEXT,
  released_by TEXT,
  not_sent TEXT,
  sent_back TEXT CHECK (json_valid(sent_back)),
  payee_id TEXT REFERENCES payees (id),
  payee_version INTEGER,
  ownership_validation_id TEXT REFERENCES validations (id),
  ownership_by TEXT,
  validate_call_id TEXT,
  validate_body_sha256 TEXT,
  validate_at TEXT,
  validate_by TEXT,
  validate_kind TEXT,
  debit_account TEXT NOT NULL,
  debit_significant TEXT NOT NULL,
  debit_label TEXT NOT NULL,
  amount INTEGER,
  currency TEXT NOT NULL,
  value_date TEXT NOT NULL,
  beneficiary TEXT NOT NULL,
  beneficiary_account TEXT NOT NULL,
  beneficiary_significant TEXT NOT NULL,
  beneficiary_bank TEXT NOT NULL,
  transaction_id TEXT,
  standing TEXT NOT NULL DEFAULT 'not-said',
  standing_word TEXT,
  standing_at TEXT,
  is_final INTEGER NOT NULL DEFAULT 0 CHECK (is_final IN (0, 1)),
  last_call_id TEXT,
  next_look_up_at TEXT,
  second_sending TEXT CHECK (json_valid(second_sending)),
  search_text TEXT NOT NULL
) STRICT;
CREATE INDEX orders_by_state ON orders (state, updated_at, id);
CREATE INDEX orders_by_time ON orders (updated_at, id);
CREATE INDEX orders_by_next_look_up ON orders (next_look_up_at) WHERE next_look_up_at IS NOT NULL;
CREATE INDEX orders_by_transaction ON orders (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX orders_by_payee ON orders (payee_id, state);
CREATE TABLE order_approvals (
  order_id TEXT NOT NULL REFERENCES orders (id),
  seq INTEGER NOT NULL,
  operator TEXT NOT NULL,
  at TEXT NOT NULL,
  binding TEXT NOT NULL,
  voided_at TEXT,
  voided_because TEXT,
  PRIMARY KEY (order_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE order_attempts (
  order_id TEXT NOT NULL REFERENCES orders (id),
  seq INTEGER NOT NULL,
  released_by TEXT NOT NULL,
  confirmed_by TEXT,
  journalled_at TEXT NOT NULL,
  ended_at TEXT,
  body_sha256 TEXT NOT NULL,
  outcome TEXT NOT NULL
    CHECK (outcome IN ('under-way', 'not-sent', 'accepted', 'rejected', 'unknown', 'interrupted')),
  reason TEXT,
  status INTEGER,
  call_id TEXT,
  transaction_id TEXT,
  PRIMARY KEY (order_id, seq),
  CHECK (confirmed_by IS NULL OR confirmed_by <> released_by)
) STRICT, WITHOUT ROWID;
CREATE TABLE order_look_ups (
  order_id TEXT NOT NULL REFERENCES orders (id),
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  looked_by TEXT NOT NULL CHECK (looked_by IN ('transaction-id', 'reference')),
  verdict TEXT NOT NULL CHECK (verdict IN ('found', 'not-found', 'undecided', 'no-answer')),
  word TEXT,
  after_attempt INTEGER NOT NULL,
  call_id TEXT,
  PRIMARY KEY (order_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE order_statements (
  order_id TEXT NOT NULL REFERENCES orders (id),
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('initiate', 'look-up', 'alert')),
  vocabulary TEXT NOT NULL CHECK (vocabulary IN ('payment', 'business')),
  word TEXT NOT NULL,
  said_at TEXT,
  call_id TEXT,
  alert_seq INTEGER,
  PRIMARY KEY (order_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE order_alerts (
  order_id TEXT NOT NULL REFERENCES orders (id),
  alert_seq INTEGER NOT NULL REFERENCES alerts (seq),
  matched_by TEXT NOT NULL CHECK (matched_by IN ('reference', 'transaction-id', 'suggestion')),
  decision TEXT NOT NULL CHECK (decision IN ('counts', 'open', 'dismissed')),
  decided_by TEXT,
  at TEXT NOT NULL,
  PRIMARY KEY (order_id, alert_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_alerts_by_alert ON order_alerts (alert_seq);
CREATE TRIGGER order_attempts_never_go BEFORE DELETE ON order_attempts
BEGIN SELECT RAISE(ABORT, 'a journalled sending is never removed'); END;
CREATE TRIGGER orders_sending_from_queue BEFORE UPDATE OF state ON orders
WHEN NEW.state = 'sending' AND OLD.state NOT IN ('queued', 'sending')
BEGIN SELECT RAISE(ABORT, 'only what was released is sent'); END;
CREATE TRIGGER orders_body_stands BEFORE UPDATE OF body ON orders
WHEN NEW.body IS NOT OLD.body AND NEW.state NOT IN ('draft', 'awaiting-approval')
BEGIN SELECT RAISE(ABORT, 'what was approved does not change'); END;
CREATE TABLE order_views (
  order_id TEXT NOT NULL REFERENCES orders (id),
  operator TEXT NOT NULL,
  at TEXT NOT NULL,
  seen TEXT NOT NULL CHECK (json_valid(seen)),
  PRIMARY KEY (order_id, operator)
) STRICT, WITHOUT ROWID;
`

// The chain's head, signed from time to time: a chain alone cannot show that its end was cut off.
const audit = `
CREATE INDEX audit_entries_by_subject ON audit_entries (subject, seq);
CREATE TABLE audit_checkpoints (
  seq INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  hash TEXT NOT NULL,
  public_key TEXT NOT NULL,
  signature TEXT NOT NULL
) STRICT;
`

/** Operators, policies, the payee book, payment orders with their journal, and the signed ends of the audit chain. */
export const moneyMigration: Migration = {
  version: 6,
  name: '0006-money',
  sql: operators + payees + orders + audit,
}
