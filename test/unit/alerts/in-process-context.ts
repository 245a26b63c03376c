/**
 * The context of a store job on a connection of this thread, for tests that run a job thousands of
 * times.
 */
import { genesis, nextEntry, type Act, type ChainHead } from '../../../main/store/hash-chain.ts'
import { storeSettings } from '../../../main/store/sqlite/connection-settings.ts'
import { migrations } from '../../../main/store/schema/migrations/index.ts'
import { Sqlite, type Connection, type Statement } from '../../../main/store/sqlite/sqlite.ts'
import type { JobContext } from '../../../main/store/store-jobs.ts'

/**
 * Creates an empty store with the product's tables and settings, except that nothing is flushed.
 */
export function connectionTo(file: string): Connection {
  const connection = new Sqlite(file)
  for (const { pragma, write } of storeSettings) connection.pragma(`${pragma}=${write}`)
  connection.pragma('synchronous=OFF')
  return connection
}

export function makeTables(connection: Connection): void {
  for (const { sql } of migrations) connection.exec(sql)
}

/** The context of a job; acts go into the chain. */
export function jobContextOn(connection: Connection): JobContext {
  let head: ChainHead = genesis
  const statements = new Map<string, Statement>()
  const statement = (sql: string): Statement => {
    const stored = statements.get(sql) ?? connection.prepare(sql)
    statements.set(sql, stored)
    return stored
  }
  return {
    all: (sql, ...parameters) => statement(sql).all(...parameters),
    one: (sql, ...parameters) => statement(sql).get(...parameters),
    run: (sql, ...parameters) => {
      const { changes, lastInsertRowid } = statement(sql).run(...parameters)
      return { changes, insertId: Number(lastInsertRowid) }
    },
    transact: (act, at, work) =>
      connection.transaction(() => {
        const append = (one: Act): void => {
          head = nextEntry(head, one, at)
        }
        const value = work(append)
        head = nextEntry(head, act, at)
        return value
      })(),
    tally: (work) => connection.transaction(work)(),
  }
}
