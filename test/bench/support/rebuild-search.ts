import { searched } from '../../../main/store/schema/searched.ts'

/** Rebuilds SQLite's search from the current rows, by the same rules as the triggers. */
export const rebuildSearch: string = [
  'DELETE FROM search_places;',
  ...searched.map(({ kind }) => `DELETE FROM ${kind}_text;`),
  ...searched.map(
    ({ kind, table, only = () => 'true', words }) => `
INSERT INTO search_places (kind, id) SELECT '${kind}', t.id FROM ${table} AS t WHERE ${only('t')} ORDER BY t.rowid;
INSERT INTO ${kind}_text (rowid, words)
  SELECT p.seq, ${words('t')} FROM search_places AS p JOIN ${table} AS t ON t.id = p.id WHERE p.kind = '${kind}';
`,
  ),
].join('\n')
