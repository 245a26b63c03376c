/** The worker's side of a store; main itself never loads this file, because it loads SQLite. */
import type { MessagePort } from 'node:worker_threads'
import { auditJobs } from './audit-chain/audit-jobs.ts'
import { migrations } from './schema/migrations/index.ts'
import { storeSettings } from './sqlite/connection-settings.ts'
import { serveSqlite } from './sqlite/serve-sqlite.ts'
import { readTogether, type StoreJobs } from './store-jobs.ts'

/**
 * Answers requests for one store on `port`, with the product's tables, its durable settings, the
 * store's own jobs and those of other rooms, until a request to close.
 */
export function serveStore(port: MessagePort, jobs: StoreJobs): void {
  const build = { migrations, settings: storeSettings }
  serveSqlite(port, build, [readTogether, ...auditJobs, ...jobs])
}
