/** The document's code tables, each reachable only through the field that it belongs to. */
export { accountValidationTables } from './account-validation.ts'
export type { CodeEntry, CodeTable, Tone } from './code-table.ts'
