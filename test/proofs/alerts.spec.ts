/**
 * Promise P2, first half: no acknowledged alert is ever lost, none is stored twice, and a
 * delivery that could not be read is counted. `npm run
 * prove:alerts` runs the same with other numbers.
 */
import { expect, it, onTestFinished } from 'vitest'
import { runAlerts } from './alerts/run.ts'
import { spoilBy, spoiledPrograms } from './once/spoiled-build.ts'
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

it('misses deliveries that nobody counts, so that the proof can fail', async () => {
  const { path, remove } = await spoiledPrograms(
    ['alerts-station'],
    spoilBy([
      [
        '/main/alerts/listener/listener.ts',
        'if (socket.bytesRead > 0) options',
        'if (false) options',
      ],
    ]),
  )
  onTestFinished(remove)
  const { checks } = await runAlerts({
    deliveries: 200,
    kills: 1,
    cuts: 0,
    seed: 20_261_121,
    worker: 'store-worker',
    station: path('alerts-station'),
  })
  expect(checks.filter(({ holds }) => !holds)).toEqual([
    { what: expect.stringContaining('broken in their head') as string, holds: false },
  ])
})
