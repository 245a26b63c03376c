/**
 * `npm run prove:limit [-- --team=8] [-- --answers=10] [-- --seconds=30] [-- --rounds=3]
 * [-- --factor=1] [-- --pause=130] [-- --notices=20] [-- --spoiled=HOW]`: the proof that
 * workstations with one consumer key keep the bank's limit together. `--answers`: how long the bank
 * takes, up to the second number of `20-60`. `--rounds`: of faults. `--pause`: seconds to watch
 * after a 429. `--notices`: so many more of them in a build whose pause is short, to measure when
 * the others know. `--spoiled` runs a build that lacks a guard (test/proofs/limit/programs.ts): then
 * it must fail.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { quantile } from '../test/bench/support/bench.ts'
import { limit } from '../test/proofs/limit/arrivals.ts'
import {
  limitProgramsOf,
  spoiledLimits,
  type LimitPrograms,
} from '../test/proofs/limit/programs.ts'
import {
  counted,
  disturb,
  everybodyCalls,
  noticeDelays,
  pause,
  type Ran,
} from '../test/proofs/limit/run.ts'
import { LimitTeam } from '../test/proofs/limit/team.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { seeded } from '../test/unit/bank/support/random.ts'
import buildPrograms from '../test/unit/support/programs/build-programs.ts'
import { closingLine } from './lib/results.ts'
import { say, stop } from './lib/say.ts'

/** Of the bank's limit, while nothing disturbs. */
const goals: Readonly<Record<string, number>> = { '8': 0.95, '20': 0.93 }

const { values } = parseArgs({
  options: {
    team: { type: 'string', default: '8' },
    answers: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
    factor: { type: 'string', default: '1' },
    pause: { type: 'string', default: '130' },
    notices: { type: 'string', default: '20' },
    seed: { type: 'string', default: '20261128' },
    spoiled: { type: 'string' },
  },
})
const spoiled = spoiledLimits.find((how) => how === values.spoiled) ?? null
if (spoiled === null && values.spoiled !== undefined)
  stop(`--spoiled=${values.spoiled} is unknown: it is one of ${spoiledLimits.join(', ')}`)
const [fromMs = 10, toMs = fromMs] = values.answers.split('-').map(Number)
const wrong: string[] = []
let checks = 0
const check = (isRight: boolean, what: string): void => {
  checks += 1
  if (!isRight) wrong.push(what)
}
const tell = (title: string, { share, violations, tightestMs, fewest, most }: Ran): void => {
  say(
    `${title}, load ${(loadavg()[0] ?? 0).toFixed(0)}: ${(100 * share).toFixed(1)} % of ${String(limit)} calls a second, ` +
      `${String(violations)} violations, tightest six in ${tightestMs.toFixed(1)} ms, ` +
      `${String(fewest)} to ${String(most)} calls a workstation`,
  )
  check(violations === 0, `${title}: ${String(violations)} times six calls in a second`)
}

const tellNotices = (delays: readonly number[]): void => {
  const [p50, p99] = [0.5, 0.99].map((share) => `${quantile(delays, share).toFixed(0)} ms`)
  say(`${String(delays.length)} notices of a 429: p50 ${p50}, p99 ${p99}`)
}

const removePrograms = await buildPrograms()
const openTeam = (programs: LimitPrograms): Promise<LimitTeam> =>
  LimitTeam.open({
    members: Number(values.team),
    factor: Number(values.factor),
    programs,
    demand: 10,
    wrongByMs: 300_000,
  })
const programs = await limitProgramsOf(spoiled)
const team = await openTeam(programs)
await team.bank({ kind: 'answer', fromMs, toMs })
await everybodyCalls(team)
const quiet = await counted(team, () => wait(Number(values.seconds) * 1_000))
tell('undisturbed', quiet)
const goal = goals[values.team]
if (goal !== undefined && fromMs === 10)
  check(quiet.share >= goal, `${(100 * quiet.share).toFixed(1)} % of the limit`)
const random = seeded(Number(values.seed))
const disturbed = await counted(team, async () => {
  const struck = await disturb(team, Number(values.rounds), random)
  say(
    Object.entries(struck)
      .map(([fault, times]) => `${String(times)} ${fault}`)
      .join(', '),
  )
})
tell('disturbed', disturbed)
await everybodyCalls(team)
const paused = await pause(team, Number(values.pause) * 1_000)
say(
  `pause: ${String(paused.broken)} broken, ${String(paused.unaware)} begun unaware, ` +
    `the last call of the one cut off ${paused.cutOffMs === null ? 'before' : `${paused.cutOffMs.toFixed(0)} ms after`} the cut, ` +
    `next call after ${paused.calledAgainMs === null ? 'the watch' : `${(paused.calledAgainMs / 1_000).toFixed(1)} s`}`,
)
tellNotices(paused.heardMs)
check(paused.broken === 0, 'a call in the pause')
check(
  (paused.cutOffMs ?? 0) <= 3_000 * Number(values.factor),
  'a workstation that was cut off began a call',
)
// A workstation's own memory of it is a second shorter where the wall clock jumped.
check(paused.toldLeftMs >= 118_000, 'a workstation that started was told a shorter pause')
tell('in all', await counted(team, () => Promise.resolve()))
await team.close()
await programs.remove()
if (Number(values.notices) > 0) {
  const briefly = await limitProgramsOf('brief')
  const brief = await openTeam(briefly)
  await everybodyCalls(brief)
  const delays = await noticeDelays(brief, Number(values.notices))
  tellNotices(delays)
  check(quantile(delays, 0.99) <= 500, 'a pause was heard late')
  await brief.close()
  await briefly.remove()
}
await removePrograms()
for (const what of wrong) say(`FAILED: ${what}`)
console.log(
  closingLine('prove:limit', {
    passed: checks - wrong.length,
    failed: wrong.length,
    skipped: 0,
  }),
)
process.exit(wrong.length === 0 ? 0 : 1)
