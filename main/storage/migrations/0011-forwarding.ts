import type { Migration } from './migration.ts'

/** Alerts that are handed on, and each try. */
export const forwardingMigration: Migration = {
  version: 11,
  name: '0011-forwarding',
  sql: 'SELECT 1;',
}
