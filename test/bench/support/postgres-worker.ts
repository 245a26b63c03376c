/** A store worker as the product's, for the store in the one database of a bench. */
import { parentPort } from 'node:worker_threads'
import { serveProductStore } from '../../../main/session/serve-product-store.ts'
import { postgresStores } from '../../../main/store/postgres/postgres-stores.ts'
import { role, template } from '../../postgres/server.ts'

if (parentPort === null) throw new Error('runs as a worker thread only')
const host = process.env['COUNTERSIGN_BENCH_SOCKET'] ?? ''
serveProductStore(
  parentPort,
  postgresStores(() => Promise.resolve({ host, user: role, database: template })),
)
