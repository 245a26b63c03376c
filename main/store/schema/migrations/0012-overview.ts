import type { Migration } from './migration.ts'

// A row of an order or of an entry spans pages, so the columns that the overview counts have
// indexes of their own.
const glance = `
CREATE INDEX orders_at_a_glance ON orders (state, is_final, standing, service, currency, amount);
CREATE INDEX batch_entries_returned ON batch_entries (returned_at, amount) WHERE returned_at IS NOT NULL;
CREATE INDEX batch_entries_changed ON batch_entries (changed_at, amount) WHERE changed_at IS NOT NULL;
`

/** Indexes for the counts of the overview. */
export const overviewMigration: Migration = { version: 12, name: '0012-overview', sql: glance }
