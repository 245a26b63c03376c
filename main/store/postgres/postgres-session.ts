/**
 * One connection to the server of a store: its settings, how long it may take, and what the server's
 * values and errors mean here. A connection that was lost stays lost.
 */
import pg from 'pg'
import { scaled } from '../../platform/clock.ts'
import { StoreError, type StoreFault } from '../store-error.ts'

/** How long each may take, in milliseconds. */
const durations = {
  /** A transaction whose program is silent for so long ends, so that others can write. */
  silenceMs: 2_000,
  /** Waiting for the head of the chain, or for another lock. */
  lockMs: 5_000,
  /** A statement of a transaction, its wait for a lock included. */
  statementMs: 10_000,
  /** Waiting for the answer to such a statement: longer, because the server is to end it first. */
  answerMs: 13_000,
  /** Waiting for the answer to a read outside of a transaction. */
  readMs: 60_000,
  connectMs: 5_000,
  /** Finding out whether a commit without an answer is stored. */
  lookUpMs: 10_000,
  /** Between two tries of that. */
  pauseMs: 100,
} as const

export type Durations = Readonly<Record<keyof typeof durations, number>>

/** Returns all durations, multiplied by `factor`. */
export const scaledDurations = (factor: number): Durations => scaled(durations, factor)

/** The oldest major version whose SQL the schema and the statements use. */
const oldestVersion = 15
/** What a database must be, so that texts compare, sort and turn small as in SQLite. */
const required = { encoding: 'UTF8', collation: 'C', ctype: 'C', provider: 'c' } as const
/** How a session differs from the server's defaults: without a transaction of `begin`, nothing is written. */
const settings = ({ silenceMs, lockMs }: Durations): string => `
  SET search_path TO store, lite, pg_catalog;
  SET default_transaction_read_only TO on;
  SET synchronous_commit TO on;
  SET standard_conforming_strings TO on;
  SET client_min_messages TO warning;
  SET idle_in_transaction_session_timeout TO ${String(silenceMs)};
  SET lock_timeout TO ${String(lockMs)}`

/** A connection, on which one statement runs after another. */
export class PostgresSession {
  readonly #client: pg.Client
  readonly #durations: Durations
  #version = 0
  #loss: StoreError | undefined
  #warning: string | null = null

  private constructor(reach: pg.ClientConfig, durationsOfAll: Durations) {
    this.#client = new pg.Client({
      ...reach,
      types: { getTypeParser: parserOf },
      keepAlive: true,
      keepAliveInitialDelayMillis: 2_000,
      connectionTimeoutMillis: durationsOfAll.connectMs,
    })
    this.#durations = durationsOfAll
    this.#client.on('error', (error) => this.#lose(lossOf(error)))
    this.#client.on('notice', ({ message }) => {
      this.#warning = message ?? ''
    })
  }

  /**
   * Connects to a database that can hold a store. Rejects with `unreachable`, or with the reason why
   * the database can hold none.
   */
  static async connect(
    reach: pg.ClientConfig,
    durationsOfAll: Durations,
  ): Promise<PostgresSession> {
    const session = new PostgresSession(reach, durationsOfAll)
    try {
      await session.#client.connect()
    } catch (error) {
      throw session.#lose(lossOf(error))
    }
    try {
      session.#version = await versionOf(session)
      await session.query(settings(durationsOfAll))
      return session
    } catch (error) {
      await session.end()
      throw error
    }
  }

  /** The server's major version. */
  get version(): number {
    return this.#version
  }

  /** Why nothing can be sent any more; undefined while the connection is there. */
  get loss(): StoreError | undefined {
    return this.#loss
  }

  /** What the server added to its newest answer; null: nothing. */
  get warning(): string | null {
    return this.#warning
  }

  /**
   * Runs one statement, or several without values. Gives the connection up if no answer comes within
   * `answerMs`; null: waits. Rejects with a {@link StoreError}.
   */
  async query(
    text: string,
    values: readonly unknown[] = [],
    answerMs: number | null = this.#durations.readMs,
  ): Promise<pg.QueryResult> {
    if (this.#loss !== undefined) throw this.#loss
    this.#warning = null
    const silent = (): void => {
      this.#lose(new StoreError('unreachable', 'the database server does not answer'))
    }
    const timer = answerMs === null ? undefined : setTimeout(silent, answerMs)
    try {
      return await this.#client.query(text, values.map(toServer))
    } catch (error) {
      throw this.loss ?? this.#faultOf(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends the connection at once; the server rolls back its transaction. */
  drop(): void {
    this.#lose(new StoreError('unreachable', 'the connection was given up'))
  }

  async end(): Promise<void> {
    const timer = setTimeout(() => this.drop(), this.#durations.connectMs)
    await this.#client.end()
    clearTimeout(timer)
    this.#lose(new StoreError('closed', 'the connection was closed'))
  }

  #faultOf(error: unknown): StoreError {
    const fault = faultOf(error)
    // The server has said that it ends the session, and does so a moment later.
    return fault.code === 'unreachable' ? this.#lose(fault) : fault
  }

  #lose(loss: StoreError): StoreError {
    this.#loss ??= loss
    this.#client.connection.stream.destroy()
    return this.#loss
  }
}

/** Returns the server's major version, if it and the database can hold a store. */
async function versionOf(session: PostgresSession): Promise<number> {
  const { rows } = await session.query(
    `SELECT current_setting('server_version_num') AS version, pg_encoding_to_char(encoding) AS encoding,
      datcollate AS collation, datctype AS ctype, datlocprovider AS provider
    FROM pg_database WHERE datname = current_database()`,
  )
  const [found] = rows as Record<keyof typeof required | 'version', string>[]
  if (!found) throw new TypeError('a connection has a database')
  const version = Math.floor(Number(found.version) / 10_000)
  if (version < oldestVersion)
    throw new StoreError('statement', `PostgreSQL ${String(version)} is older than 15`)
  for (const name of ['encoding', 'collation', 'ctype', 'provider'] as const)
    if (found[name] !== required[name])
      throw new StoreError('statement', `${name} is ${found[name]}, not ${required[name]}`)
  return version
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
  // A transaction that was silent for too long: the session has ended, and nothing is stored.
  ['25P03', 'unreachable'],
  ['0A', 'statement'],
  ['21', 'statement'],
  ['25', 'statement'],
  ['42', 'statement'],
  ['54', 'statement'],
]

/** Converts an error of the driver to one of the store. */
function faultOf(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  // The loss of the connection is told apart before.
  if (!(error instanceof pg.DatabaseError)) return new StoreError('statement', String(error))
  const engineCode = error.code ?? ''
  const fault = codes.find(([prefix]) => engineCode.startsWith(prefix))?.[1] ?? 'io'
  return new StoreError(fault, error.message, engineCode)
}

/** Converts the reason why there is no connection, which the server or the system gave. */
export function lossOf(error: unknown): StoreError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const engineCode = typeof code === 'string' ? code : undefined
  const message = error instanceof Error ? error.message : String(error)
  // An attempt at several addresses of a name has no message.
  return new StoreError('unreachable', message || 'no connection', engineCode)
}
