import type { Migration } from './migration.ts'

// Spans in which the listener was running. `until_at` moves on while it runs, so that any
// interruption, such as a kill or a laptop's sleep, shows as the time between two spans.
const gaps = `
CREATE TABLE listener_watch (
  id INTEGER PRIMARY KEY,
  from_at TEXT NOT NULL,
  until_at TEXT NOT NULL,
  ended TEXT
) STRICT;
CREATE INDEX listener_watch_by_end ON listener_watch (until_at);
CREATE TABLE alert_gaps (
  id TEXT PRIMARY KEY NOT NULL,
  cause TEXT NOT NULL CHECK (cause IN ('not-running', 'asleep', 'turned-away', 'credentials-changed',
    'certificate-changed', 'not-stored', 'silence', 'asked')),
  from_at TEXT NOT NULL,
  until_at TEXT,
  found_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'waiting', 'healed', 'partly')),
  sweep_id TEXT,
  detail TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX alert_gaps_by_time ON alert_gaps (from_at);
CREATE INDEX alert_gaps_unhealed ON alert_gaps (state) WHERE state IN ('open', 'waiting');
`

// A sweep queries the bank for a range of days. Its parts are the queries, in order, and the cases
// that cannot be queried ('impossible'), which a person checks by hand and confirms.
const sweeps = `
CREATE TABLE sweeps (
  id TEXT PRIMARY KEY NOT NULL,
  actor TEXT NOT NULL,
  from_at TEXT NOT NULL,
  until_at TEXT NOT NULL,
  planned_at TEXT NOT NULL,
  ended_at TEXT,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'partly', 'stopped')),
  calls INTEGER NOT NULL DEFAULT 0,
  healed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sweeps_by_time ON sweeps (planned_at);
CREATE TABLE sweep_parts (
  sweep_id TEXT NOT NULL REFERENCES sweeps (id),
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('ach', 'payment', 'incoming')),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'failed', 'impossible')),
  why TEXT,
  account_id TEXT,
  account_label TEXT NOT NULL DEFAULT '',
  search TEXT CHECK (search IN ('COLLECTED', 'SETTLED', 'RETURNED')),
  from_day TEXT,
  to_day TEXT,
  order_id TEXT REFERENCES orders (id),
  calls INTEGER NOT NULL DEFAULT 0,
  rows INTEGER NOT NULL DEFAULT 0,
  healed INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  ended_at TEXT,
  checked_by TEXT,
  checked_at TEXT,
  check_note TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (sweep_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX sweeps_running ON sweeps (planned_at) WHERE state = 'running';
CREATE INDEX sweep_parts_failed ON sweep_parts (sweep_id) WHERE state = 'failed';
CREATE INDEX sweep_parts_to_check ON sweep_parts (sweep_id)
  WHERE state IN ('impossible', 'failed') AND checked_at IS NULL;
CREATE TABLE recovered_items (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  sweep_id TEXT NOT NULL REFERENCES sweeps (id),
  kind TEXT NOT NULL CHECK (kind IN ('ach', 'payment')),
  item_key TEXT NOT NULL UNIQUE,
  event TEXT NOT NULL,
  event_day TEXT,
  account_significant TEXT NOT NULL,
  trace_number TEXT,
  par_number TEXT,
  direction TEXT CHECK (direction IN ('credit', 'debit')),
  amount TEXT,
  currency TEXT,
  party TEXT,
  return_code TEXT,
  call_id TEXT,
  order_id TEXT REFERENCES orders (id),
  entry_id TEXT REFERENCES batch_entries (id),
  alert_seq INTEGER REFERENCES alerts (seq)
) STRICT;
CREATE INDEX recovered_items_by_trace ON recovered_items (trace_number) WHERE trace_number IS NOT NULL;
CREATE INDEX recovered_items_by_par ON recovered_items (par_number) WHERE par_number IS NOT NULL;
CREATE INDEX recovered_items_by_day ON recovered_items (event_day);
CREATE INDEX recovered_items_by_order ON recovered_items (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX recovered_items_by_entry ON recovered_items (entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX recovered_items_by_sweep ON recovered_items (sweep_id);
CREATE INDEX recovered_items_without_alert ON recovered_items (seq) WHERE alert_seq IS NULL;
`

// Counted at receipt, so that a chart does not have to count a million rows.
const hours = `
CREATE TABLE alert_hours (
  hour TEXT NOT NULL,
  kind TEXT NOT NULL,
  received INTEGER NOT NULL,
  PRIMARY KEY (hour, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO alert_hours SELECT substr(at, 1, 13), kind, count(*) FROM alerts GROUP BY 1, 2;
`

/** Alerts that may have been missed, and the queries that replace them. */
export const coverageMigration: Migration = {
  version: 8,
  name: '0008-coverage',
  sql: gaps + sweeps + hours,
}
