/**
 * Promise P4 for a team: workstations with one consumer key never make more than five calls in any
 * second together, as the bank counts them on arrival, whichever workstation, line or server fails
 * and whatever their clocks say; and all pause after one 429. Each program is a process of its
 * own with its own sessions of a real PostgreSQL server. The reached rate is printed and not judged,
 * because a busy computer lowers it. `npm run prove:limit` plays the same with other numbers, and
 * judges the rate.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findPostgres } from '../../main/practice/find-postgres.ts'
import { seeded } from '../unit/bank/support/random.ts'
import { limitProgramsOf, type ChangedLimit } from './limit/programs.ts'
import {
  counted,
  disturb,
  everybodyCalls,
  killAWhile,
  refuse,
  sleepAWhile,
  pause,
  somebodyCalls,
  violated,
  violatedByLoss,
  type Ran,
} from './limit/run.ts'
import { LimitTeam, type LimitMember, type TeamOptions } from './limit/team.ts'
import { sizes } from './sizes.ts'

const { members, seconds, rounds, pauseMs, factor } = sizes.teamLimit
/** A machine of CI must have it. */
const isLeftOut = findPostgres() === undefined && process.env['CI'] === undefined

async function open(
  options: Omit<TeamOptions, 'programs' | 'demand'>,
  spoiled: ChangedLimit | null = null,
): Promise<LimitTeam> {
  const programs = await limitProgramsOf(spoiled)
  onTestFinished(() => programs.remove())
  const team = await LimitTeam.open({ ...options, programs, demand: 10 })
  onTestFinished(() => team.close())
  await everybodyCalls(team)
  return team
}

const say = (title: string, { share, tightestMs }: Ran): void => {
  process.stdout.write(
    `limit of a team, ${title}: ${(100 * share).toFixed(1)} % of it, tightest six in ${tightestMs.toFixed(1)} ms\n`,
  )
}

describe.skipIf(isLeftOut)('workstations with one consumer key', () => {
  it('keep the limit of the bank together, and its pause after a 429', async () => {
    const team = await open({ members, factor, wrongByMs: 300_000 })
    say('undisturbed', await counted(team, () => wait(seconds * 1_000)))
    const disturbed = await counted(team, () => disturb(team, rounds, seeded(20_261_128)))
    say('disturbed', disturbed)
    expect(disturbed.violations).toBe(0)
    await everybodyCalls(team)
    const { broken, unaware, heardMs, cutOffMs, toldLeftMs } = await pause(team, pauseMs)
    process.stdout.write(
      `pause of a team: heard within ${Math.max(...heardMs).toFixed(0)} ms, ${String(unaware)} calls begun before\n`,
    )
    expect(broken).toBe(0)
    expect(cutOffMs ?? 0).toBeLessThanOrEqual(3_000 * factor)
    // A workstation's own memory of it is a second shorter where the wall clock jumped.
    expect(toldLeftMs).toBeGreaterThan(118_000)
    const { violations } = await counted(team, () => Promise.resolve())
    expect(violations).toBe(0)
  })

  it('break it where a slot is used again after 0.9 s, so that the proof can fail', async () => {
    const team = await open({ members: 2, factor: 1, wrongByMs: 0 }, 'window')
    await expect(violated(team)).resolves.toBeUndefined()
  })

  it('break it where lost slots are used again at once, so that the proof can fail', async () => {
    const team = await open({ members: 2, factor: 0.1, wrongByMs: 0 }, 'quarantine')
    await expect(violatedByLoss(team, killAWhile)).resolves.toBeUndefined()
  })

  it('break it where calls go on without the database, so that the proof can fail', async () => {
    const team = await open({ members: 2, factor: 0.1, wrongByMs: 0 }, 'fence')
    const sleep = (member: LimitMember): Promise<void> => sleepAWhile(team, member)
    await expect(violatedByLoss(team, sleep)).resolves.toBeUndefined()
  })

  it('break the pause where a 429 is not told, so that the proof can fail', async () => {
    const team = await open({ members: 2, factor, wrongByMs: 0 }, 'pause')
    const [refused] = team.members
    if (refused === undefined) throw new RangeError('a team has members')
    const refusedAt = await refuse(team, refused)
    // A workstation that pauses keeps its slots until then.
    await refused.kill()
    await expect(somebodyCalls(team, refusedAt + 1_000)).resolves.toBeUndefined()
  })
})
