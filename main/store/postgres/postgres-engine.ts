/**
 * The engine of a store in a PostgreSQL database: one connection at a time, on which one statement
 * runs after another. Values come out as they do of SQLite.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Engine, EngineMember, Ran } from '../engine.ts'
import type { ChainHead } from '../hash-chain.ts'
import { StoreError } from '../store-error.ts'
import { PostgresSession, scaledDurations, type Durations } from './postgres-session.ts'
import { postgresText } from './statement-text.ts'

export interface EngineOptions {
  /** Others are told this name while this program writes. */
  readonly workstation?: string
  /** Id of the workstation among those that share the store; without one, this program is alone. */
  readonly home?: string
  /** Multiplies how long things may take: proofs do not have the time of operators. */
  readonly factor?: number
}

/**
 * Connects to a database that holds a store, and again after each loss of the connection. Rejects
 * with a {@link StoreError}: `unreachable`, or the reason why the database can hold no store.
 */
export async function connectEngine(
  reach: pg.ClientConfig,
  { workstation = 'countersign', home = '', factor = 1 }: EngineOptions = {},
): Promise<PostgresEngine> {
  const durations = scaledDurations(factor)
  const connect = async (): Promise<PostgresSession> => {
    const session = await PostgresSession.connect(
      { ...reach, application_name: workstation },
      durations,
    )
    // By which a guard knows whose sendings this session may journal.
    await session.query(`SELECT set_config('countersign.workstation', $1, false)`, [home])
    return session
  }
  return new PostgresEngine(await connect(), connect, durations)
}

const selectVersion = 'SELECT version FROM store_version'
/** What PostgreSQL says of a lock or a statement that took too long. */
const tooLate: readonly (string | undefined)[] = ['55P03', '57014']
/** Whoever locked or changed the row is its `xmax`. */
const selectHolder = `SELECT coalesce(nullif(application_name, ''), 'another program') AS name FROM chain_head
  JOIN pg_locks ON transactionid = chain_head.xmax AND granted JOIN pg_stat_activity USING (pid)`

/** The statements of a store; SQLite's hints and question marks are written PostgreSQL's way. */
export class PostgresEngine implements Engine {
  readonly kind = 'postgres'
  /** This workstation among those that share the store, once it has joined them. */
  member?: EngineMember
  readonly #connect: () => Promise<PostgresSession>
  readonly #durations: Durations
  #session: PostgresSession
  /** How long its statements wait for an answer; a transaction outlasts the loss of its connection. */
  #transaction: { readonly answerMs: number | null } | undefined
  #storeVersion: number | undefined
  #isClosed = false

  constructor(
    session: PostgresSession,
    connect: () => Promise<PostgresSession>,
    durations: Durations,
  ) {
    this.#session = session
    this.#connect = connect
    this.#durations = durations
  }

  /** The server's major version. */
  get version(): number {
    return this.#session.version
  }

  /** A store that has another version after a loss of the connection is refused. */
  requireStoreVersion(version: number): void {
    this.#storeVersion = version
  }

