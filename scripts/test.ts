/** `npm test`: every suite, and one line at the end that adds them up. */
import { build } from './lib/build.ts'
import { prepare } from './lib/prepare.ts'
import { addUp, closingLine, isGood } from './lib/results.ts'
import { runTests } from './lib/suites.ts'

await prepare('test')
if (!(await build())) process.exit(1)
const counts = addUp(await runTests())
console.log(closingLine('tests', counts))
process.exit(isGood(counts) ? 0 : 1)
