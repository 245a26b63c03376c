/**
 * `npm run prove:alerts [-- --deliveries N --kills N --cuts N --seed N --lazy]`: the proof of the
 * first half of Promise P2, of any length. `--lazy` lets the store flush lazily: then it must fail.
 */
import { parseArgs } from 'node:util'
import { runAlerts } from '../test/proofs/alerts/run.ts'
import buildPrograms from '../test/unit/support/programs/build-programs.ts'
import { sizes } from '../test/proofs/sizes.ts'
import { closingLine } from './lib/results.ts'
import { prepare } from './lib/prepare.ts'
import { say } from './lib/say.ts'

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: String(sizes.alerts.deliveries) },
    kills: { type: 'string', default: String(sizes.alerts.kills) },
    cuts: { type: 'string', default: String(sizes.alerts.cuts) },
    seed: { type: 'string', default: '20261121' },
    lazy: { type: 'boolean', default: false },
  },
})
await prepare('test')
const removePrograms = await buildPrograms()
say(
  `${values.deliveries} deliveries, ${values.kills} kills, ${values.cuts} power cuts, seed ${values.seed}`,
)
const { checks, lost, retries } = await runAlerts({
  deliveries: Number(values.deliveries),
  kills: Number(values.kills),
  cuts: Number(values.cuts),
  seed: Number(values.seed),
  worker: values.lazy ? 'alerts-lazy-worker' : 'store-worker',
})
await removePrograms()
for (const { what, holds } of checks) say(`${holds ? 'holds' : 'FAILS'}: ${what}`)
say(`${String(retries)} retries of the bank, ${String(lost)} acknowledged and lost`)
const passed = checks.filter(({ holds }) => holds).length
const counts = { passed, failed: checks.length - passed, skipped: 0 }
console.log(closingLine('prove:alerts', counts))
process.exit(counts.failed === 0 && passed > 0 ? 0 : 1)
