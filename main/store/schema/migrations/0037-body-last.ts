import type { SharedMigration } from './migration.ts'

// SQLite reads all pages of a body to reach a column behind it, and a batch's body has hundreds.
const sqlite = `
DROP TRIGGER orders_body_stands;
ALTER TABLE orders ADD COLUMN body_last TEXT;
UPDATE orders SET body_last = body WHERE body IS NOT NULL;
ALTER TABLE orders DROP COLUMN body;
ALTER TABLE orders RENAME COLUMN body_last TO body;
CREATE TRIGGER orders_body_stands BEFORE UPDATE OF body ON orders
WHEN NEW.body IS NOT OLD.body AND NEW.state NOT IN ('draft', 'awaiting-approval')
BEGIN SELECT RAISE(ABORT, 'what was approved does not change'); END;
`

/**
 * The body of an order behind all other columns. PostgreSQL stores long texts outside their row, so
 * that nothing changes there.
 */
export const bodyLastMigration: SharedMigration = {
  version: 37,
  name: '0037-body-last',
  sql: { sqlite, postgres: 'SELECT 1' },
}
