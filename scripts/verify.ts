/** `npm run verify`: all that CI does, in the order in which it is cheapest to fail. */
import { build } from './lib/build.ts'
import { lint } from './lib/lint.ts'
import { prepare } from './lib/prepare.ts'
import { addUp, ending, isGood } from './lib/results.ts'
import { say, stop } from './lib/say.ts'
import { runTests, runVitest } from './lib/suites.ts'
import { typecheck } from './lib/typecheck.ts'

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
await mustPass('lint', lint)
await mustPass('typecheck', typecheck)
await mustPass('build', build)
const suites = [
  ...(await timed('tests', runTests)),
  await timed('proofs', () => runVitest(['proofs', 'proofs-alone'])),
]
console.log(ending('verify', suites))
process.exit(isGood(addUp(suites)) ? 0 : 1)
