/** The worker thread that alone touches SQLite, so that a slow disk never stops main. */
import { parentPort } from 'node:worker_threads'
import { serveProductStore } from './serve-product-store.ts'

if (parentPort === null) throw new Error('the store worker runs as a worker thread only')
serveProductStore(parentPort)
