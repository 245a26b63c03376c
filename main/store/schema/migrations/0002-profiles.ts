import type { Migration } from './migration.ts'

// A removed number stays, so that records about the account can still be read.
const profiles = `
CREATE TABLE profile_parts (
  name TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL CHECK (json_valid(value)),
  at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;

CREATE TABLE own_accounts (
  id TEXT PRIMARY KEY NOT NULL,
  account_number TEXT NOT NULL,
  account_significant TEXT NOT NULL,
  routing_number TEXT NOT NULL,
  bank_number TEXT NOT NULL,
  name TEXT NOT NULL,
  currency TEXT NOT NULL,
  use TEXT NOT NULL CHECK (use IN ('debit', 'credit', 'both')),
  removed_at TEXT,
  at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;
CREATE INDEX own_accounts_by_account ON own_accounts (account_significant);
`

// The memory of the rate budget belongs to a bank and its keys, not to a store: it has a file of
// its own.
const rateMemoryMoved = `
DROP TABLE rate_budgets;
`

/** A profile's details and own accounts. */
export const profilesMigration: Migration = {
  version: 2,
  name: '0002-profiles',
  sql: profiles + rateMemoryMoved,
}
