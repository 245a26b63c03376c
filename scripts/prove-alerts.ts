/**
 * `npm run prove:alerts [-- --deliveries N --kills N --cuts N --seed N --lazy]`: the proof of the
 * first half of Promise P2, of any length. `--lazy` lets the store flush lazily: then it must fail.
 *
 * `npm run prove:alerts -- --team=N [--factor=1] [--stops N] [--closings N] [--crashes N]`: the same for
 * N workstations of which one listens at a time. `--cuts` are those of its line to PostgreSQL, and
 * `--factor` multiplies how long workstations wait for each other.
 */
import { parseArgs } from 'node:util'
import { runAlerts } from '../test/proofs/alerts/run.ts'
import { runTakeovers, slowest } from '../test/proofs/alerts/takeovers.ts'
import buildPrograms from '../test/unit/support/programs/build-programs.ts'
import { sizes } from '../test/proofs/sizes.ts'
import { closingLine } from './lib/results.ts'
import { prepare } from './lib/prepare.ts'
import { say } from './lib/say.ts'

/** From a trouble until another workstation listens. */
const takeoverWithinMs = 10_000

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string' },
    kills: { type: 'string' },
    cuts: { type: 'string' },
    seed: { type: 'string', default: '20261121' },
    lazy: { type: 'boolean', default: false },
    team: { type: 'string' },
    factor: { type: 'string', default: '1' },
    stops: { type: 'string' },
    closings: { type: 'string' },
    crashes: { type: 'string' },
  },
})
const { alerts, alertTakeovers } = sizes
const numberOf = (given: string | undefined, usual: number): number => Number(given ?? usual)

/** Of one workstation. */
async function proveAlone() {
  const size = {
    deliveries: numberOf(values.deliveries, alerts.deliveries),
    kills: numberOf(values.kills, alerts.kills),
    cuts: numberOf(values.cuts, alerts.cuts),
    seed: Number(values.seed),
  }
  say(
    `${String(size.deliveries)} deliveries, ${String(size.kills)} kills, ${String(size.cuts)} power cuts, seed ${values.seed}`,
  )
  return runAlerts({ ...size, worker: values.lazy ? 'alerts-lazy-worker' : 'store-worker' })
}

async function proveTakeovers(members: number) {
  const usual = alertTakeovers.troubles
  const troubles = {
    kill: numberOf(values.kills, usual.kill),
    stop: numberOf(values.stops, usual.stop),
    cut: numberOf(values.cuts, usual.cut),
    close: numberOf(values.closings, usual.close),
    crash: numberOf(values.crashes, usual.crash),
  }
  const deliveries = numberOf(values.deliveries, alertTakeovers.deliveries)
  const factor = Number(values.factor)
  const counts = Object.entries(troubles).map(([trouble, times]) => `${String(times)} ${trouble}`)
  say(`${String(deliveries)} deliveries, ${counts.join(', ')}, seed ${values.seed}`)
  const report = await runTakeovers({
    deliveries,
    members,
    troubles,
    factor,
    seed: Number(values.seed),
    isLazy: values.lazy,
  })
  say(`nobody listened for at most: ${slowest(report)}`)
  const took = Math.max(...Object.values(report.tookMs).flat())
  const what = `another took over within ${String(takeoverWithinMs / 1_000)} s`
  return { ...report, checks: [...report.checks, { what, holds: took <= takeoverWithinMs }] }
}

await prepare('test')
const removePrograms = await buildPrograms()
const { checks, lost, retries } = await (values.team === undefined
  ? proveAlone()
  : proveTakeovers(Number(values.team)))
await removePrograms()
for (const { what, holds } of checks) say(`${holds ? 'holds' : 'FAILS'}: ${what}`)
say(`${String(retries)} retries of the bank, ${String(lost)} acknowledged and lost`)
const passed = checks.filter(({ holds }) => holds).length
const counts = { passed, failed: checks.length - passed, skipped: 0 }
console.log(closingLine('prove:alerts', counts))
process.exit(counts.failed === 0 && passed > 0 ? 0 : 1)
