import type { Migration } from './migration.ts'

// Answers of the bank's service desk about an order with an unknown outcome, obtained by two
// people; `closed_at`: nobody sends it again, and the outcome stays unknown. A resend stores what
// two people confirmed when they released it.
const supportReplies = `
CREATE TABLE order_desk_words (
  order_id TEXT NOT NULL REFERENCES orders (id),
  seq INTEGER NOT NULL,
  said TEXT NOT NULL CHECK (said IN ('made', 'not-made')),
  contact TEXT NOT NULL,
  said_at TEXT NOT NULL,
  ticket TEXT NOT NULL,
  after_attempt INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  recorded_by TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  confirmed_by TEXT,
  confirmed_at TEXT,
  withdrawn_at TEXT,
  PRIMARY KEY (order_id, seq),
  CHECK (confirmed_by IS NULL OR confirmed_by <> recorded_by),
  CHECK (confirmed_by IS NULL OR withdrawn_at IS NULL)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER order_desk_words_never_go BEFORE DELETE ON order_desk_words
BEGIN SELECT RAISE(ABORT, 'what the bank said is never removed'); END;
ALTER TABLE orders ADD COLUMN closed_at TEXT;
ALTER TABLE order_attempts ADD COLUMN second_sending TEXT CHECK (json_valid(second_sending));
`

/** The third way to resolve an unknown outcome: the bank's service desk told two people. */
export const supportRepliesMigration: Migration = {
  version: 16,
  name: '0016-desk-words',
  sql: supportReplies,
}
