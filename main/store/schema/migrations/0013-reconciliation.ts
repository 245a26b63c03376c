import type { Migration } from './migration.ts'

// Orders that were sent on a day, and orders that debit an account. A sign-off stores the sums at
// that time; `digest` shows whether any line has changed since.
const reconciliation = `
CREATE INDEX order_attempts_by_time ON order_attempts (journalled_at);
CREATE INDEX orders_by_debit ON orders (debit_significant, value_date);
CREATE TABLE reconciliation_sign_offs (
  id TEXT PRIMARY KEY NOT NULL,
  day TEXT NOT NULL,
  account_significant TEXT NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  note TEXT NOT NULL,
  totals TEXT NOT NULL CHECK (json_valid(totals)),
  digest TEXT NOT NULL
) STRICT;
CREATE INDEX reconciliation_sign_offs_of_day ON reconciliation_sign_offs (day, account_significant, at);
`

/** Signed-off days of accounts. */
export const reconciliationMigration: Migration = {
  version: 13,
  name: '0013-reconciliation',
  sql: reconciliation,
}
