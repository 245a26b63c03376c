import type { Migration } from './migration.ts'

// Originator in NACHA files; empty: not entered.
const companyIds = `ALTER TABLE own_accounts ADD COLUMN company_id TEXT NOT NULL DEFAULT '';`

/** The company identification of an own account. */
export const companyIdsMigration: Migration = {
  version: 21,
  name: '0021-company-ids',
  sql: companyIds,
}
