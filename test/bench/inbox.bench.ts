/**
 * Inbox scan on a store of 1,000,000 alerts: the first scan, and a scan of 20,000 new alerts. The
 * scans run in the background, so the measure is how long they block main and the store at once.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemTimer } from '../../main/platform/timer.ts'
import { systemClock } from '../../main/platform/clock.ts'
import { createScanner } from '../../main/workplace/inbox/scanner.ts'
import type { InboxContext } from '../../main/workplace/inbox/inbox-list.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { openStore, type Store } from '../../main/store/store.ts'
import { report } from './support/bench.ts'
import { bigStore, fillBigStore, moveUpTo } from './support/big-store.ts'
import { reportBlocked } from './support/blocked.ts'
import { storeThread } from '../../main/store/store-thread.ts'
import { sized } from './support/size.ts'

const fresh = sized(20_000, 100)
const size = {
  alerts: Number(process.env['ALERTS'] ?? bigStore.alerts),
  payments: Number(process.env['PAYMENTS'] ?? bigStore.payments),
  entries: Number(process.env['ENTRIES'] ?? bigStore.entries),
}
const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
const file = join(folder, 'practice.countersign')
const open = async (): Promise<Store> => {
  const startStoreWorker = storeThread(
    new URL('../../main/session/store-worker.ts', import.meta.url),
  )
  const opened = await openStore({ file, key: practiceKey, startStoreWorker, clock: systemClock })
  if (!opened.ok) throw new Error(opened.error.code)
  return opened.value
}

await (await open()).close()
fillBigStore(file, size)
moveUpTo(file, new Date())
const store = await open()
const context = {
  store,
  clock: systemClock,
  emitEvent: () => undefined,
  operatorOf: () => undefined,
  operatorName: (id: string) => id,
  profile: () => ({ accounts: [{ account_number: '1000200031' }] }),
  report: (where: string, problem: unknown) => {
    throw new Error(where, { cause: problem })
  },
} as unknown as InboxContext
const goal = 'the store held at most 50 ms'

console.log(`goal: ${goal}`)
const begin = () =>
  createScanner(context, {
    matchAlerts: () => Promise.resolve(),
    startTimer: systemTimer,
    fresh: () => undefined,
  })
let scanner: ReturnType<typeof begin> | undefined
await reportBlocked('the first look', store, async () => {
  scanner = begin()
  await scanner.settled()
})
await store.record(
  { actor: 'system', kind: 'bench.moved-back', subject: 'inbox', detail: {} },
  async (tx) => {
    await tx
      .updateTable('inbox_cursors')
      .set({ seq: size.alerts - fresh })
      .where('name', '=', 'alerts')
      .execute()
  },
)
await reportBlocked(`a look through ${String(fresh)} alerts`, store, async () => {
  scanner?.scan('alerts')
  await scanner?.settled()
})
await reportBlocked('a look at which nothing is new', store, async () => {
  scanner?.scan()
  await scanner?.settled()
})
const { items } = await store.read
  .selectFrom('inbox_items')
  .select((select) => select.fn.countAll<number>().as('items'))
  .executeTakeFirstOrThrow()
report('items that need a person', [items], 'items')
await scanner?.stop()
await store.close()
await rm(folder, { recursive: true, force: true })
