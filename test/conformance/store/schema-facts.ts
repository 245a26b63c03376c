/** What a store's schema consists of, in lines that are equal where the engines mean the same. */
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

/** Returns the text between the bracket at `start` and the one that closes it. */
function bracketed(sql: string, start: number): string {
  let depth = 0
  let isQuoted = false
  for (let at = start; at < sql.length; at += 1) {
    if (sql[at] === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (sql[at] === '(') depth += 1
    if (sql[at] === ')') depth -= 1
    if (depth === 0) return sql.slice(start + 1, at)
  }
  throw new Error(`no closing bracket: ${sql}`)
}

/** Returns the parts of a list between its commas, without those inside brackets. */
function partsOf(sql: string): readonly string[] {
  const parts = ['']
  for (let at = 0; at < sql.length; at += 1) {
    const inner = sql[at] === '(' ? bracketed(sql, at) : ''
    if (sql[at] === ',') parts.push('')
    else parts.push(`${parts.pop() ?? ''}${sql.slice(at, at + inner.length + 1)}`)
    at += inner.length
  }
  return parts
}

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly isComputed: boolean
  readonly initial: string | null
}
const columnFact = ({ table, name, type, isNullable, isComputed, initial }: Column): string =>
  `column ${table}.${name}: ${type}${isNullable ? '' : ' not null'}${isComputed ? ' computed' : ''}${initial === null ? '' : ` default ${words(initial)}`}`

const list = (names: readonly string[]): string => names.join(', ')
const indexFact = (
  name: string,
  isUnique: boolean,
  table: string,
  on: string,
  where = '',
): string =>
  `${isUnique ? 'unique ' : ''}index ${name} on ${table}: ${on}${where === '' ? '' : ` where ${words(where)}`}`

