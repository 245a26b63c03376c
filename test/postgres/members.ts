/** Several workstations on one store, each with its own sessions of the database. */
import { MessageChannel } from 'node:worker_threads'
import type pg from 'pg'
import { postgresStores } from '../../main/store/postgres/postgres-stores.ts'
import { serveProductStore } from '../../main/session/serve-product-store.ts'
import type { StartStoreWorker } from '../../main/store/store-thread.ts'

/** One tenth of the product's waits. */
export const tenth = 0.1

/**
 * Returns a worker of this thread that opens the store of a database as the workstation `id`. Its
 * waits are the product's times `factor`.
 */
export function memberWorker(reach: pg.ClientConfig, id: string, factor = tenth): StartStoreWorker {
  return () => {
    const { port1, port2 } = new MessageChannel()
    const workstation = { id, name: `Workstation ${id}`, program: '0.0.0' }
    serveProductStore(
      port2,
      postgresStores(() => Promise.resolve(reach), { workstation, factor }),
    )
    port1.once('close', () => port1.emit('exit', 0))
    return port1
  }
}
