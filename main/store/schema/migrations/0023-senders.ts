import type { Migration } from './migration.ts'

// The sender of payments from an own account; empty: not entered. The address has one line each.
const senders = `
ALTER TABLE own_accounts ADD COLUMN legal_name TEXT NOT NULL DEFAULT '';
ALTER TABLE own_accounts ADD COLUMN address TEXT NOT NULL DEFAULT '';
`

/** The legal name and the address of an own account. */
export const sendersMigration: Migration = {
  version: 23,
  name: '0023-senders',
  sql: senders,
}
