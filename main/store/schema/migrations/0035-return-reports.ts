import type { SharedMigration } from './migration.ts'

// `shown_standing` is the state by the bank's lists and details alone. `returned_at` now says since when
// these show the return; a return that only an alert reports has `return_reported_at`. `unanswered_since`
// is the report that no list or detail has answered yet.
const columns = `
ALTER TABLE batch_entries ADD COLUMN shown_standing TEXT NOT NULL DEFAULT 'not-said'
  CHECK (shown_standing IN ('not-said', 'collected', 'settled', 'returned', 'unclear'));
ALTER TABLE batch_entries ADD COLUMN return_reported_at TEXT;
ALTER TABLE batch_entries ADD COLUMN unanswered_since TEXT;
`

/** Whether a list or a detail reported one of these statuses of an entry. */
const isShown = (...statuses: readonly string[]): string => `EXISTS (SELECT 1
    FROM batch_entry_events AS v WHERE v.entry_id = batch_entries.id
      AND v.source IN ('inquiry', 'detail')
      AND upper(trim(v.word)) IN (${statuses.map((status) => `'${status}'`).join(', ')}))`

// A return that no list or detail shows becomes a report, and its batch is queried at once.
const rows = `
UPDATE batch_entries SET shown_standing = CASE
  WHEN standing = 'unclear' THEN 'unclear'
  WHEN standing = 'returned' AND ${isShown('RETURNED')} THEN 'returned'
  WHEN ${isShown('SETTLED')} THEN 'settled'
  WHEN ${isShown('COLLECTED', 'POSTED')} THEN 'collected'
  ELSE 'not-said' END
WHERE standing <> 'not-said';
UPDATE batch_entries SET return_reported_at = returned_at, unanswered_since = returned_at,
  returned_at = NULL, standing = shown_standing
WHERE returned_at IS NOT NULL AND shown_standing <> 'returned';
UPDATE batches SET next_follow_at = (SELECT min(e.unanswered_since) FROM batch_entries AS e
  WHERE e.order_id = batches.order_id)
WHERE EXISTS (SELECT 1 FROM batch_entries AS e
  WHERE e.order_id = batches.order_id AND e.unanswered_since IS NOT NULL);
`

const replies = `
CREATE TABLE entry_support_replies (
  entry_id TEXT NOT NULL REFERENCES batch_entries (id),
  seq INTEGER NOT NULL,
  said TEXT NOT NULL CHECK (said IN ('returned', 'not-returned')),
  contact TEXT NOT NULL,
  said_at TEXT NOT NULL,
  ticket TEXT NOT NULL,
  evidence TEXT NOT NULL,
  recorded_by TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  confirmed_by TEXT,
  confirmed_at TEXT,
  withdrawn_at TEXT,
  PRIMARY KEY (entry_id, seq),
  CHECK (confirmed_by IS NULL OR confirmed_by <> recorded_by),
  CHECK (confirmed_by IS NULL OR withdrawn_at IS NULL)
)`

const sqlite = `${columns}${rows}${replies} STRICT, WITHOUT ROWID;
CREATE INDEX batch_entries_return_reported ON batch_entries (return_reported_at)
  WHERE return_reported_at IS NOT NULL;
CREATE TRIGGER entry_support_replies_never_go BEFORE DELETE ON entry_support_replies
BEGIN SELECT RAISE(ABORT, 'what the bank said is never removed'); END;
`

const postgres = `${columns}${rows}${replies};
CREATE INDEX batch_entries_return_reported ON batch_entries (return_reported_at NULLS FIRST)
  WHERE return_reported_at IS NOT NULL;
CREATE TRIGGER entry_support_replies_never_go BEFORE DELETE ON entry_support_replies
  FOR EACH ROW EXECUTE FUNCTION refuse('what the bank said is never removed');
CREATE TRIGGER entry_support_replies_never_emptied BEFORE TRUNCATE ON entry_support_replies
  EXECUTE FUNCTION refuse('what the bank said is never removed');
`

/** Returns that an alert reports, what the bank's inquiry shows, and its replies where it cannot. */
export const returnReportsMigration: SharedMigration = {
  version: 35,
  name: '0035-return-reports',
  sql: { sqlite, postgres },
}
