import type { SharedMigration } from './migration.ts'

/** Text of a call that is searched, as in version 3. */
const searched = `
  c.method || char(10) || c.path || char(10) || c.purpose || char(10) ||
  c.outcome || char(10) || c.actor || char(10) || c.detail || char(10) ||
  coalesce(c.status, '') || char(10) || coalesce(c.correlation_id, '') || char(10) ||
  coalesce((SELECT group_concat(value, char(10)) FROM json_each(c.request_headers)), '') || char(10) ||
  coalesce(c.request_body, '') || char(10) ||
  coalesce((SELECT group_concat(value, char(10)) FROM json_each(c.response_headers)), '') || char(10) ||
  CASE c.response_body_base64 WHEN 0 THEN coalesce(c.response_body, '') ELSE '' END`

// The index writes some ten pages in each transaction, for one call as for many. So the calls go
// into it in groups, and a search adds the last ones before it looks.
const sqlite = `
CREATE VIEW bank_calls_to_index (seq, words) AS
  SELECT c.seq, ${searched} FROM bank_calls c
  WHERE c.seq > coalesce((SELECT rowid FROM bank_call_words ORDER BY rowid DESC LIMIT 1), 0);
DROP TRIGGER bank_calls_are_searched;
CREATE TRIGGER bank_calls_are_searched AFTER INSERT ON bank_calls WHEN NEW.seq % 32 = 0
BEGIN INSERT INTO bank_call_words (rowid, words) SELECT seq, words FROM bank_calls_to_index; END;
`

// PostgreSQL has no index that waits for calls.
const postgres = `
CREATE VIEW bank_calls_to_index (seq, words) AS SELECT seq, path FROM bank_calls WHERE false;
`

/** Calls are indexed for the search in groups, not one by one. */
export const callsInGroupsMigration: SharedMigration = {
  version: 28,
  name: '0028-calls-in-groups',
  sql: { sqlite, postgres },
}
