/** An empty store of each engine, at the version that the schema of PostgreSQL makes. */
import type { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { postgresSchema } from '../../../main/store/postgres/schema.ts'
import { migrations } from '../../../main/store/schema/migrations/index.ts'
import { Sqlite, type Connection } from '../../../main/store/sqlite/sqlite.ts'
import { newDatabase } from '../../postgres/databases.ts'

/** Returns a store in memory that `change` altered. */
export function newSqliteStore(change = ''): Connection {
  const connection = new Sqlite(':memory:')
  onTestFinished(() => {
    connection.close()
  })
  for (const { sql } of migrations.slice(0, postgresSchema.version)) connection.exec(sql)
  connection.pragma('foreign_keys=ON')
  connection.exec(change)
  return connection
}

/** Returns a connection to a new database with the schema, which `change` altered. */
export async function newPostgresStore(change = ''): Promise<Client> {
  const client = await newDatabase()
  await client.query(`BEGIN; ${postgresSchema.sql}; COMMIT`)
  await client.query('SET search_path TO store, lite, pg_catalog')
  await client.query(change)
  return client
}
