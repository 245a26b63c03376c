/**
 * P2, its first half: no alert that was acknowledged is ever lost, and none is stored twice. `npm run
 * prove:alerts` runs the same with other numbers.
 */
import { expect, it } from 'vitest'
import { runAlerts } from './alerts/run.ts'

const storeWorker = new URL('../../main/storage/store-worker.ts', import.meta.url)
const lazyWorker = new URL('./alerts/lazy-worker.ts', import.meta.url)

it('keeps every acknowledged alert, once, through 10,000 deliveries, 20 kills and 60 power cuts', async () => {
  const { checks, lost } = await runAlerts({
    deliveries: 10_000,
    kills: 20,
    cuts: 60,
    seed: 20_261_121,
    worker: storeWorker,
  })
  expect(checks.filter(({ holds }) => !holds)).toEqual([])
  expect(lost).toBe(0)
  expect(checks.length).toBeGreaterThan(80)
})

it('loses acknowledged alerts where the store flushes lazily, so that the proof can fail', async () => {
  const { lost } = await runAlerts({
    deliveries: 1_500,
    kills: 0,
    cuts: 12,
    seed: 20_261_121,
    worker: lazyWorker,
  })
  expect(lost).toBeGreaterThan(0)
})
