/** The worker's side of a store; main itself never loads this file, because it loads SQLite. */
import type { MessagePort } from 'node:worker_threads'
import { auditJobs } from './audit-chain/audit-jobs.ts'
import type { Stores } from './engine.ts'
import { migrations } from './schema/migrations.ts'
import { storeSettings } from './sqlite/connection-settings.ts'
import { sqliteStores } from './sqlite/sqlite-engine.ts'
import { readTogether, type StoreJobs } from './store-jobs.ts'
import { serveRequests } from './store-server.ts'

const storesInFiles: Stores = sqliteStores({ migrations, settings: storeSettings })

/**
 * Answers requests for one store on `port`, with the product's tables, its durable settings, the
 * store's own jobs and those of other rooms, until a request to close.
 */
export function serveStore(port: MessagePort, jobs: StoreJobs, stores = storesInFiles): void {
  serveRequests(port, stores, [readTogether, ...auditJobs, ...jobs])
}
