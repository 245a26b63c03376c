import type { Migration } from './migration.ts'

// The fields that calls are found and counted by are in one index, because every row of the table
// itself spans pages with its body. `seq` gives the full-text index row numbers that only SQLite
// assigns and that never change.
const newBankCalls = `
CREATE TABLE bank_calls_next (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  purpose TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  lane TEXT,
  waited_ms INTEGER,
  attempt INTEGER,
  status INTEGER,
  outcome TEXT NOT NULL,
  detail TEXT NOT NULL CHECK (json_valid(detail)),
  correlation_id TEXT,
  started_at TEXT NOT NULL,
  written_at TEXT,
  answered_at TEXT,
  finished_at TEXT NOT NULL,
  request_headers TEXT NOT NULL CHECK (json_valid(request_headers)),
  request_body TEXT,
  response_headers TEXT CHECK (json_valid(response_headers)),
  response_body_base64 INTEGER NOT NULL DEFAULT 0 CHECK (response_body_base64 IN (0, 1)),
  response_body TEXT
) STRICT;
INSERT INTO bank_calls_next (
  id, at, actor, purpose, method, path, status, outcome, detail, correlation_id, started_at, written_at,
  answered_at, finished_at, request_headers, request_body, response_headers, response_body_base64,
  response_body)
SELECT
  id, at, actor, purpose, method, path, status, outcome, detail, correlation_id, started_at, written_at,
  answered_at, finished_at, request_headers, request_body, response_headers, response_body_base64,
  response_body
FROM bank_calls ORDER BY rowid;
DROP TABLE bank_calls;
ALTER TABLE bank_calls_next RENAME TO bank_calls;
CREATE INDEX bank_calls_for_list
  ON bank_calls (at, id, purpose, lane, status, outcome, method, path, correlation_id);
`

/** Text of a call that is searched, one field a line; bytes that are not text are left out. */
const searched = (call: string): string => `
  ${call}.method || char(10) || ${call}.path || char(10) || ${call}.purpose || char(10) ||
  ${call}.outcome || char(10) || ${call}.actor || char(10) || ${call}.detail || char(10) ||
  coalesce(${call}.status, '') || char(10) || coalesce(${call}.correlation_id, '') || char(10) ||
  coalesce((SELECT group_concat(value, char(10)) FROM json_each(${call}.request_headers)), '') || char(10) ||
  coalesce(${call}.request_body, '') || char(10) ||
  coalesce((SELECT group_concat(value, char(10)) FROM json_each(${call}.response_headers)), '') || char(10) ||
  CASE ${call}.response_body_base64 WHEN 0 THEN coalesce(${call}.response_body, '') ELSE '' END`

// Three letters at a time, so that a part of an account or of a transaction id is found too. The
// texts themselves are not stored a second time.
const search = `
CREATE VIRTUAL TABLE bank_call_words USING fts5(
  words, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');
INSERT INTO bank_call_words (rowid, words) SELECT c.seq, ${searched('c')} FROM bank_calls c;
CREATE TRIGGER bank_calls_are_searched AFTER INSERT ON bank_calls
BEGIN INSERT INTO bank_call_words (rowid, words) VALUES (NEW.seq, ${searched('NEW')}); END;
CREATE TRIGGER bank_calls_go_from_search AFTER DELETE ON bank_calls
BEGIN DELETE FROM bank_call_words WHERE rowid = OLD.seq; END;
`

/** How long each call waited for its turn, and the search over all calls. */
export const trafficMigration: Migration = {
  version: 3,
  name: '0003-traffic',
  sql: newBankCalls + search,
}
