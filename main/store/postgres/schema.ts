/** The schema with which a PostgreSQL store begins. */
import { alertTables } from './alert-tables.ts'
import { baseTables, baseVersion } from './base-tables.ts'
import { controlTables } from './control-tables.ts'
import { fullText } from './full-text.ts'
import { guards } from './guards.ts'
import { lite } from './lite.ts'
import { moneyTables } from './money-tables.ts'

/**
 * Creates, in one transaction, what the first 26 migrations make of an SQLite store. Once a store
 * was made with it, it never changes. The database must be empty, in UTF-8, and compare by `C`, as
 * SQLite does.
 *
 * A nullable column of an index is NULLS FIRST, which is SQLite's order. A B-tree refuses a row with
 * more than 2,704 bytes for it: a text that a bank or a person makes as long as they like is in an
 * SP-GiST, which finds it, and its beginning, at any length.
 */
export const postgresSchema = {
  version: baseVersion,
  sql: `
CREATE SCHEMA store;
SET LOCAL search_path TO store, lite, pg_catalog;
${lite}${baseTables}${alertTables}${moneyTables}${controlTables}${guards}${fullText}`,
}
