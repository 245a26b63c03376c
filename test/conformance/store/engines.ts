/** An empty store of each engine, at the newest version. */
import type { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import type { Engine } from '../../../main/store/engine.ts'
import { buildNextVersion } from '../../../main/store/postgres/next-version.ts'
import { connectEngine } from '../../../main/store/postgres/postgres-engine.ts'
import { migrations } from '../../../main/store/schema/migrations.ts'
import { SqliteEngine } from '../../../main/store/sqlite/sqlite-engine.ts'
import { Sqlite, type Connection } from '../../../main/store/sqlite/sqlite.ts'
import { newDatabase, reachOf } from '../../postgres/databases.ts'

/** Returns a store in memory that `change` altered. */
export function newSqliteStore(change = ''): Connection {
  const connection = new Sqlite(':memory:')
  onTestFinished(() => {
    connection.close()
  })
  for (const { sql } of migrations) connection.exec(sql.sqlite)
  connection.pragma('foreign_keys=ON')
  connection.exec(change)
  return connection
}

/** Returns a connection to a new database with a store, which `change` altered. */
export async function newPostgresStore(change = ''): Promise<Client> {
  const client = await newDatabase()
  const engine = await connectEngine(reachOf(client))
  expect(await buildNextVersion(engine, '')).toEqual({ ok: true, value: null })
  await engine.close()
  await client.query('SET search_path TO store, lite, pg_catalog')
  await client.query(change)
  return client
}

/** Returns the engine of an empty store of each kind, with its name; `change` alters PostgreSQL's. */
export async function newEngines(change = ''): Promise<readonly (readonly [string, Engine])[]> {
  const connection = newSqliteStore()
  const sqlite = new SqliteEngine({ connection, close: () => undefined })
  const postgres = await connectEngine(reachOf(await newPostgresStore(change)))
  onTestFinished(() => postgres.close())
  return [
    ['SQLite', sqlite],
    ['PostgreSQL', postgres],
  ]
}
