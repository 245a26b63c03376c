import type { Migration } from './migration.ts'

// One row says what is set and how far it has come. An alert that is not handed on in its turn is parked by its seq;
// `forward_tries` is the log of posts, kept for a while. Who handed on what stands in the audit as well.
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

/** Alerts that are handed on, and each try. */
export const forwardingMigration: Migration = {
  version: 11,
  name: '0011-forwarding',
  sql: forwarding,
}
