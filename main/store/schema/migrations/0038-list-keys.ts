import type { SharedMigration } from './migration.ts'

const sql = (order: string): string => `
ALTER TABLE inquiries ADD COLUMN list_key text;
CREATE INDEX inquiries_by_list ON inquiries (list_key${order}, at) WHERE list_key IS NOT NULL;
`

/** A list of the bank stays that of its account when the number is written in another way. */
export const listKeysMigration: SharedMigration = {
  version: 38,
  name: '0038-list-keys',
  sql: { sqlite: sql(''), postgres: sql(' NULLS FIRST') },
}
