/**
 * `npm run verify`: all checks of CI, the cheapest first. `npm run verify:team` adds `--team`: the
 * unit tests of all rooms also run with their stores in PostgreSQL.
 */
import { findPostgres } from '../main/practice/find-postgres.ts'
import { benchNames, runBenches } from './lib/benches.ts'
import { buildTask } from './lib/build.ts'
import { ensureDisplay } from './lib/display.ts'
import { lintTasks } from './lib/lint.ts'
import { prepare } from './lib/prepare.ts'
import { addUp, ending, isGood } from './lib/results.ts'
import { say, stop } from './lib/say.ts'
import { sideBySide } from './lib/side-by-side.ts'
import { runTests, runVitest } from './lib/suites.ts'
import { stageTable } from './lib/tables.ts'
import { typecheckTasks } from './lib/typecheck.ts'

const isTeam = process.argv.includes('--team')
if (isTeam) process.env['COUNTERSIGN_TEST_TEAM'] = 'all'
await prepare('test')
// Each check uses one core: as one list, two at a time, they leave no core idle until the last one.
const checks = await sideBySide([...lintTasks(), ...typecheckTasks(), buildTask])
const wrong = checks.filter(({ isRight }) => !isRight).map(({ name }) => name)
if (wrong.length > 0) {
  say(stageTable(checks))
  stop(`verify: failed: ${wrong.join(', ')}`)
}
// A team costs as much as eight other measurements.
const benches = benchNames().filter(
  (name) => name !== 'team' || (isTeam && findPostgres() !== undefined),
)
const tests = await runTests()
// One display for all measurements that open a window.
await ensureDisplay()
const suites = [...tests, await runBenches(benches), await runVitest(['proofs', 'proofs-alone'])]
console.log(ending('verify', suites, checks))
process.exit(isGood(addUp(suites)) ? 0 : 1)
