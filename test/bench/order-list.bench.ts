/** The list of 100,000 payments: a page and its count in main by view and by sort, and its opening. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../main/platform/clock.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { storeThread } from '../../main/store/store-thread.ts'
import { openStore } from '../../main/store/store.ts'
import { ordersRequest } from '../../preload/contract/domain/orders/order-list.ts'
import { sortDirections } from '../../preload/contract/kernel/list-sort.ts'
import { orderViews } from '../../preload/contract/domain/orders/order-states.ts'
import { launchForBench, report } from './support/bench.ts'
import { fillBigStore, moveUpTo } from './support/big-store.ts'
import { sized } from './support/size.ts'

const rounds = sized(20, 1)
const size = {
  alerts: sized(1_000, 100),
  payments: Number(process.env['PAYMENTS'] ?? sized(100_000, 50)),
  entries: 0,
}
const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
const file = join(dataDir, 'practice.countersign')
const startStoreWorker = storeThread(new URL('../../main/session/store-worker.ts', import.meta.url))
const opened = await openStore({ file, key: practiceKey, startStoreWorker, clock: systemClock })
if (!opened.ok) throw new Error(opened.error.code)
await opened.value.close()
fillBigStore(file, size)
moveUpTo(file, new Date())

const { page, close } = await launchForBench({ dataDir })
// Leaving the welcome, and back to the overview, whose figures are read first.
for (const address of ['#/settings', '#/overview'])
  await page.evaluate((hash) => (location.hash = hash), address)
await page.locator('[data-figures="here"]').waitFor()
const requested = performance.now()
await page.evaluate(() => {
  location.hash = '#/orders'
})
await page.getByRole('grid', { name: 'Payments' }).getByRole('row').nth(5).waitFor()
report(
  `${size.payments.toLocaleString('en-US')} payments: list opened`,
  [performance.now() - requested],
  'ms',
  '300 ms',
)

/** Times a page of 100 with its count: the call from the window to main and back. */
async function timed(what: string, part: object): Promise<void> {
  const measured = await page.evaluate(
    async ({ count, input }) => {
      const taken: number[] = []
      for (let i = 0; i < count; i += 1) {
        const start = performance.now()
        await window.countersign.invoke('orders.list', input)
        taken.push(performance.now() - start)
      }
      return taken
    },
    { count: rounds, input: { cursor: null, limit: 100, view: 'all', ...part } },
  )
  report(`a page of 100 and the count: ${what}`, measured, 'ms', 'p95 20 ms')
}
for (const view of orderViews) await timed(view, { view })
for (const column of ordersRequest.shape.sort.unwrap().unwrap().shape.column.options)
  for (const direction of sortDirections)
    await timed(`all by ${column}, ${direction}`, { sort: { column, direction } })
// These find 7,300, none, none and 700.
for (const search of ['iverson', 'nowhere', '1204.5', 'iverson t'])
  await timed(`all with a search for ${search}`, { search })
await close()
await rm(dataDir, { recursive: true, force: true })
