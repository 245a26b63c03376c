/** Kysely over the store worker: queries are compiled here and run there. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { Act } from './hash-chain.ts'
import type { EngineKind } from './dialect.ts'
import { PostgresCompiler } from './postgres/postgres-compiler.ts'
import type { StoreJob } from './store-jobs.ts'
import { StoreError } from './store-error.ts'
import { SerialQueue } from '../platform/serial.ts'
import type { WorkerLink } from './worker-link.ts'
import type { WorkerRequest } from './worker-protocol.ts'

type Explanation = Pick<Extract<WorkerRequest, { kind: 'commit' }>, 'acts' | 'at' | 'statement'>

/** There is one connection: one caller has it at a time, and the others wait in order. */
export class WorkerDriver implements Driver {
  readonly #link: WorkerLink
  readonly #queue = new SerialQueue()
  readonly #insideTransaction = new AsyncLocalStorage<{ over: boolean }>()
  /** Acts of the transaction in progress; one transaction runs at a time. */
  #explanation: Explanation | undefined

  constructor(link: WorkerLink) {
    this.#link = link
  }

  /**
   * Marks work that must not acquire the connection, because its caller already has it: acquiring
   * would wait forever.
   */
  async insideTransaction<T>(work: () => T | Promise<T>): Promise<T> {
    const scope = { over: false }
    try {
      return await this.#insideTransaction.run(scope, work)
    } finally {
      scope.over = true
    }
  }

  /**
   * Sets the acts that are written with the commit of the transaction in progress, and a statement
   * that runs before them in the same message.
   */
  explainCommit(acts: readonly Act[], at: string, last?: CompiledQuery): void {
    const statement = last && { sql: last.sql, parameters: last.parameters }
    this.#explanation = { acts, at, statement }
  }

  /** Runs a job in the worker, in its turn. */
  work<Input, Output>({ name }: StoreJob<Input, Output>, input: Input): Promise<Output> {
    return this.inTurn(
      async (link) => (await link.send({ kind: 'work', job: name, input })) as Output,
    )
  }

  /** Sends the worker a request that is not a statement, in its turn. */
  async inTurn<T>(request: (link: WorkerLink) => Promise<T>): Promise<T> {
    this.#refuseNested()
    return this.#queue.run(() => request(this.#link))
  }

  #refuseNested(): void {
    if (this.#insideTransaction.getStore()?.over === false) {
      throw new StoreError('nested', 'inside record only its own transaction can be used')
    }
  }

  async init(): Promise<void> {
    // The worker opens the store before Kysely is created.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#refuseNested()
    await this.#queue.enter()
    return new WorkerConnection(this.#link)
  }

  releaseConnection(): Promise<void> {
    this.#queue.leave()
    return Promise.resolve()
  }

  beginTransaction(connection: WorkerConnection): Promise<void> {
    this.#explanation = undefined
    connection.begin()
    return Promise.resolve()
  }

  async commitTransaction(connection: WorkerConnection): Promise<void> {
    if (this.#explanation === undefined) throw new TypeError('nothing is committed without its act')
    const begins = connection.takeBegin()
    await this.#link.send({ kind: 'commit', ...this.#explanation, begins })
  }

  async rollbackTransaction(connection: WorkerConnection): Promise<void> {
    if (connection.takeBegin()) return
    await this.#link.send({ kind: 'rollback' })
  }

  /** Waits for the work in progress, then closes the store. */
  async destroy(): Promise<void> {
    // Kysely takes a few microtasks from a query to its place in the queue.
    await setImmediate()
    await this.#queue.run(() => this.#link.close())
  }
}

class WorkerConnection implements DatabaseConnection {
  readonly #link: WorkerLink
  #begins = false

  constructor(link: WorkerLink) {
    this.#link = link
  }

  /** Starts a transaction with the next request. */
  begin(): void {
    this.#begins = true
  }

  /** Returns whether a transaction is still to begin, and resets the mark. */
  takeBegin(): boolean {
    const begins = this.#begins
    this.#begins = false
    return begins
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const begins = this.takeBegin()
    const { rows, changes } = await this.#link.send({ kind: 'run', sql, parameters, begins })
    return { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }

  streamQuery(): never {
    throw new StoreError('statement', 'the store does not stream: read in pages')
  }
}

/** Kysely's own queue would stay closed after a refused acquisition; the driver's does not. */
class SelfQueuingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Returns the dialect: the compiler of the store's engine with a driver that reaches the worker. */
export const workerDialect = (driver: Driver, engineKind: EngineKind): Dialect => ({
  createDriver: () => driver,
  createQueryCompiler: () =>
    engineKind === 'sqlite' ? new SqliteQueryCompiler() : new PostgresCompiler(),
  createAdapter: () => new SelfQueuingAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})
