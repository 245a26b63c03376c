import type { Migration } from './migration.ts'

// One imported directory file of each kind; its banks by routing number.
const directories = `
CREATE TABLE bank_directories (
  kind TEXT PRIMARY KEY NOT NULL CHECK (kind IN ('fedach', 'fedwire')),
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bank_count INTEGER NOT NULL,
  changed_on TEXT,
  imported_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;
CREATE TABLE directory_banks (
  kind TEXT NOT NULL REFERENCES bank_directories (kind),
  routing TEXT NOT NULL,
  name TEXT NOT NULL,
  place TEXT NOT NULL,
  PRIMARY KEY (routing, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX participants_by_routing ON participants (set_id, routing);
`

/** Bank names by routing number, from files that an administrator imports. */
export const bankDirectoriesMigration: Migration = {
  version: 25,
  name: '0025-bank-directories',
  sql: directories,
}
