/**
 * Promise P2 for a team: no acknowledged alert is lost, and none is stored twice, while the workstation
 * that listens is killed, stopped, cut off or closed, or the server crashes, and another takes over. How
 * long that takes is printed and not judged, because a busy computer needs longer. `npm run prove -- alerts
 * --team 3` plays the same with other numbers, and judges it.
 */
import { describe, expect, it } from 'vitest'
import { findPostgres } from '../../main/practice/find-postgres.ts'
import { alertControls } from './alerts/controls.ts'
import { withAlertPrograms } from './alerts/page.ts'
import { runTakeovers, slowest, type TakeoverOptions } from './alerts/takeovers.ts'
import type { Control } from './harness/proof.ts'
import { sizes } from './sizes.ts'

const { deliveries, troubles, ...size } = sizes.alertTakeovers
const takeovers = Object.values(troubles).reduce((sum, times) => sum + times, 0)
const played = (options: Omit<TakeoverOptions, 'programs' | 'seed'>, control?: Control) =>
  withAlertPrograms(control, (programs) => runTakeovers({ ...options, seed: 20_261_128, programs }))
/** A machine of CI must have it. */
const isLeftOut = findPostgres() === undefined && process.env['CI'] === undefined

describe.skipIf(isLeftOut)('a team of which one workstation listens', () => {
  it(`stores every acknowledged alert, once, through ${String(deliveries)} deliveries and ${String(takeovers)} takeovers`, async () => {
    const report = await played({ ...size, deliveries, troubles })
    const { checks, lost } = report
    process.stdout.write(`nobody listened for at most: ${slowest(report)}\n`)
    expect(checks.filter(({ holds }) => !holds)).toEqual([])
    expect(lost).toBe(0)
    expect(checks.length).toBeGreaterThan(takeovers)
  })

  it(`is found out if it ${alertControls.lazy.lacks}, so that the proof can fail`, async () => {
    const troubles = { kill: 0, stop: 0, cut: 0, close: 0, crash: 2 }
    const size = { deliveries: 300, members: 2, troubles, factor: 0.25 }
    const { lost } = await played(size, alertControls.lazy)
    expect(lost).toBeGreaterThan(0)
  })
})
