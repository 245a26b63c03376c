import type { Migration } from './migration.ts'

// A CHECK cannot be changed in place: each table is copied into one that allows batches, with its
// indexes and triggers.
const orders = `
CREATE TABLE orders_new (
  id TEXT PRIMARY KEY NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  maker TEXT NOT NULL,
  service TEXT NOT NULL CHECK (service IN ('WIRE', 'RTP', 'CCD', 'CTX', 'PPD')),
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
INSERT INTO orders_new SELECT * FROM orders;
DROP TABLE orders;
ALTER TABLE orders_new RENAME TO orders;
CREATE INDEX orders_by_state ON orders (state, updated_at, id);
CREATE INDEX orders_by_time ON orders (updated_at, id);
CREATE INDEX orders_by_next_look_up ON orders (next_look_up_at) WHERE next_look_up_at IS NOT NULL;
CREATE INDEX orders_by_transaction ON orders (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX orders_by_payee ON orders (payee_id, state);
CREATE TRIGGER orders_sending_from_queue BEFORE UPDATE OF state ON orders
WHEN NEW.state = 'sending' AND OLD.state NOT IN ('queued', 'sending')
BEGIN SELECT RAISE(ABORT, 'only what was released is sent'); END;
CREATE TRIGGER orders_body_stands BEFORE UPDATE OF body ON orders
WHEN NEW.body IS NOT OLD.body AND NEW.state NOT IN ('draft', 'awaiting-approval')
BEGIN SELECT RAISE(ABORT, 'what was approved does not change'); END;
CREATE TABLE order_look_ups_new (
  order_id TEXT NOT NULL REFERENCES orders (id),
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  looked_by TEXT NOT NULL CHECK (looked_by IN ('transaction-id', 'reference', 'addenda', 'list')),
  verdict TEXT NOT NULL CHECK (verdict IN ('found', 'not-found', 'undecided', 'no-answer')),
  word TEXT,
  after_attempt INTEGER NOT NULL,
  call_id TEXT,
  PRIMARY KEY (order_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO order_look_ups_new SELECT * FROM order_look_ups;
DROP TABLE order_look_ups;
ALTER TABLE order_look_ups_new RENAME TO order_look_ups;
CREATE TABLE order_statements_new (
  order_id TEXT NOT NULL REFERENCES orders (id),
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('initiate', 'look-up', 'alert')),
  vocabulary TEXT NOT NULL CHECK (vocabulary IN ('payment', 'business', 'batch')),
  word TEXT NOT NULL,
  said_at TEXT,
  call_id TEXT,
  alert_seq INTEGER,
  PRIMARY KEY (order_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO order_statements_new SELECT * FROM order_statements;
DROP TABLE order_statements;
ALTER TABLE order_statements_new RENAME TO order_statements;
`