  /** Runs `work` in a transaction that one program at a time has, also where no store exists yet. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    // Another program may be migrating, however long that takes.
    await this.#begin(
      `BEGIN READ WRITE;
      SET LOCAL lock_timeout TO 0;
      SELECT pg_advisory_xact_lock(1)`,
      null,
    )
    try {
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
    const { rows, rowCount } = await this.#query(postgresText(sql), parameters)
    return { rows, changes: rowCount ?? 0 }
  }

  /**
   * Whoever holds the row of the chain's head is the only writer, until the transaction ends. Rejects
   * with `busy` if another held it for too long, and names that one, and if another program has
   * migrated the store.
   */
  async begin(): Promise<ChainHead> {
    const { statementMs, answerMs } = this.#durations
    const answers = await this.#begin(
      `BEGIN READ WRITE;
      SET LOCAL statement_timeout TO ${String(statementMs)};
      SELECT seq, hash FROM chain_head FOR UPDATE;
      ${selectVersion}`,
      answerMs,
    ).catch(async (error: unknown) => {
      const isHeld = error instanceof StoreError && tooLate.includes(error.engineCode)
      throw isHeld ? await this.#held(error) : error
    })
    try {
      this.#checkStoreVersion(answers.at(-1))
    } catch (error) {
      await this.rollback()
      throw error
    }
    return answers.at(-2)?.rows[0] as ChainHead
  }

  /**
   * After an error in it, PostgreSQL answers COMMIT with a rollback. If the answer is lost, looks for
   * `entry`, the last one that the transaction appended: rejects with `unreachable` if it is not
   * stored, and with `unknown` if that could not be found out in time.
   */
  async commit(entry?: ChainHead): Promise<void> {
    if (!this.#transaction) throw new StoreError('statement', 'no transaction is in progress')
    const { answerMs } = this.#transaction
    this.#transaction = undefined
    const session = this.#session
    // COMMIT was not sent.
    if (session.loss) throw session.loss
    let answer: pg.QueryResult
    try {
      answer = await session.query('COMMIT', [], answerMs)
    } catch (error) {
      // The server has decided against it only if the session goes on.
      const goesOn = await session.query('ROLLBACK', [], answerMs).then(
        () => true,
        () => false,
      )
      if (goesOn) throw error
      session.drop()
      const { message, engineCode } = error as StoreError
      if (entry === undefined) throw new StoreError('unknown', message, engineCode)
      if (await this.#isStored(entry)) return
      throw new StoreError('unreachable', message, engineCode)
    }
    // Such as `canceling wait for synchronous replication`: a standby may not have it.
    if (session.warning !== null) throw new StoreError('unknown', session.warning)
    if (answer.command !== 'COMMIT')
      throw new StoreError('statement', 'the transaction had failed, and was rolled back')
  }

  async rollback(): Promise<void> {
    if (!this.#transaction) return
    const { answerMs } = this.#transaction
    this.#transaction = undefined
    const session = this.#session
    // The server rolls back what a connection leaves behind.
    await session.query('ROLLBACK', [], answerMs).catch(() => session.drop())
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
    this.#isClosed = true
    await this.member?.close()
    await this.#session.end()
  }

  async #begin(text: string, answerMs: number | null): Promise<readonly pg.QueryResult[]> {
    if (this.#transaction) throw new StoreError('statement', 'a transaction is in progress')
    const session = await this.#connected()
    this.#transaction = { answerMs }
    try {
      // The driver has an answer for each of several statements.
      return (await session.query(text, [], answerMs)) as unknown as readonly pg.QueryResult[]
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  async #query(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    const session = await this.#connected()
    return session.query(text, values, this.#transaction?.answerMs)
  }

  /** Connects again unless a transaction is in progress, which fails as a whole. Tries once. */
  async #connected(): Promise<PostgresSession> {
    if (!this.#session.loss || this.#transaction || this.#isClosed) return this.#session
    const session = await this.#connect()
    try {
      this.#checkStoreVersion(await session.query(selectVersion))
    } catch (error) {
      await session.end()
      throw error
    }
    this.#session = session
    return session
  }

  #checkStoreVersion(answer: pg.QueryResult | undefined): void {
    const required = this.#storeVersion
    if (required === undefined) return
    const [found] = (answer?.rows ?? []) as { readonly version: number }[]
    if (found?.version !== required)
      throw new StoreError(
        'statement',
        `the store was migrated from version ${String(required)} to ${String(found?.version)} meanwhile`,
      )
  }

  /** Returns whether `entry` is in the chain. Rejects with `unknown` if that is not found out in time. */
  async #isStored({ seq, hash }: ChainHead): Promise<boolean> {
    const { lookUpMs, pauseMs } = this.#durations
    const until = performance.now() + lookUpMs
    for (;;) {
      try {
        // Once this has the head, the transaction in question has ended, stored or not.
        await this.begin()
        const found = await this.run('SELECT 1 FROM audit_entries WHERE seq = ? AND hash = ?', [
          seq,
          hash,
        ])
        // A standby that has this commit has the other one too.
        await this.commit()
        return found.rows.length > 0
      } catch (error) {
        await this.rollback()
        const { message, engineCode } = error as StoreError
        if (performance.now() > until) throw new StoreError('unknown', message, engineCode)
        await wait(pauseMs)
      }
    }
  }

  async #held({ engineCode }: StoreError): Promise<StoreError> {
    const found = await this.run(selectHolder, []).catch(() => undefined)
    const [holder = { name: 'another workstation' }] = (found?.rows ?? []) as { name: string }[]
    return new StoreError('busy', `${holder.name} is writing to the store`, engineCode)
  }
}
