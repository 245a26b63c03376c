/**
 * Promise P4 for a team: workstations with one consumer key never make more than five calls in any
 * second together, as the bank counts them on arrival, whichever workstation, line or server fails
 * and whatever their clocks say; and all pause after one 429. Each program is a process of its
 * own with its own sessions of a real PostgreSQL server. The reached rate is printed and not judged,
 * because a busy computer lowers it. `npm run prove -- limit --full`
 * judges it.
 */
import { describe, expect, it, onTestFinished } from 'vitest'
import { findPostgres } from '../../main/practice/find-postgres.ts'
import { limitControls } from './limit/controls.ts'
import { openLimit, proveLimit } from './limit/page.ts'
import { sizes } from './sizes.ts'

/** A machine of CI must have it. */
const isLeftOut = findPostgres() === undefined && process.env['CI'] === undefined

describe.skipIf(isLeftOut)('workstations with one consumer key', () => {
  it('keep the limit of the bank together, and its pause after a 429', async () => {
    const say = (line: string): void => void process.stdout.write(`limit of a team, ${line}\n`)
    const asked = { seed: 20_261_128, isMeasured: false, say }
    const checks = await proveLimit(sizes.teamLimit, asked)
    expect(checks.filter(({ holds }) => !holds)).toEqual([])
    expect(checks.length).toBeGreaterThan(5)
  })

  it.each(Object.values(limitControls))(
    'break it where one $lacks, so that the proof can fail',
    async ({ changes, factor, isSeen }) => {
      const { team, close } = await openLimit({ members: 2, factor, wrongByMs: 0 }, changes)
      onTestFinished(close)
      await expect(isSeen(team)).resolves.toBeUndefined()
    },
  )
})
