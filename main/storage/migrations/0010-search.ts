import type { Migration } from './migration.ts'

/** What search everywhere goes by. */
export const searchMigration: Migration = { version: 10, name: '0010-search', sql: 'SELECT 1;' }
