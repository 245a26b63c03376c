/** `npm run verify`: all that CI does, in the order in which it is cheapest to fail. */
import { build } from './lib/build.ts'
import { prepare } from './lib/prepare.ts'
import { addUp, ending, isGood } from './lib/results.ts'
import { runTool } from './lib/run.ts'
import { say, stop } from './lib/say.ts'
import { runTests, runVitest } from './lib/suites.ts'
import { typecheck } from './lib/typecheck.ts'

async function lint(): Promise<boolean> {
  const rules = await runTool('eslint', ['.', '--max-warnings', '0'])
  const format = await runTool('prettier', ['--check', '--log-level', 'warn', '.'])
  return rules.code === 0 && format.code === 0
}

async function timed<Result>(stage: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  const result = await work()
  say(`verify: ${stage} took ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return result
}

async function mustPass(stage: string, work: () => Promise<boolean>): Promise<void> {
  if (!(await timed(stage, work))) stop(`verify: ${stage} failed`)
}

await prepare('test')
// Beside each other: lint works on one core and leaves the other idle.
await Promise.all([mustPass('lint', lint), mustPass('typecheck', typecheck)])
await mustPass('build', build)
const suites = [
  ...(await timed('tests', runTests)),
  await timed('proofs', () => runVitest(['proofs', 'proofs-alone'])),
]
console.log(ending('verify', suites))
process.exit(isGood(addUp(suites)) ? 0 : 1)