// A batch is an order with entries. Submitted data does not change; an entry with a number from the
// bank is never removed.
const batches = `
CREATE TABLE batches (
  order_id TEXT PRIMARY KEY NOT NULL REFERENCES orders (id),
  sec_code TEXT NOT NULL CHECK (sec_code IN ('CCD', 'CTX', 'PPD')),
  entries INTEGER NOT NULL DEFAULT 0,
  credits INTEGER NOT NULL DEFAULT 0,
  debits INTEGER NOT NULL DEFAULT 0,
  source_file TEXT,
  source_sha256 TEXT,
  part INTEGER,
  parts INTEGER,
  reversal_of TEXT REFERENCES orders (id),
  reentry_of TEXT REFERENCES orders (id),
  template_id TEXT,
  authors TEXT CHECK (json_valid(authors)),
  bank_status TEXT,
  bank_effective_date TEXT,
  bank_accepted_at TEXT,
  bank_messages TEXT CHECK (json_valid(bank_messages)),
  answer_call_id TEXT,
  followed_at TEXT,
  next_follow_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX batches_by_next_follow ON batches (next_follow_at) WHERE next_follow_at IS NOT NULL;
CREATE INDEX batches_by_source ON batches (source_sha256) WHERE source_sha256 IS NOT NULL;
CREATE TABLE batch_entries (
  id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 32),
  order_id TEXT NOT NULL REFERENCES orders (id),
  position REAL NOT NULL,
  typed TEXT NOT NULL CHECK (json_valid(typed)),
  amount INTEGER,
  direction TEXT NOT NULL,
  routing_number TEXT NOT NULL,
  account_significant TEXT NOT NULL,
  receiver_folded TEXT NOT NULL,
  payee_id TEXT,
  follows_entry TEXT,
  verdict TEXT CHECK (verdict IN ('accepted', 'rejected', 'in-error', 'unclear', 'not-mentioned')),
  messages TEXT CHECK (json_valid(messages)),
  trace_number TEXT,
  par_number TEXT,
  standing TEXT NOT NULL DEFAULT 'not-said'
    CHECK (standing IN ('not-said', 'collected', 'settled', 'returned', 'unclear')),
  standing_word TEXT,
  standing_at TEXT,
  return_code TEXT,
  return_text TEXT,
  return_date TEXT,
  returned_at TEXT,
  change_code TEXT,
  change_text TEXT,
  change_data TEXT,
  changed_at TEXT,
  detail_call_id TEXT,
  correction TEXT CHECK (json_valid(correction)),
  shown_amount TEXT
) STRICT;
CREATE INDEX batch_entries_in_order ON batch_entries (order_id, position, id);
CREATE INDEX batch_entries_by_trace ON batch_entries (trace_number) WHERE trace_number IS NOT NULL;
CREATE INDEX batch_entries_by_account ON batch_entries (account_significant, routing_number, amount);
CREATE INDEX batch_entries_by_followed ON batch_entries (follows_entry) WHERE follows_entry IS NOT NULL;
CREATE INDEX batch_entries_by_exception ON batch_entries (order_id)
  WHERE returned_at IS NOT NULL OR changed_at IS NOT NULL;
CREATE TRIGGER batch_entries_stand BEFORE UPDATE OF typed, position, order_id, amount, direction ON batch_entries
WHEN (SELECT state FROM orders WHERE id = OLD.order_id) <> 'draft'
BEGIN SELECT RAISE(ABORT, 'what was submitted does not change'); END;
CREATE TRIGGER batch_entries_come_to_drafts BEFORE INSERT ON batch_entries
WHEN (SELECT state FROM orders WHERE id = NEW.order_id) <> 'draft'
BEGIN SELECT RAISE(ABORT, 'what was submitted does not change'); END;
CREATE TRIGGER batch_entries_go_from_drafts BEFORE DELETE ON batch_entries
WHEN (SELECT state FROM orders WHERE id = OLD.order_id) <> 'draft' OR OLD.trace_number IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'what was submitted does not change'); END;
CREATE TRIGGER batch_entries_keep_trace BEFORE UPDATE OF trace_number ON batch_entries
WHEN OLD.trace_number IS NOT NULL AND NEW.trace_number IS NOT OLD.trace_number
BEGIN SELECT RAISE(ABORT, 'a trace number is kept for ever'); END;
CREATE TABLE batch_entry_events (
  entry_id TEXT NOT NULL REFERENCES batch_entries (id),
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('origination', 'addenda-status', 'inquiry', 'detail', 'alert')),
  word TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '',
  call_id TEXT,
  alert_seq INTEGER,
  PRIMARY KEY (entry_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE batch_templates (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  form TEXT NOT NULL CHECK (json_valid(form)),
  entries TEXT NOT NULL CHECK (json_valid(entries)),
  entry_count INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  debits INTEGER NOT NULL,
  recurrence TEXT CHECK (json_valid(recurrence)),
  next_date TEXT,
  owner TEXT NOT NULL,
  at TEXT NOT NULL,
  removed_at TEXT
) STRICT;
CREATE TABLE ach_settings (
  version INTEGER PRIMARY KEY,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;
`

/** ACH batches with their entries, templates and origination settings; orders may be batches. */
export const batchesMigration: Migration = {
  version: 7,
  name: '0007-batches',
  sql: orders + batches,
}
