import type { Migration } from './migration.ts'

// One row for each thing that needs a person; the row stays when it is done. `subject` names the
// thing, so that each thing has one row. Items that close automatically, such as a resolved unknown
// outcome, are closed by 'system'.
const items = `
CREATE TABLE inbox_items (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  at TEXT NOT NULL,
  title TEXT NOT NULL,
  amount INTEGER,
  currency TEXT,
  things INTEGER NOT NULL DEFAULT 1,
  deadline TEXT,
  address TEXT NOT NULL,
  assigned_to TEXT,
  note TEXT NOT NULL DEFAULT '',
  done_at TEXT,
  done_by TEXT,
  changed_at TEXT NOT NULL,
  UNIQUE (kind, subject)
) STRICT;
CREATE INDEX inbox_items_open ON inbox_items (kind, seq) WHERE done_at IS NULL;
CREATE INDEX inbox_items_assigned ON inbox_items (assigned_to, seq) WHERE done_at IS NULL AND assigned_to IS NOT NULL;
CREATE TABLE inbox_events (
  seq INTEGER PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES inbox_items (id),
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  what TEXT NOT NULL,
  about TEXT
) STRICT;
CREATE INDEX inbox_events_of_item ON inbox_events (item_id, seq);
CREATE TABLE inbox_alerts (
  alert_seq INTEGER PRIMARY KEY NOT NULL,
  item_id TEXT NOT NULL REFERENCES inbox_items (id)
) STRICT;
CREATE INDEX inbox_alerts_of_item ON inbox_alerts (item_id);
CREATE TABLE inbox_cursors (
  name TEXT PRIMARY KEY NOT NULL,
  seq INTEGER NOT NULL
) STRICT;
`

// Finds the items to check after every change without reading the rows that need nothing.
const sources = `
CREATE INDEX orders_ended_badly ON orders (standing, standing_at)
  WHERE standing IN ('returned', 'failed', 'cancelled', 'contradictory');
CREATE INDEX orders_open_by_word ON orders (standing_word)
  WHERE state = 'accepted' AND is_final = 0 AND standing_word IS NOT NULL;
CREATE INDEX batch_entries_not_accepted ON batch_entries (order_id)
  WHERE verdict IS NOT NULL AND verdict <> 'accepted';
CREATE INDEX payees_proposed ON payees (id) WHERE proposed_version IS NOT NULL;
CREATE INDEX alerts_conflict_by_guid ON alerts (guid, seq) WHERE conflict = 1 AND conflict_seen_at IS NULL;
`

/** Items that need a person. */
export const inboxMigration: Migration = { version: 9, name: '0009-inbox', sql: items + sources }
