/**
 * Sends all statements that are requested at the same time to the worker in one message. Kysely's
 * own builder builds the statements; those that are ready by the next tick go together.
 */
import { nextTick } from 'node:process'
import {
  Kysely,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import { workerDialect } from './worker-dialect.ts'
import { readTogether, type StoreStatement } from './store-jobs.ts'
import type { Reader, Store } from './store.ts'
import { StoreError } from './store-error.ts'
import type { Tables } from './tables.ts'

/**
 * Returns a reader for one view: statements that are requested at the same time are one message to
 * the worker. Each is run again for every request, after the transactions requested before it, and
 * rejects as `store.read` does. A failed statement makes the others of its message fail too.
 */
export const gatheredReader = (store: Pick<Store, 'work' | 'engineKind'>): Reader =>
  new Kysely<Tables>({ dialect: workerDialect(new GatheringDriver(store), store.engineKind) })

/** Returns the same context with a store that reads this way; recording is unchanged. */
export const withGatheredReads = <T extends { readonly store: Store }>(context: T): T => ({
  ...context,
  store: { ...context.store, read: gatheredReader(context.store) },
})

interface QueuedStatement extends StoreStatement {
  readonly resolve: (rows: readonly unknown[]) => void
  readonly reject: (reason: unknown) => void
}

/**
 * One connection for all requests: none waits for its turn, and all wait for the end of the tick.
 */
class GatheringDriver implements Driver, DatabaseConnection {
  readonly #store: Pick<Store, 'work'>
  #queued: QueuedStatement[] = []

  constructor(store: Pick<Store, 'work'>) {
    this.#store = store
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const rows = await new Promise<readonly unknown[]>((resolve, reject) => {
      // The tick comes after all code that can go on without an answer has sent its requests too.
      if (this.#queued.length === 0) nextTick(() => void this.#send())
      this.#queued.push({ sql, parameters, resolve, reject })
    })
    return { rows: rows as R[] }
  }

  async #send(): Promise<void> {
    let queued = this.#queued
    this.#queued = []
    try {
      while (queued.length > 0) {
        const statements = queued.map(({ sql, parameters }) => ({ sql, parameters }))
        const read = await this.#store.work(readTogether, statements)
        for (const [at, rows] of read.entries()) queued[at]?.resolve(rows)
        queued = queued.slice(read.length)
      }
    } catch (error) {
      for (const { reject } of queued) reject(error)
    }
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this)
  }

  async init(): Promise<void> {
    // The store is open already.
  }
  async releaseConnection(): Promise<void> {
    // Nobody waits for it.
  }
  async destroy(): Promise<void> {
    // The owner of the store closes it.
  }
  readonly streamQuery = onlyReads
  readonly beginTransaction = onlyReads
  readonly commitTransaction = onlyReads
  readonly rollbackTransaction = onlyReads
}

function onlyReads(): never {
  throw new StoreError('statement', 'a gathered reader only reads, each statement whole')
}
