/**
 * The overview on a store of 1,000,000 alerts, 20,000 payments and 100,000 entries: main's time to
 * count, and the time from opening the screen until its figures are visible.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../main/platform/clock.ts'
import { createOverviewService } from '../../main/workplace/overview/overview.service.ts'
import { moneyKinds } from '../../main/money/money.ts'
import { practicePolicy } from '../../preload/contract/domain/operators/policy.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { openStore, type Store } from '../../main/store/store.ts'
import { ok } from '../../preload/contract/kernel/result.ts'
import { launchForBench, report } from './support/bench.ts'
import { bigStore, fillBigStore, moveUpTo } from './support/big-store.ts'
import { storeThread } from '../../main/store/store-thread.ts'
import { sized } from './support/size.ts'

const rounds = sized(20, 1)
const pauseMs = sized(90_000, 0)
const size = { ...bigStore, alerts: Number(process.env['ALERTS'] ?? bigStore.alerts) }
const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
const file = join(dataDir, 'practice.countersign')
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
await store.record(
  { actor: 'system', kind: 'bench.filled', subject: 'settings', detail: {} },
  async (tx) => {
    await tx
      .insertInto('settings')
      .values({ name: 'welcomeSeen', value: 'true', at: new Date().toISOString(), actor: 'system' })
      .execute()
  },
)
const theo = { id: 'practice-theo', name: 'Theo Park', roles: ['checker' as const] }
const operatorOf = () => ({ ...theo, disabled: false, setBy: null })
const noCounts = {
  all: 0,
  drafts: 0,
  awaiting: 0,
  awaitingMe: 0,
  readyMe: 0,
  ready: 0,
  underWay: 0,
  unknownOutcome: 0,
  ended: 0,
}
const summary = { openGaps: 0, toCheck: 0, coveredTo: null, sweep: null }
const workstation = createOverviewService(
  {
    store,
    environment: 'practice',
    clock: systemClock,
    callBlockFor: () => undefined,
    operatorOf,
    policy: { current: () => ({ policy: practicePolicy, version: 0, at: null, by: null }) },
    waits: { earliestKnown: () => systemClock.now() },
    kinds: moneyKinds,
    profile: () => ({ details: null, accounts: [] }),
    report: (where, problem) => {
      throw new Error(where, { cause: problem })
    },
  },
  {
    inbox: { counts: () => Promise.resolve({ open: 0, mine: 0, byKind: {} as never }) },
    coverage: { summary: () => Promise.resolve(summary) },
    orders: { handlers: { getCounts: () => Promise.resolve(ok(noCounts)) } },
    secondPerson: { isPairPossible: () => true },
  },
)
const counted: number[] = []
for (let i = 0; i < rounds; i += 1) {
  const start = performance.now()
  await workstation.figures(theo)
  counted.push(performance.now() - start)
}
report('overview: counted in main', counted, 'ms')
await store.close()

const { page, close } = await launchForBench({ dataDir })
await page.locator('[data-figures="here"]').waitFor()
/** Measures the time from another screen to the figures, several times. */
async function goThere(): Promise<number[]> {
  const painted: number[] = []
  for (let i = 0; i < rounds; i += 1) {
    await page.evaluate(() => (location.hash = '#/settings'))
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    painted.push(
      await page.evaluate(async () => {
        const start = performance.now()
        location.hash = '#/overview'
        while (document.querySelector('[data-figures="here"]') === null)
          await new Promise((resolve) => requestAnimationFrame(resolve))
        // The frame with the figures has been drawn when the next one begins.
        await new Promise((resolve) => requestAnimationFrame(resolve))
        return performance.now() - start
      }),
    )
  }
  return painted
}

report('overview: from going there, just after a start', await goThere(), 'ms')
// By then the scan of a million new alerts has finished.
await pause(pauseMs)
report('overview: from going there to its figures', await goThere(), 'ms', 'at most 200 ms')
await close()
await rm(dataDir, { recursive: true, force: true })
