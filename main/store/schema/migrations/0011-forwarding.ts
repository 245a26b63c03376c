import type { Migration } from './migration.ts'

// One row has the settings and the progress. An alert that is not forwarded in its turn is parked
// by its seq; `forward_tries` is the log of posts, kept for a limited time. The audit also records
// who forwarded which alerts.
const forwarding = `
CREATE TABLE forward_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  url TEXT,
  cursor_seq INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  stuck_since TEXT,
  next_at TEXT,
  last_taken_at TEXT
) STRICT;
CREATE TABLE forward_parked (
  alert_seq INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  why TEXT NOT NULL,
  status INTEGER,
  problem TEXT
) STRICT;
CREATE TABLE forward_tries (
  seq INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  from_seq INTEGER,
  to_seq INTEGER,
  alerts INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  status INTEGER,
  problem TEXT,
  ms INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX forward_tries_by_time ON forward_tries (at);
`

/** Forwarded alerts, and each attempt. */
export const forwardingMigration: Migration = {
  version: 11,
  name: '0011-forwarding',
  sql: forwarding,
}
