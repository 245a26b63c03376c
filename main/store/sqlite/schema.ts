/** The schema of a store in a file. */
import { createTable } from '../tables/create-table.ts'
import { tables } from '../tables.ts'
import { fullText } from './full-text.ts'
import { guards } from './guards.ts'

export const sqliteSchema = `${tables.map((table) => createTable(table, 'sqlite')).join('\n')}
${guards}${fullText}`
