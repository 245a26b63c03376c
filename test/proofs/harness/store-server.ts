/** The PostgreSQL server of workstations that share a store, and each one's way to it. */
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { TeamStore } from '../../../main/store/team-store.ts'
import {
  connectTo,
  startPostgres,
  template,
  type PostgresServer,
  type StopMode,
} from '../../postgres/server.ts'
import { StoreLine } from './store-line.ts'

/** What is committed survives a crash of the server; power is not cut here. */
const settings = { synchronous_commit: 'on', max_connections: '200' }

/** How often a question is asked while the server restarts. */
const mostTries = 100

/** Whether the server ended the connection or takes none now. */
function isRestarting(error: unknown): boolean {
  const { code, message } = error as Error & { readonly code?: string }
  const isOfServer = code !== undefined && /^57P0[123]$|^ECONN|^ENOENT$|^EPIPE$/.test(code)
  return isOfServer || message.startsWith('Connection terminated')
}

export type Query = <Row extends pg.QueryResultRow>(statement: string) => Promise<readonly Row[]>

export class StoreServer {
  /** Multiplies how long workstations wait for each other; 1 in the product. */
  readonly factor: number
  readonly #server: PostgresServer
  #database = template
  #databases = 0

  private constructor(server: PostgresServer, factor: number) {
    this.#server = server
    this.factor = factor
  }

  static async start(
    factor: number,
    more: Readonly<Record<string, string>> = {},
  ): Promise<StoreServer> {
    const server = await startPostgres(tmpdir(), { ...settings, ...more })
    if (server === undefined) throw new Error('PostgreSQL is not installed (Debian: postgresql)')
    return new StoreServer(server, factor)
  }

  line(): Promise<StoreLine> {
    return StoreLine.to(this.#server.host)
  }

  /** Returns a workstation's way to the store: over its line, or past every line. */
  storeOf(id: string, line?: StoreLine): TeamStore {
    const { host, user } = this.#server
    return {
      ...(line ? { host: '127.0.0.1', port: line.port } : { host, port: 5432 }),
      user,
      database: this.#database,
      workstation: { id, name: `Workstation ${id}`, program: '0.0.0-proof' },
      factor: this.factor,
    }
  }

  /** Goes on with an empty database in place of this one. */
  async renew(): Promise<void> {
    const before = this.#database
    this.#databases += 1
    this.#database = `life_${String(this.#databases)}`
    const create = `CREATE DATABASE ${this.#database} TEMPLATE ${template} STRATEGY file_copy`
    await this.#query(create, 'postgres')
    if (before !== template) await this.#query(`DROP DATABASE ${before} WITH (FORCE)`, 'postgres')
  }

  /**
   * Runs one statement in the store, past every workstation; again while the server restarts. It has
   * the same effect twice.
   */
  query: Query = (statement) => this.#query(statement, this.#database)

  async #query<Row extends pg.QueryResultRow>(
    statement: string,
    database: string,
  ): Promise<readonly Row[]> {
    for (let left = mostTries; ; left -= 1) {
      try {
        return await this.#connected(database, async (client) => {
          return (await client.query<Row>(statement)).rows
        })
      } catch (error) {
        if (left === 0 || !isRestarting(error)) throw error
        await pause(200)
      }
    }
  }

  /** Reads the store as it is at one moment, whoever writes. */
  atOneMoment<T>(read: (query: Query) => Promise<T>): Promise<T> {
    return this.#connected(this.#database, async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      return read(async <Row extends pg.QueryResultRow>(statement: string) => {
        const { rows } = await client.query<Row>(statement)
        return rows
      })
    })
  }

  async #connected<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = await connectTo(this.#server, database)
    try {
      if (database === this.#database) await client.query('SET search_path TO store')
      return await work(client)
    } finally {
      await client.end()
    }
  }

  /** Ends sessions of the store: one, those that write, or all. */
  async terminate(whose: 'one' | 'writers' | 'all'): Promise<void> {
    const which = {
      one: 'ORDER BY random() LIMIT 1',
      writers: `AND state IN ('active', 'idle in transaction')`,
      all: '',
    }
    await this.query(
      `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() ${which[whose]}) AS ended`,
    )
  }

  restart(mode: StopMode): Promise<void> {
    return this.#server.restart(mode)
  }

  async stop(): Promise<void> {
    await this.#server.stop()
  }
}
