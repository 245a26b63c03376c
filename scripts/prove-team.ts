/**
 * `npm run prove:team [-- N] [-- --seed=S] [-- --times=K] [-- --teams=T] [-- --members=M]
 * [-- --spoiled=HOW]`: the proof of several workstations on one PostgreSQL database, of any length.
 * `--seed` runs one schedule, `--times` times; `--spoiled` runs a build that lacks a guard
 * (test/proofs/team/spoiled-build.ts): then it must fail.
 */
import { parseArgs } from 'node:util'
import { runTeam } from '../test/proofs/team/run.ts'
import { spoiledTeams } from '../test/proofs/team/spoiled-build.ts'
import buildPrograms from '../test/unit/support/programs/build-programs.ts'
import { sizes } from '../test/proofs/sizes.ts'
import { closingLine } from './lib/results.ts'
import { say, stop } from './lib/say.ts'

const { team } = sizes
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    times: { type: 'string', default: '1' },
    from: { type: 'string', default: '20261128' },
    teams: { type: 'string', default: String(team.teams) },
    members: { type: 'string', default: String(team.members) },
    factor: { type: 'string', default: String(team.factor) },
    spoiled: { type: 'string' },
  },
})
const { seed, times, from } = values
const spoiled = spoiledTeams.find((how) => how === values.spoiled) ?? null
if (spoiled === null && values.spoiled !== undefined)
  stop(`--spoiled=${values.spoiled} is unknown: it is one of ${spoiledTeams.join(', ')}`)
const seeds =
  seed === undefined
    ? Array.from({ length: Number(positionals[0] ?? team.schedules) }, (_, at) => Number(from) + at)
    : Array.from({ length: Number(times) }, () => Number(seed))
say(
  `${String(seeds.length)} schedules from seed ${String(seeds[0])}, ${values.members} workstations, ` +
    `${values.teams} teams beside each other, waits times ${values.factor}`,
)
const removePrograms = await buildPrograms()
const start = performance.now()
const report = await runTeam({
  seeds,
  teams: Number(values.teams),
  members: Number(values.members),
  factor: Number(values.factor),
  spoiled,
  played: ({ seed: of, theme, seconds, wrong, ends, problems }) => {
    say(`seed ${String(of)} ${theme} ${seconds.toFixed(1)} s: ${ends.join(', ')}`)
    for (const what of wrong) say(`seed ${String(of)} FAILED: ${what}`)
    for (const problem of problems) say(problem)
  },
})
await removePrograms()
say(`${String(report.reportedLate)} were reported after they had come back`)
for (const [theme, count] of Object.entries(report.met)) say(`${String(count)} met ${theme}`)
for (const [end, count] of Object.entries(report.ended)) say(`${String(count)} ended ${end}`)
say(`${((performance.now() - start) / 1_000).toFixed(0)} s`)
for (const one of report.failed) say(`again: npm run prove:team -- --seed=${String(one.seed)}`)
const counts = { passed: report.passed, failed: report.failed.length, skipped: 0 }
console.log(closingLine('prove:team', counts))
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
