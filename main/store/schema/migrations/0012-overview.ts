import type { Migration } from './migration.ts'

// A row of an order or of an entry is pages long: what is counted at a glance stands in indexes of its own.
const glance = `
CREATE INDEX orders_at_a_glance ON orders (state, is_final, standing, service, currency, amount);
CREATE INDEX batch_entries_returned ON batch_entries (returned_at, amount) WHERE returned_at IS NOT NULL;
CREATE INDEX batch_entries_changed ON batch_entries (changed_at, amount) WHERE changed_at IS NOT NULL;
`

/** What the overview counts by. */
export const overviewMigration: Migration = { version: 12, name: '0012-overview', sql: glance }
