/** `npm test`: every suite, and at the end all failures and one line with the totals. */
import { build } from './lib/build.ts'
import { prepare } from './lib/prepare.ts'
import { addUp, ending, isGood } from './lib/results.ts'
import { runTests } from './lib/suites.ts'

await prepare('test')
if (!(await build())) process.exit(1)
const suites = await runTests()
console.log(ending('tests', suites))
process.exit(isGood(addUp(suites)) ? 0 : 1)
