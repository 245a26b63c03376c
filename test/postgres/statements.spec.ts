/**
 * The corpus: PostgreSQL takes each statement that the tests of this run sent to the store. Runs
 * after them, as a project of its own.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { expect, it } from 'vitest'
import { newPostgresStore } from '../conformance/store/engines.ts'
import { describeOnPostgres } from './databases.ts'
import { statementsFolder, type RecordedStatement } from './record-statements.ts'

/** Statements that only a store in a file runs, also over the tables that SQLite's full text makes. */
const leftOut = /^PRAGMA\b|\b\w+_text_(?:config|data|docsize|idx)\b/i

/** PostgreSQL makes a name in mixed case small unless it is quoted, and rows then lack it. */
const smallName = /\bAS (?![A-Z]+\b)\w*[A-Z]\w*/

/** A real of PostgreSQL has six digits, and an integer ends at 2 billion. */
const narrowType = /\bAS (?:REAL|INT|INTEGER|SMALLINT)\b/i

const ordered = /\bORDER BY\b((?:(?!\b(?:ORDER BY|LIMIT|ROWS)\b)[^()])*)/gi
const plainColumn = /^\s*(?:\S+\.)?"?(\w+)"?(?:\s+(?:ASC|DESC))?\s*$/i

/** Returns the columns by which a statement orders without a place for nulls. */
const orderColumns = (sql: string): readonly string[] =>
  Array.from(sql.matchAll(ordered)).flatMap(([, items = '']) =>
    items.split(',').flatMap((item) => plainColumn.exec(item)?.[1] ?? []),
  )

/** Returns the names of the columns that may be null in each of their tables. */
async function nullableColumns(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'store'
     GROUP BY column_name HAVING bool_and(is_nullable = 'YES')`,
  )
  return new Set(rows.map(({ name }) => name))
}

function recordedStatements(): RecordedStatement[] {
  const files = existsSync(statementsFolder) ? readdirSync(statementsFolder) : []
  const lines = files.flatMap((name) =>
    readFileSync(join(statementsFolder, name), 'utf8').trim().split('\n'),
  )
  const all = lines.map((line) => JSON.parse(line) as RecordedStatement)
  const those = all.filter(({ sql, from }) => !from.startsWith('test/') && !leftOut.test(sql))
  return [...new Map(those.map((one) => [one.sql, one])).values()]
}

/** Returns the statements that PostgreSQL refuses, each with its reason and its caller. */
async function refusedBy(client: Client, statements: readonly RecordedStatement[]) {
  const refused: string[] = []
  const nullable = await nullableColumns(client)
  for (const { sql, from } of statements)
    try {
      if (smallName.test(sql)) throw new Error('a name in mixed case without quotes')
      if (narrowType.test(sql)) throw new Error('a type with fewer digits than in SQLite')
      if (orderColumns(sql).some((column) => nullable.has(column)))
        throw new Error('an order without a place for nulls, which PostgreSQL puts last')
      await client.query(`PREPARE it AS ${sql}`)
      await client.query('DEALLOCATE it')
    } catch (problem) {
      refused.push(`${from}: ${(problem as Error).message}: ${sql.slice(0, 300)}`)
    }
  return refused
}

describeOnPostgres('every statement of the tests', () => {
  it('is understood by PostgreSQL', async () => {
    const statements = recordedStatements()
    if (statements.length === 0) throw new Error('no statements: run it after the unit tests')
    expect(await refusedBy(await newPostgresStore(), statements)).toEqual([])
  })

  it('would be named if only SQLite understood it', async () => {
    const from = 'main/some.ts:1'
    const only = [
      'SELECT 1 FROM orders WHERE id GLOB $1',
      'INSERT OR IGNORE INTO settings (name) VALUES ($1)',
      'SELECT reference AS ownReference FROM orders',
      'SELECT missing FROM orders',
      'SELECT CAST(amount AS real) FROM orders',
      'SELECT id FROM (SELECT id FROM orders AS o ORDER BY id, o.released_at DESC LIMIT 1) AS o',
      'SELECT CAST(amount AS INTEGER) FROM orders',
    ].map((sql) => ({ sql, from }))
    const both = [
      'SELECT id FROM orders WHERE state = $1',
      'SELECT id FROM orders ORDER BY released_at NULLS FIRST, id DESC',
    ].map((sql) => ({ sql, from }))
    const refused = await refusedBy(await newPostgresStore(), [...only, ...both])
    expect(refused).toHaveLength(only.length)
    expect(refused[0]).toContain(from)
  })
})
