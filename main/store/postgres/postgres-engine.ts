/**
 * The engine of a store in a PostgreSQL database: one connection, on which one statement runs after
 * another. Values come out as they do of SQLite.
 */
import pg from 'pg'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Engine, EngineMember, Ran } from '../engine.ts'
import { StoreError, type StoreFault } from '../store-error.ts'
import { postgresText } from './statement-text.ts'

/** The oldest major version whose SQL the schema and the statements use. */
const oldestVersion = 15
/** What a database must be, so that texts compare, sort and turn small as in SQLite. */
const required = { encoding: 'UTF8', collation: 'C', ctype: 'C', provider: 'c' } as const
/** How a session differs from the server's defaults: without a transaction of `begin`, nothing is written. */
const session = `
  SET search_path TO store, lite, pg_catalog;
  SET default_transaction_read_only TO on;
  SET synchronous_commit TO on;
  SET standard_conforming_strings TO on;
  SET client_min_messages TO warning`

/**
 * Connects to a database that holds a store. Rejects with the driver's error if it cannot be
 * reached, and with a {@link StoreError} if it is no database for a store.
 */
export async function connectEngine(
  reach: pg.ClientConfig,
  home: string | null = null,
): Promise<PostgresEngine> {
  const client = new pg.Client({ ...reach, types: { getTypeParser: parserOf } })
  // The loss of the connection rejects the statement in progress and each one after it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const version = await versionOf(client)
    await client.query(session)
    // By which a guard knows whose sendings this session may journal.
    await client.query(`SELECT set_config('countersign.workstation', $1, false)`, [home ?? ''])
    return new PostgresEngine(client, version)
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Returns the server's major version, if it and the database can hold a store. */
async function versionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<Record<keyof typeof required | 'version', string>>(
    `SELECT current_setting('server_version_num') AS version, pg_encoding_to_char(encoding) AS encoding,
      datcollate AS collation, datctype AS ctype, datlocprovider AS provider
    FROM pg_database WHERE datname = current_database()`,
  )
  const [found] = rows
  if (!found) throw new TypeError('a connection has a database')
  const version = Math.floor(Number(found.version) / 10_000)
  if (version < oldestVersion)
    throw new StoreError('statement', `PostgreSQL ${String(version)} is older than 15`)
  for (const name of ['encoding', 'collation', 'ctype', 'provider'] as const)
    if (found[name] !== required[name])
      throw new StoreError('statement', `${name} is ${found[name]}, not ${required[name]}`)
  return version
}

/** The statements of a connection; SQLite's hints and question marks are written PostgreSQL's way. */
export class PostgresEngine implements Engine {
  readonly kind = 'postgres'
  /** The server's major version. */
  readonly version: number
  readonly #client: pg.Client
  /** This workstation among those that share the store, once it has joined them. */
  member?: EngineMember

  constructor(client: pg.Client, version: number) {
    this.#client = client
    this.version = version
  }

  /** Runs `work` in a transaction that one program at a time has, also where no store exists yet. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    await this.#query('BEGIN READ WRITE')
    try {
      await this.#query('SELECT pg_advisory_xact_lock(1)')
      const value = await work()
      await this.commit()
      return value
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  /** Runs statements of PostgreSQL's own, without values. */
  async runScript(text: string): Promise<void> {
    await this.#query(text)
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<Ran> {
    const { rows, rowCount } = await this.#query(postgresText(sql), parameters.map(toServer))
    return { rows, changes: rowCount ?? 0 }
  }

  /** Whoever holds the row of the chain's head is the only writer, until the transaction ends. */
  async begin(): Promise<void> {
    await this.#query('BEGIN READ WRITE')
    await this.#query('SELECT 1 FROM chain_head FOR UPDATE')
  }

  /**
   * After an error in it, PostgreSQL answers COMMIT with a rollback. Rejects with `unknown` if the
   * connection ends before the answer.
   */
  async commit(): Promise<void> {
    const isKept = await this.#query('COMMIT').then(
      ({ command }) => command === 'COMMIT',
      (error: unknown) => {
        const isLost = error instanceof StoreError && error.code === 'unreachable'
        throw isLost ? new StoreError('unknown', error.message, error.engineCode) : error
      },
    )
    if (!isKept)
      throw new StoreError('statement', 'the transaction had failed, and was rolled back')
  }

