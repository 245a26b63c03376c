/** A PostgreSQL server for one run of tests, with a template for stores. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres } from '../../main/practice/find-postgres.ts'
import {
  serverRole,
  startServer,
  type PostgresServer,
  type ServerSettings,
} from '../../main/practice/postgres-server.ts'
import { buildNextVersion } from '../../main/store/postgres/next-version.ts'
import { connectEngine } from '../../main/store/postgres/postgres-engine.ts'

export type { PostgresServer, StopMode } from '../../main/practice/postgres-server.ts'

/** The role of the tests. */
export const role = serverRole
/** The database that is copied for a store: an empty one of the newest version. */
export const template = 'empty_store'

/** Where a server answers, and how to reach one of its databases. */
export type Reach = Pick<PostgresServer, 'host' | 'user'>

/**
 * Starts a server with its files in a new folder inside `parent`, each test with a database of its
 * own; undefined if the machine has no PostgreSQL. Fails if it does not start. `settings` replace
 * some of the usual ones.
 */
export async function startPostgres(
  parent: string,
  settings: ServerSettings = {},
): Promise<PostgresServer | undefined> {
  const programs = findPostgres()
  if (programs === undefined) return undefined
  const server = await startServer(programs, mkdtempSync(join(parent, 'pg-')), settings)
  await makeTemplate(server)
  return server
}

/** Connects to a database of a server; the caller ends the connection. */
export async function connectTo({ host, user }: Reach, database = 'postgres'): Promise<pg.Client> {
  const client = new pg.Client({ host, user, database })
  // A statement under way rejects when the server ends the connection; nothing else waits for it.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function makeTemplate({ host, user }: Reach): Promise<void> {
  const server = await connectTo({ host, user })
  await server.query(`CREATE DATABASE ${template} TEMPLATE template0`)
  await server.end()
  const engine = await connectEngine({ host, user, database: template })
  const built = await buildNextVersion(engine, '')
  await engine.close()
  if (!built.ok) throw new Error(JSON.stringify(built.error))
}
