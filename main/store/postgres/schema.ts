/** The schema of a PostgreSQL store. */
import { foldedFunction } from '../tables/computed-texts.ts'
import { createTable } from '../tables/create-table.ts'
import { tables } from '../tables.ts'
import { fullText } from './full-text.ts'
import { guards } from './guards.ts'
import { lite } from './lite.ts'
import { ownTables } from './own-tables.ts'

/** The database must be empty, in UTF-8, and compare by `C`, as SQLite does. */
export const postgresSchema = `
CREATE SCHEMA store;
SET LOCAL search_path TO store, lite, pg_catalog;
${lite}${foldedFunction}${tables.map((table) => createTable(table, 'postgres')).join('\n')}
${ownTables}${guards}${fullText}`
