/** Several workstations on one store, each with its own sessions of the database. */
import { MessageChannel } from 'node:worker_threads'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { postgresStores } from '../../main/store/postgres/postgres-stores.ts'
import { serveProductStore } from '../../main/session/serve-product-store.ts'
import type { Stores } from '../../main/store/engine.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import type { StartStoreWorker } from '../../main/store/store-thread.ts'
import { openStore, type Store } from '../../main/store/store.ts'
import { stillClock } from '../unit/store/stores.ts'
import { reachOf } from './databases.ts'

/**
 * One tenth of the product's waits, for a test that waits for the loss of a workstation. A busy machine
 * may lose others then too.
 */
export const tenth = 0.1

/**
 * Returns a worker of this thread that opens the store of a database as the workstation `id`. Its
 * waits are the product's times `factor`. `hasEveryDuty`: it has each duty that it wants, even if
 * another has it.
 */
export function memberWorker(
  reach: pg.ClientConfig,
  id: string,
  factor = 1,
  hasEveryDuty = false,
): StartStoreWorker {
  return () => {
    const { port1, port2 } = new MessageChannel()
    const workstation = { id, name: `Workstation ${id}`, program: '0.0.0' }
    const stores = postgresStores(() => Promise.resolve(reach), { workstation, factor })
    serveProductStore(port2, hasEveryDuty ? withEveryDuty(stores) : stores)
    port1.once('close', () => port1.emit('exit', 0))
    return port1
  }
}

/** Opens the store of a database as this workstation, until the test ends. */
export async function openMember(database: pg.Client, id: string, factor?: number): Promise<Store> {
  const opened = await openStore({
    file: '',
    key: practiceKey,
    startStoreWorker: memberWorker(reachOf(database), id, factor),
    clock: stillClock,
  })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  onTestFinished(() => opened.value.close().catch(() => undefined))
  return opened.value
}

/** Stores whose member is told that it has each duty as soon, and as long, as it wants it. */
const withEveryDuty = (stores: Stores): Stores => ({
  ...stores,
  async open(target) {
    const opened = await stores.open(target)
    if (!opened.ok || !opened.value.engine.member) return opened
    const { member } = opened.value.engine
    let tell: Parameters<typeof member.onNews>[0] = () => undefined
    const onNews = member.onNews.bind(member)
    member.onNews = (listener) => {
      tell = listener
      onNews(listener)
    }
    member.want = (duty, isHeld) => tell({ kind: 'duty', duty, isHeld })
    return opened
  },
})
