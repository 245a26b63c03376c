import type { Migration } from './migration.ts'

// One row for each thing that needs a person; it is kept when it is done. `subject` names the thing, so that it comes
// once. What ends by itself, such as a doubt that was resolved, is ended by 'system'.
const inbox = `
CREATE TABLE inbox_items (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  at TEXT NOT NULL,
  title TEXT NOT NULL,
  amount INTEGER,
  currency TEXT,
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
CREATE TABLE inbox_cursors (
  name TEXT PRIMARY KEY NOT NULL,
  seq INTEGER NOT NULL
) STRICT;
`

/** What needs a person. */
export const inboxMigration: Migration = { version: 9, name: '0009-inbox', sql: inbox }