  async rollback(): Promise<void> {
    await this.#query('ROLLBACK')
  }

  async attempt<T>(work: () => Promise<T>): Promise<Result<T, Error>> {
    await this.#query('SAVEPOINT attempt')
    try {
      const value = await work()
      await this.#query('RELEASE attempt')
      return ok(value)
    } catch (error) {
      await this.#query('ROLLBACK TO attempt')
      await this.#query('RELEASE attempt')
      return err(error instanceof Error ? error : new Error(String(error)))
    }
  }

  async close(): Promise<void> {
    await this.member?.close()
    await this.#client.end()
  }

  async #query(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(text, values)
    } catch (error) {
      throw faultOf(error)
    }
  }
}

/** Neither engine takes a boolean for a column; PostgreSQL's driver would write one as text. */
function toServer(value: unknown): unknown {
  if (typeof value === 'string') return withoutNul(value)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length)
  if (typeof value === 'boolean' || value === undefined)
    throw new StoreError('statement', `a statement cannot take ${String(value)}`)
  return value
}

/** PostgreSQL's texts have no NUL: one is stored as this letter and 0, the letter itself with 1. */
const mark = '\u{f0000}'
const withoutNul = (text: string): string =>
  /[\0\u{f0000}]/u.test(text)
    ? text.replaceAll(mark, `${mark}1`).replaceAll('\0', `${mark}0`)
    : text
const withNul = (text: string): string =>
  text.includes(mark) ? text.replaceAll(marked, (_, which) => (which === '0' ? '\0' : mark)) : text
const marked = /\u{f0000}([01])/gu

/** By the number of a type: every kind of text, and what a driver's number could not hold. */
const parsers = new Map<number, (text: string) => unknown>([
  ...[18, 19, 25, 1042, 1043, 705].map((type) => [type, withNul] as const),
  [pg.types.builtins.BOOL, (text) => (text === 't' ? 1 : 0)],
  [pg.types.builtins.INT8, exactNumber],
  [pg.types.builtins.NUMERIC, exactNumber],
])

function parserOf(type: Parameters<typeof pg.types.getTypeParser>[0]): (text: string) => unknown {
  return parsers.get(type) ?? (pg.types.getTypeParser(type, 'text') as (text: string) => unknown)
}

function exactNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new StoreError('statement', 'a number of the store is larger than 2^53')
  return value
}

/**
 * By the beginning of PostgreSQL's code (appendix A of its manual), the longest first; what is not
 * listed is a fault of the server.
 */
const codes: readonly (readonly [prefix: string, fault: StoreFault])[] = [
  ['23', 'constraint'],
  // A value that its type or a check cannot read, such as a text that is no JSON.
  ['22', 'constraint'],
  // A guard's refusal.
  ['P0001', 'constraint'],
  ['53100', 'full'],
  ['53', 'busy'],
  ['40', 'busy'],
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['08', 'unreachable'],
  ['57P', 'unreachable'],
  // A server that takes no writes.
  ['25006', 'io'],
  ['0A', 'statement'],
  ['21', 'statement'],
  ['25', 'statement'],
  ['42', 'statement'],
  ['54', 'statement'],
]

/** Converts an error of the driver, or the loss of the connection, to one of the store. */
function faultOf(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof pg.DatabaseError)) return new StoreError('unreachable', message)
  const engineCode = error.code ?? ''
  const fault = codes.find(([prefix]) => engineCode.startsWith(prefix))?.[1] ?? 'io'
  return new StoreError(fault, message, engineCode)
}
