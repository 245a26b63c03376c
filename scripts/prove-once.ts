/**
 * `npm run prove:once [-- N] [-- --seed=S] [-- --times=K] [-- --lanes=L] [-- --spoiled=HOW]`: the
 * proof of Promise P1, of any length. `--seed` runs one schedule, `--times` times; `--spoiled` runs
 * a build that lacks a guard (test/proofs/once/spoiled-build.ts): then it must fail.
 */
import { parseArgs } from 'node:util'
import { runOnce } from '../test/proofs/once/run.ts'
import { spoiledBuilds } from '../test/proofs/once/spoiled-build.ts'
import buildPrograms from '../test/unit/support/programs/build-programs.ts'
import { sizes } from '../test/proofs/sizes.ts'
import { closingLine } from './lib/results.ts'
import { say, stop } from './lib/say.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    times: { type: 'string', default: '1' },
    from: { type: 'string', default: '20261122' },
    lanes: { type: 'string', default: '8' },
    spoiled: { type: 'string' },
  },
})
const { seed, times, from, lanes } = values
const spoiled = spoiledBuilds.find((how) => how === values.spoiled) ?? null
if (spoiled === null && values.spoiled !== undefined)
  stop(`--spoiled=${values.spoiled} is unknown: it is one of ${spoiledBuilds.join(', ')}`)
const seeds =
  seed === undefined
    ? Array.from(
        { length: Number(positionals[0] ?? sizes.once.schedules) },
        (_, at) => Number(from) + at,
      )
    : Array.from({ length: Number(times) }, () => Number(seed))
say(`${String(seeds.length)} schedules from seed ${String(seeds[0])}, ${lanes} beside each other`)
const removePrograms = await buildPrograms()
const start = performance.now()
let played = 0
const report = await runOnce({
  seeds,
  lanes: Number(lanes),
  spoiled,
  played: ({ seed: of, wrong }) => {
    played += 1
    for (const what of wrong) say(`seed ${String(of)} FAILED: ${what}`)
    if (played % 100 === 0) say(`${String(played)} played`)
  },
})
await removePrograms()
for (const [point, { payment, batch }] of Object.entries(report.met))
  say(`${String(payment)} payments and ${String(batch)} batches met ${point}`)
for (const [end, count] of Object.entries(report.ended)) say(`${String(count)} ended ${end}`)
for (const [how, count] of Object.entries(report.handled))
  say(`${String(count)} came back, and people did this with them: ${how}`)
say(`${String(report.reportedLate)} were reported after they had come back`)
say(`${String(report.batches)} were batches`)
say(`${String(report.exits)} took the two-person exit`)
say(`${((performance.now() - start) / 1_000).toFixed(0)} s`)
for (const one of report.failed) say(`again: npm run prove:once -- --seed=${String(one.seed)}`)
const counts = { passed: report.passed, failed: report.failed.length, skipped: 0 }
console.log(closingLine('prove:once', counts))
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
