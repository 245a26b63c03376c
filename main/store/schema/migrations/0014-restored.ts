import type { Migration } from './migration.ts'

// Marks that a restore leaves on orders: `restored` on an order that may have been sent since its
// backup and is a draft again, and a journal row that is not a sending and blocks one (`is_bar`).
// The time since the backup is a gap with its own cause.
const restored = `
ALTER TABLE orders ADD COLUMN restored TEXT CHECK (json_valid(restored));
ALTER TABLE order_attempts ADD COLUMN is_bar INTEGER NOT NULL DEFAULT 0 CHECK (is_bar IN (0, 1));
CREATE TABLE alert_gaps_next (
  id TEXT PRIMARY KEY NOT NULL,
  cause TEXT NOT NULL CHECK (cause IN ('not-running', 'asleep', 'turned-away', 'credentials-changed',
    'certificate-changed', 'not-stored', 'silence', 'asked', 'restored')),
  from_at TEXT NOT NULL,
  until_at TEXT,
  found_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'waiting', 'healed', 'partly')),
  sweep_id TEXT,
  detail TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO alert_gaps_next (id, cause, from_at, until_at, found_at, state, sweep_id, detail)
  SELECT id, cause, from_at, until_at, found_at, state, sweep_id, detail FROM alert_gaps;
DROP TABLE alert_gaps;
ALTER TABLE alert_gaps_next RENAME TO alert_gaps;
CREATE INDEX alert_gaps_by_time ON alert_gaps (from_at);
CREATE INDEX alert_gaps_unhealed ON alert_gaps (state) WHERE state IN ('open', 'waiting');
`

/** Data about a store that was restored from a backup. */
export const restoredMigration: Migration = {
  version: 14,
  name: '0014-restored',
  sql: restored,
}
