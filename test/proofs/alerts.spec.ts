/**
 * Promise P2, first half: no acknowledged alert is ever lost, and none is stored twice. `npm run
 * prove:alerts` runs the same with other numbers.
 */
import { expect, it } from 'vitest'
import { runAlerts } from './alerts/run.ts'
import { sizes } from './sizes.ts'

const { deliveries, kills, cuts } = sizes.alerts
it(`stores every acknowledged alert, once, through ${String(deliveries)} deliveries, ${String(kills)} kills and ${String(cuts)} power cuts`, async () => {
  const { checks, lost } = await runAlerts({
    deliveries,
    kills,
    cuts,
    seed: 20_261_121,
    worker: 'store-worker',
  })
  expect(checks.filter(({ holds }) => !holds)).toEqual([])
  expect(lost).toBe(0)
  expect(checks.length).toBeGreaterThan(kills + cuts)
})

it('loses acknowledged alerts where the store flushes lazily, so that the proof can fail', async () => {
  const { lost } = await runAlerts({
    deliveries: 800,
    kills: 0,
    cuts: 8,
    seed: 20_261_121,
    worker: 'alerts-lazy-worker',
  })
  expect(lost).toBeGreaterThan(0)
})
