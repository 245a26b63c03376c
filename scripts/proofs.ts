/**
 * `npm run proofs`: the proofs at the size of a commit. `-- --full`: at the full sizes, and the
 * unit tests once more, each file alone, shuffled, every program from its source.
 * `--only=once,alerts` and `--except=soak` choose by the names of the files in test/proofs; `units`
 * is the name of that run of the unit tests.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { proofSize } from '../test/proofs/sizes.ts'
import { ensureBuilt } from './lib/build.ts'
import { failureList } from './lib/failures.ts'
import { prepare } from './lib/prepare.ts'
import { chosenProofs, fileOfProof, proofRows, units } from './lib/proofs.ts'
import { addUp, closingLine, isGood, rerunLine, type SuiteResult } from './lib/results.ts'
import { root } from './lib/run.ts'
import { stop } from './lib/say.ts'
import { runVitest, vitestProjects } from './lib/suites.ts'
import { proofTable, type ProofRow } from './lib/tables.ts'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    except: { type: 'string' },
  },
})
const size = values.full ? 'full' : proofSize()
const names = readdirSync(join(root, 'test/proofs'))
  .filter((file) => file.endsWith('.spec.ts'))
  .map((file) => file.slice(0, -'.spec.ts'.length))
const chosen = (() => {
  try {
    return chosenProofs(size === 'full' ? [...names, units] : names, values)
  } catch (problem) {
    return stop(`proofs: ${(problem as Error).message}`)
  }
})()

await prepare('test')
// Packages are built from the bundles.
if (chosen.includes('package')) await ensureBuilt()
const suites: SuiteResult[] = []
const rows: ProofRow[] = []
const proofs = chosen.filter((name) => name !== units)
if (proofs.length > 0) {
  const suite = await runVitest(['proofs', 'proofs-alone'], proofs.map(fileOfProof), {
    env: { COUNTERSIGN_PROOFS: size },
  })
  suites.push(suite)
  rows.push(...proofRows(proofs, size, suite))
}
if (chosen.includes(units)) {
  // Each file alone has no statements of others.
  const without = ['component', 'statements']
  const projects = vitestProjects.filter((project) => !without.includes(project))
  const suite = await runVitest(projects, [], {
    args: ['--isolate', '--sequence.shuffle'],
    env: { COUNTERSIGN_PROOFS: size, COUNTERSIGN_TEST_PROGRAMS: 'source' },
  })
  suites.push(suite)
  const outcome = suite.failed > 0 ? `${suite.failed} failed` : 'passed'
  rows.push({ name: units, size, seconds: suite.seconds, outcome })
}
const parts = [
  rerunLine(suites.flatMap(({ rerun }) => rerun)),
  failureList(suites.flatMap(({ failures }) => failures)),
  proofTable(rows),
  closingLine('proofs', addUp(suites)),
]
console.log(parts.filter(Boolean).join('\n'))
process.exit(isGood(addUp(suites)) && rows.every(({ outcome }) => outcome === 'passed') ? 0 : 1)
