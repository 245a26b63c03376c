/**
 * What a store's schema has beside its tables, in lines that are equal where the engines mean the
 * same. Columns, checks, keys and indexes follow from one definition of each table.
 */
import type { Client } from 'pg'
import type { Connection } from '../../../main/store/sqlite/sqlite.ts'

/** The SQL of an expression as its words: without brackets, casts and the ways to write a list. */
function words(sql: string): string {
  const found = sql
    .replaceAll(/::(?:double precision|\w+)(?:\[\])?/g, '')
    .replaceAll(/\bNOT IN\b/g, '<>')
    .replaceAll(/\bIS NOT (?!NULL)/g, 'IS DISTINCT FROM ')
    .replaceAll('lite.', '')
    .match(/'(?:[^']|'')*'|[\w.$]+|<[>=]?|>=?/g)
  return (found ?? [])
    .map((word) => (word.startsWith("'") ? word : word.toLowerCase()))
    .filter((word) => !['in', 'any', 'all', 'array'].includes(word))
    .join(' ')
}

/** Returns the facts of an SQLite store, sorted. */
export function factsOfSqlite(connection: Connection): readonly string[] {
  const all = <T>(sql: string, ...parameters: string[]) =>
    connection.prepare(sql).all(...parameters) as T[]
  const facts: string[] = []
  const tables = all<{ name: string; type: string }>(
    `SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'`,
  )
  for (const { name, type } of tables)
    if (type === 'virtual') facts.push(`full text ${name}`)
    else if (type === 'table' || type === 'view') facts.push(`${type} ${name}`)
  for (const { name, sql } of all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
  ))
    facts.push(triggerFact(name, sql))
  return facts.toSorted()
}

function triggerFact(name: string, sql: string): string {
  const message = /RAISE\(ABORT, ('[^']+')\)/.exec(sql)?.[1]
  if (message === undefined) return `passes on: ${name}`
  const [, event = '', condition = ''] =
    /^CREATE TRIGGER \w+ (.*?)(?:\s+WHEN (.*?))?\s+BEGIN/s.exec(sql) ?? []
  return guardFact(
    name,
    event.toLowerCase(),
    condition.includes('SELECT') ? null : condition,
    message,
  )
}

/** `condition` is null where a function judges. */
const guardFact = (
  name: string,
  event: string,
  condition: string | null,
  message: string,
): string =>
  `guard ${name}: ${event}${condition === '' ? '' : ` when ${condition === null ? 'a function finds' : words(condition)}`}, ${message}`

/** Returns the facts of the schema `store` of a PostgreSQL database, sorted. */
export async function factsOfPostgres(client: Client): Promise<readonly string[]> {
  const all = async <T extends object>(sql: string): Promise<readonly T[]> =>
    (await client.query<T>(sql)).rows
  const inStore = `relnamespace = 'store'::regnamespace`

  const tables = await all<{ name: string; kind: string }>(
    `SELECT relname AS name, CASE
       WHEN relkind = 'v' THEN 'view'
       WHEN EXISTS (SELECT 1 FROM pg_index JOIN pg_class AS i ON i.oid = indexrelid
         JOIN pg_am AS m ON m.oid = i.relam WHERE indrelid = c.oid AND amname = 'gin') THEN 'full text'
       ELSE 'table' END AS kind
     FROM pg_class AS c WHERE ${inStore} AND relkind IN ('r', 'v')`,
  )
  // Of full text each engine makes its own columns, so it counts as a whole.
  const fullText = tables.filter(({ kind }) => kind === 'full text').map(({ name }) => name)
  const allPlain = async <T extends { readonly table: string }>(text: string) =>
    (await all<T>(text)).filter(({ table }) => !fullText.includes(table))
  const triggers = await allPlain<{
    name: string
    table: string
    text: string
    state: string
    message: string
    isRefusal: boolean
    body: string
  }>(
    `SELECT tgname AS name, relname AS table, pg_get_triggerdef(t.oid) AS text, tgenabled AS state,
      encode(tgargs, 'escape') AS message, proname = 'refuse' AS "isRefusal", prosrc AS body
     FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = tgrelid JOIN pg_proc AS f ON f.oid = tgfoid
     WHERE c.${inStore} AND NOT tgisinternal`,
  )

  return [
    ...tables.map(({ name, kind }) => `${kind} ${name}`),
    ...triggers.map(({ name, text, state, message, isRefusal, body }) => {
      const off = state === 'O' ? '' : ' (disabled)'
      if (!isRefusal && !body.includes('RAISE')) return `passes on: ${name}${off}`
      const [, event = '', condition = ''] =
        /^CREATE TRIGGER \w+ (.*?)(?: FOR EACH \w+)?(?: WHEN \((.*)\))? EXECUTE/s.exec(text) ?? []
      const said = isRefusal
        ? `'${message.replace(String.raw`\000`, '')}'`
        : (/RAISE EXCEPTION ('[^']+')/.exec(body)?.[1] ?? '')
      const where = event.toLowerCase().replaceAll(/"|store\./g, '')
      return guardFact(name, where, isRefusal ? condition : null, said) + off
    }),
  ].toSorted()
}