const typesOfSqlite: Readonly<Record<string, string>> = {
  INTEGER: 'integer',
  REAL: 'real',
  TEXT: 'text',
  BLOB: 'bytes',
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
    if (type === 'table') facts.push(`table ${name}`, ...factsOfTable(name))
    else if (type === 'virtual') facts.push(`full text ${name}`)
    else if (type === 'view') facts.push(`view ${name}`)
  for (const { name, sql } of all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
  ))
    facts.push(triggerFact(name, sql))
  return facts.toSorted()

  function factsOfTable(table: string): string[] {
    const sql = connection
      .prepare(`SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?`)
      .pluck()
      .get(table) as string
    const checks = [...sql.matchAll(/\bCHECK (?=\()/g)].map(({ index, 0: { length } }) =>
      bracketed(sql, index + length),
    )
    const isJson = (name: string): boolean => checks.includes(`json_valid(${name})`)
    const columns = all<{
      name: string
      type: string
      notnull: number
      dflt_value: string | null
      pk: number
      hidden: number
    }>(`SELECT * FROM pragma_table_xinfo(?)`, table)
    const isNullable = (name: string): boolean =>
      columns.some((column) => column.name === name && column.notnull === 0 && column.pk === 0)
    const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
    const keys = all<{ id: number; table: string; from: string; to: string; on_delete: string }>(
      'SELECT * FROM pragma_foreign_key_list(?)',
      table,
    )
    const indexes = all<{ name: string; unique: number; origin: string; sql: string | null }>(
      `SELECT l.name, l."unique", l.origin, s.sql FROM pragma_index_list(?) AS l
       LEFT JOIN sqlite_schema AS s ON s.name = l.name`,
      table,
    )
    const columnsOf = (index: string) =>
      all<{ name: string | null; coll: string }>(
        'SELECT name, coll FROM pragma_index_xinfo(?) WHERE key = 1',
        index,
      ).map(({ name, coll }) => `${name ?? ''}${coll === 'BINARY' ? '' : ` ${coll.toLowerCase()}`}`)
    return [
      ...columns.map((column) =>
        columnFact({
          table,
          name: column.name,
          type: isJson(column.name) ? 'json' : (typesOfSqlite[column.type] ?? column.type),
          isNullable: isNullable(column.name),
          isComputed: column.hidden > 0,
          initial: column.dflt_value,
        }),
      ),
      `key of ${table}: ${list(key.map(({ name }) => name))}`,
      ...keys.map(
        (each) =>
          `reference ${table}.${each.from}: ${each.table}.${each.to} ${each.on_delete.toLowerCase()}`,
      ),
      ...checks
        .filter((check) => !check.startsWith('json_valid('))
        .map((check) => `check of ${table}: ${words(check)}`),
      ...indexes
        .filter(({ origin }) => origin === 'u')
        .map(({ name }) => `unique of ${table}: ${list(columnsOf(name))}`),
      ...indexes
        .filter(({ origin }) => origin === 'c')
        .map(({ name, unique, sql: text }) => {
          const [, where = ''] = (text ?? '').split(/\bWHERE\b/)
          // Of an expression, which no pragma shows, the text; NULL is the least value.
          const texts = partsOf(bracketed(text ?? '', (text ?? '').indexOf('(')))
          const on = columnsOf(name).map((each, at) => {
            if (each === '') return `${words(texts[at] ?? '')} nulls first`
            return isNullable(each) ? `${each} nulls first` : each
          })
          return indexFact(name, unique === 1, table, list(on), where)
        }),
    ]
  }
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

const typesOfPostgres: Readonly<Record<string, string>> = {
  bigint: 'integer',
  'double precision': 'real',
  text: 'text',
  json_text: 'json',
  bytea: 'bytes',
}

/** Returns the facts of the schema `store` of a PostgreSQL database, sorted. */
export async function factsOfPostgres(client: Client): Promise<readonly string[]> {
  const all = async <T extends object>(sql: string): Promise<readonly T[]> =>
    (await client.query<T>(sql)).rows
  const inStore = `relnamespace = 'store'::regnamespace`
  const namesOf = (places: string, table: string): string =>
    `ARRAY(SELECT CAST(attname AS text) FROM unnest(${places}) WITH ORDINALITY AS p (place, turn)
      JOIN pg_attribute ON attrelid = ${table} AND attnum = p.place ORDER BY turn)`

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
  const columns = await allPlain<Column>(
    `SELECT table_name AS table, column_name AS name, coalesce(domain_name, data_type) AS type,
      is_nullable = 'YES' AS "isNullable", is_generated = 'ALWAYS' AS "isComputed",
      column_default AS initial
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'store' AND table_type = 'BASE TABLE'`,
  )
  const constraints = await allPlain<{
    kind: string
    table: string
    names: readonly string[]
    other: string | null
    others: readonly string[]
    removal: string
    text: string
  }>(
    `SELECT contype AS kind, relname AS table, ${namesOf('conkey', 'conrelid')} AS names,
      CAST(confrelid::regclass AS text) AS other, ${namesOf('confkey', 'confrelid')} AS others,
      confdeltype AS removal, pg_get_constraintdef(k.oid) AS text
     FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = conrelid
     WHERE ${inStore} AND contype IN ('p', 'u', 'c', 'f')`,
  )
  const indexes = await allPlain<{
    name: string
    table: string
    method: string
    isUnique: boolean
    parts: readonly string[]
    options: readonly number[]
    condition: string | null
  }>(
    `SELECT c.relname AS name, t.relname AS table, amname AS method, indisunique AS "isUnique",
      ARRAY(SELECT pg_get_indexdef(c.oid, n, true) FROM generate_series(1, indnkeyatts) AS n) AS parts,
      CAST(indoption AS int2[]) AS options, pg_get_expr(indpred, indrelid) AS condition
     FROM pg_index JOIN pg_class AS c ON c.oid = indexrelid JOIN pg_class AS t ON t.oid = indrelid
       JOIN pg_am AS m ON m.oid = c.relam
     WHERE c.${inStore} AND indisvalid
       AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype <> 'f')`,
  )
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
  const removals: Readonly<Record<string, string>> = { a: 'no action', c: 'cascade', r: 'restrict' }

  return [
    ...tables.map(({ name, kind }) => `${kind} ${name}`),
    ...columns.map((column) =>
      columnFact({ ...column, type: typesOfPostgres[column.type] ?? column.type }),
    ),
    ...constraints.flatMap(({ kind, table, names, other, others, removal, text }) => {
      if (kind === 'p') return [`key of ${table}: ${list(names)}`]
      if (kind === 'u') return [`unique of ${table}: ${list(names)}`]
      if (kind === 'c') return [`check of ${table}: ${words(text.replace('CHECK', ''))}`]
      return names.map(
        (name, at) =>
          `reference ${table}.${name}: ${other ?? ''}.${others[at] ?? ''} ${removals[removal] ?? removal}`,
      )
    }),
    ...indexes.map(({ name, table, method, isUnique, parts, options, condition }) => {
      // Bit 1: descending. Bit 2: NULLs first.
      const order = ['', ' desc', ' nulls first', ' desc nulls first']
      const on = parts.map((part, at) => `${words(part)}${order[options[at] ?? 0] ?? ''}`)
      const by = method === 'btree' ? '' : `${method} `
      return indexFact(name, isUnique, table, by + list(on), condition ?? '')
    }),
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
