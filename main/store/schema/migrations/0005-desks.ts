import type { Migration } from './migration.ts'

// A row is written as `asking` and flushed before the first byte of its call, and as `answered` in
// the transaction that stores its validation. A row that a killed program left at `asking` may have
// reached the bank, and only a person may send it again. `inquiry` has no SSN, date of birth or id
// number: these stay in memory (bank note 39).
const bulk = `
CREATE TABLE bulk_runs (
  id TEXT PRIMARY KEY NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  name TEXT NOT NULL,
  file TEXT NOT NULL,
  file_sha256 TEXT NOT NULL,
  sheet TEXT,
  mapping TEXT NOT NULL CHECK (json_valid(mapping)),
  options TEXT NOT NULL CHECK (json_valid(options)),
  api_version TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'interrupted', 'stopped', 'finished')),
  ended_at TEXT
) STRICT;
CREATE INDEX bulk_runs_by_time ON bulk_runs (at, id);
CREATE INDEX bulk_runs_by_file ON bulk_runs (file_sha256);
CREATE TABLE bulk_rows (
  run_id TEXT NOT NULL REFERENCES bulk_runs (id),
  row INTEGER NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('held-back', 'waiting', 'asking', 'answered', 'unknown', 'not-asked')),
  routing_number TEXT NOT NULL,
  account_number TEXT NOT NULL,
  owner_kind TEXT NOT NULL,
  owner_name TEXT NOT NULL,
  personal INTEGER NOT NULL CHECK (personal IN (0, 1)),
  inquiry TEXT CHECK (json_valid(inquiry)),
  kept TEXT NOT NULL CHECK (json_valid(kept)),
  problems TEXT NOT NULL CHECK (json_valid(problems)),
  result_class TEXT,
  score INTEGER,
  validation_id TEXT REFERENCES validations (id),
  search_text TEXT NOT NULL,
  PRIMARY KEY (run_id, row)
) STRICT, WITHOUT ROWID;
CREATE INDEX bulk_rows_by_state ON bulk_rows (run_id, state, row);
CREATE INDEX bulk_rows_by_result ON bulk_rows (run_id, result_class, score);
CREATE TABLE import_mappings (
  headers_sha256 TEXT NOT NULL,
  actor TEXT NOT NULL,
  mapping TEXT NOT NULL CHECK (json_valid(mapping)),
  options TEXT NOT NULL CHECK (json_valid(options)),
  at TEXT NOT NULL,
  PRIMARY KEY (headers_sha256, actor)
) STRICT, WITHOUT ROWID;
`

// The request, and the calls that answered it: the answers themselves stay in bank_calls, and are
// read from there.
const inquiries = `
CREATE TABLE inquiries (
  id TEXT PRIMARY KEY NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  kind TEXT NOT NULL,
  question TEXT NOT NULL CHECK (json_valid(question)),
  question_key TEXT NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL CHECK (json_valid(summary))
) STRICT;
CREATE INDEX inquiries_by_time ON inquiries (kind, at, id);
CREATE INDEX inquiries_by_question ON inquiries (kind, question_key, at);
CREATE TABLE inquiry_calls (
  inquiry_id TEXT NOT NULL REFERENCES inquiries (id),
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  position TEXT NOT NULL CHECK (json_valid(position)),
  bank_call_id TEXT REFERENCES bank_calls (id),
  PRIMARY KEY (inquiry_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX inquiry_calls_by_bank_call ON inquiry_calls (bank_call_id);
`

// A download is written beside the set in use, and replaces it when it is complete.
const participants = `
CREATE TABLE participant_sets (
  id TEXT PRIMARY KEY NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  columns TEXT NOT NULL CHECK (json_valid(columns)),
  name_column TEXT,
  routing_column TEXT,
  row_count INTEGER NOT NULL,
  is_current INTEGER NOT NULL CHECK (is_current IN (0, 1))
) STRICT;
CREATE TABLE participants (
  set_id TEXT NOT NULL REFERENCES participant_sets (id),
  row INTEGER NOT NULL,
  cells TEXT NOT NULL CHECK (json_valid(cells)),
  name TEXT NOT NULL,
  routing TEXT NOT NULL,
  search_text TEXT NOT NULL,
  PRIMARY KEY (set_id, row)
) STRICT, WITHOUT ROWID;
`

const savedAndLayouts = `
CREATE TABLE saved_requests (
  id TEXT PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  request TEXT NOT NULL CHECK (json_valid(request)),
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  UNIQUE (kind, name)
) STRICT;
CREATE TABLE table_layouts (
  actor TEXT NOT NULL,
  table_id TEXT NOT NULL,
  layout TEXT NOT NULL CHECK (json_valid(layout)),
  at TEXT NOT NULL,
  PRIMARY KEY (actor, table_id)
) STRICT, WITHOUT ROWID;
`

/** Bulk validations, inquiries, RTP participants, saved requests, and list layouts. */
export const desksMigration: Migration = {
  version: 5,
  name: '0005-desks',
  sql: bulk + inquiries + participants + savedAndLayouts,
}
