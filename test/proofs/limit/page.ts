/** The proof that workstations with one consumer key keep the bank's limit together. */
import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from '../../bench/support/bench.ts'
import { seeded } from '../../unit/support/seeded.ts'
import { programsWith, type Change } from '../harness/controls.ts'
import type { Check, Proof } from '../harness/proof.ts'
import { sizes } from '../sizes.ts'
import { limit } from './arrivals.ts'
import { limitControls } from './controls.ts'
import { counted, disturb, everybodyCalls, noticeDelays, pause, type Ran } from './run.ts'
import { LimitTeam } from './team.ts'

/** Share of the bank's limit while nothing disturbs, by the number of workstations. */
const goals: Readonly<Record<number, number>> = { 8: 0.95, 20: 0.93 }
const notices = 20

/** Breaks nothing: so many more pauses can be measured. */
const brief: readonly Change[] = [
  [
    '/main/bank/client/budget/rate-budget.ts',
    'pauseAfter429Ms = 120_000',
    'pauseAfter429Ms = 2_000',
  ],
]

/** Opens a team of a build with these changes, in which everybody calls; `close` ends it. */
export async function openLimit(
  options: { readonly members: number; readonly factor: number; readonly wrongByMs: number },
  changes: readonly Change[] | undefined,
) {
  const programs = await programsWith(['limit-member'], changes)
  const team = await LimitTeam.open({ ...options, programs, demand: 10 })
  await everybodyCalls(team)
  const close = async (): Promise<void> => {
    await team.close()
    await programs.remove()
  }
  return { team, close }
}

export type LimitSize = typeof sizes.teamLimit

/** `isMeasured`: rate and notices are judged too; a busy computer lowers them. */
export async function proveLimit(
  { members, factor, seconds, rounds, pauseMs }: LimitSize,
  asked: {
    readonly seed: number
    readonly isMeasured: boolean
    readonly without?: string | undefined
    readonly say: (line: string) => void
  },
): Promise<readonly Check[]> {
  const checks: Check[] = []
  const check = (what: string, holds: boolean): void => void checks.push({ what, holds })
  const tell = (title: string, { share, violations, tightestMs, fewest, most }: Ran): void => {
    asked.say(
      `${title}: ${(100 * share).toFixed(1)} % of ${String(limit)} calls a second, tightest six in ` +
        `${tightestMs.toFixed(1)} ms, ${String(fewest)} to ${String(most)} calls a workstation`,
    )
    check(`${title}: ${String(violations)} times six calls in a second`, violations === 0)
  }
  const team = { members, factor, wrongByMs: 300_000 }
  const { team: own, close } = await openLimit(team, limitControls[asked.without ?? '']?.changes)
  try {
    const quiet = await counted(own, () => wait(seconds * 1_000))
    tell('undisturbed', quiet)
    const goal = goals[members]
    if (goal !== undefined && asked.isMeasured)
      check(`${(100 * quiet.share).toFixed(1)} % of the limit are used`, quiet.share >= goal)
    tell('disturbed', await counted(own, () => disturb(own, rounds, seeded(asked.seed))))
    await everybodyCalls(own)
    const { broken, unaware, heardMs, cutOffMs, toldLeftMs } = await pause(own, pauseMs)
    asked.say(
      `pause: heard within ${Math.max(...heardMs).toFixed(0)} ms, ${String(unaware)} calls begun before`,
    )
    check(`${String(broken)} calls in the pause`, broken === 0)
    check(
      `the last call of the one cut off ${String(cutOffMs)} ms after the cut`,
      (cutOffMs ?? 0) <= 3_000 * factor,
    )
    // A workstation's own memory of it is a second shorter where the wall clock jumped.
    check(`who started was told a pause of ${String(toldLeftMs)} ms`, toldLeftMs >= 118_000)
    tell('in all', await counted(own, () => Promise.resolve()))
  } finally {
    await close()
  }
  if (!asked.isMeasured) return checks
  const briefly = await openLimit(team, brief)
  try {
    const p99 = quantile(await noticeDelays(briefly.team, notices), 0.99)
    check(`notices of a 429: p99 ${p99.toFixed(0)} ms`, p99 <= 500)
  } finally {
    await briefly.close()
  }
  return checks
}

export const limitProof: Proof = {
  promise:
    'Workstations with one consumer key never make more than five calls in any second together, as the bank counts them on arrival, and all pause after one 429.',
  troubles: [
    'a workstation is killed, stopped or cut off from the database',
    'a session of the database ends; the server restarts or crashes',
    'clocks are off by up to five minutes and jump',
  ],
  invariants: [
    'six calls never arrive within a second',
    'no call begins within two minutes after a 429 on a workstation that knew of it, or was cut off for three seconds',
    'a workstation that starts in the pause is told at least 118 s of it',
    'with --full: 95 % of the limit are used by 8 workstations and 93 % by 20 while nothing disturbs, and 99 of 100 notices of a 429 take at most 500 ms',
  ],
  controls: limitControls,
  counts: 'rounds of faults',
  prove: ({ count, team, seed = 20_261_128, without, say }) => {
    const { rounds, members, ...size } = sizes.teamLimit
    return proveLimit(
      { ...size, rounds: count ?? rounds, members: team ?? members },
      { seed, without, say, isMeasured: size.factor === 1 },
    )
  },
}
