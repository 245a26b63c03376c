/** The only worker thread that uses SQLite, so that a slow disk never blocks main. */
import { parentPort } from 'node:worker_threads'
import { serveProductStore } from './serve-product-store.ts'

if (parentPort === null) throw new Error('the store worker runs as a worker thread only')
serveProductStore(parentPort)
