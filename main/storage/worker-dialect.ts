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
import { StoreError } from './store-error.ts'
import { Turnstile } from './turnstile.ts'
import type { WorkerLink } from './worker-link.ts'

/** There is one connection: whoever acquires it has it alone, and the others wait in order. */
export class WorkerDriver implements Driver {
  readonly #link: WorkerLink
  readonly #turnstile = new Turnstile()
  readonly #insideTransaction = new AsyncLocalStorage<{ over: boolean }>()

  constructor(link: WorkerLink) {
    this.#link = link
  }

  /** Runs what must not acquire the connection, because its caller has it: that would wait for ever. */
  async insideTransaction<T>(work: () => Promise<T>): Promise<T> {
    const scope = { over: false }
    try {
      return await this.#insideTransaction.run(scope, work)
    } finally {
      scope.over = true
    }
  }

  async init(): Promise<void> {
    // The worker opens the store before Kysely is made.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#insideTransaction.getStore()?.over === false) {
      throw new StoreError('STORE_NESTED', 'inside record only its own transaction can be used')
    }
    await this.#turnstile.enter()
    return new WorkerConnection(this.#link)
  }

  releaseConnection(): Promise<void> {
    this.#turnstile.leave()
    return Promise.resolve()
  }

  async beginTransaction(): Promise<void> {
    await this.#link.ask({ kind: 'begin' })
  }

  async commitTransaction(): Promise<void> {
    await this.#link.ask({ kind: 'commit' })
  }

  async rollbackTransaction(): Promise<void> {
    await this.#link.ask({ kind: 'rollback' })
  }

  /** Lets what has begun end, then closes the store. */
  async destroy(): Promise<void> {
    // Kysely takes a few microtasks from a query to its place in the queue.
    await setImmediate()
    await this.#turnstile.enter()
    try {
      await this.#link.close()
    } finally {
      this.#turnstile.leave()
    }
  }
}

class WorkerConnection implements DatabaseConnection {
  readonly #link: WorkerLink

  constructor(link: WorkerLink) {
    this.#link = link
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes, insertId } = await this.#link.ask({ kind: 'run', sql, parameters })
    return {
      rows: rows as R[],
      ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
      ...(insertId !== undefined && { insertId: BigInt(insertId) }),
    }
  }

  streamQuery(): never {
    throw new StoreError('STORE_STATEMENT', 'the store does not stream: read in pages')
  }
}

/** Kysely's own queue would stay shut after a refused acquisition; the driver's does not. */
class SelfQueuingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** The dialect: SQLite's own compiler with the worker's driver. */
export const workerDialect = (driver: WorkerDriver): Dialect => ({
  createDriver: () => driver,
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new SelfQueuingAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})
