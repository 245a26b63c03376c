/**
 * Promise P2, first half: no acknowledged alert is ever lost, none is stored twice, and a
 * delivery that could not be read is counted. `npm run
 * prove -- alerts` runs the same with other numbers.
 */
import { expect, it } from 'vitest'
import { alertControls } from './alerts/controls.ts'
import { firstSeed, withAlertPrograms } from './alerts/page.ts'
import { runAlerts } from './alerts/run.ts'
import type { Control } from './harness/proof.ts'
import { sizes } from './sizes.ts'

const { deliveries, kills, cuts } = sizes.alerts
const played = (size: typeof sizes.alerts, control?: Control) =>
  withAlertPrograms(control, (programs) => runAlerts({ ...size, seed: firstSeed, programs }))

it(`stores every acknowledged alert, once, through ${String(deliveries)} deliveries, ${String(kills)} kills and ${String(cuts)} power cuts`, async () => {
  const { checks, lost } = await played(sizes.alerts)
  expect(checks.filter(({ holds }) => !holds)).toEqual([])
  expect(lost).toBe(0)
  expect(checks.length).toBeGreaterThan(kills + cuts)
})

it(`finds a build that ${alertControls.lazy.lacks}, so that the proof can fail`, async () => {
  const { lost } = await played({ deliveries: 800, kills: 0, cuts: 8 }, alertControls.lazy)
  expect(lost).toBeGreaterThan(0)
})

it(`finds a build that ${alertControls.uncounted.lacks}, so that the proof can fail`, async () => {
  const { checks } = await played({ deliveries: 200, kills: 1, cuts: 0 }, alertControls.uncounted)
  expect(checks.filter(({ holds }) => !holds)).toEqual([
    { what: expect.stringContaining('broken in their head') as string, holds: false },
  ])
})
