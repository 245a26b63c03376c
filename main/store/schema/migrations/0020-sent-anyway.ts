import type { Migration } from './migration.ts'

// JSON: why the bank is certain to reject the entry, who sends it anyway, and since when; null:
// nobody does.
const sentAnyway = `ALTER TABLE batch_entries ADD COLUMN sent_anyway TEXT;`

/** Entries that are sent although the bank is certain to reject them. */
export const sentAnywayMigration: Migration = {
  version: 20,
  name: '0020-sent-anyway',
  sql: sentAnyway,
}
