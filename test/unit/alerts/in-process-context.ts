/**
 * The context of a store job on a connection of this thread, for tests that run a job thousands of
 * times.
 */
import { storeSettings } from '../../../main/store/sqlite/connection-settings.ts'
import { migrations } from '../../../main/store/schema/migrations.ts'
import { SqliteEngine } from '../../../main/store/sqlite/sqlite-engine.ts'
import { Sqlite, type Connection } from '../../../main/store/sqlite/sqlite.ts'
import type { JobContext } from '../../../main/store/store-jobs.ts'
import { jobContextOn } from '../../../main/store/store-server.ts'

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
  for (const { sql } of migrations) connection.exec(sql.sqlite)
}

/** The context of a job as in the product's worker. */
export const jobContextIn = (connection: Connection): JobContext =>
  jobContextOn(new SqliteEngine({ connection, close: () => void connection.close() }))
