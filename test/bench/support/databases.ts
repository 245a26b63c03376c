/** A PostgreSQL server that flushes what it commits, as a desk's does, with databases for stores. */
import { tmpdir } from 'node:os'
import type { Client } from 'pg'
import type { TeamStore } from '../../../main/store/team-store.ts'
import { connectTo, startPostgres, template, type Reach } from '../../postgres/server.ts'

const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', autovacuum: 'on' }

export interface TeamDatabases extends Reach {
  /** Creates a database with an empty store; returns its name. */
  create(): Promise<string>
  /** The caller ends the connection. */
  connect(database: string): Promise<Client>
  /** The store of a database as one workstation opens it; `number` counts from 1. */
  store(database: string, number: number): TeamStore
  /** Ends the server and removes its files. */
  stop(): Promise<void>
}

/** Starts the server; throws where PostgreSQL is not installed. */
export async function startDatabases(): Promise<TeamDatabases> {
  const server = await startPostgres(tmpdir(), durable)
  if (!server) throw new Error('PostgreSQL is not installed (Debian: postgresql)')
  const { host, user } = server
  let count = 0
  return {
    host,
    user,
    async create() {
      count += 1
      const database = `store_${String(count)}`
      const client = await connectTo(server)
      await client.query(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY file_copy`)
      await client.end()
      return database
    },
    connect: (database) => connectTo(server, database),
    store(database, number) {
      const id = `ws-${String(number)}`
      const workstation = { id, name: `Workstation ${String(number)}`, program: '0.0.0-bench' }
      return { host, user, database, workstation }
    },
    stop: () => server.stop(),
  }
}
