/**
 * `npm run bench [-- part of a name]`: runs the measurements one after another. `-- --tiny`: at a
 * size that only shows that they still run, as `npm run verify` does.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchNames, fileOfBench, runBenches } from './lib/benches.ts'
import { ensureBuilt } from './lib/build.ts'
import { ensureDisplay } from './lib/display.ts'
import { prepare } from './lib/prepare.ts'
import { addUp, ending, isGood } from './lib/results.ts'
import { root, runNode } from './lib/run.ts'
import { say, stop } from './lib/say.ts'

const { values, positionals } = parseArgs({
  options: { tiny: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [filter = ''] = positionals
const names = benchNames(filter)
if (names.length === 0) stop(`There is no measurement called "${filter}" in test/bench.`)

await prepare('test')
await ensureBuilt()
// One display for all that open a window.
await ensureDisplay()
if (values.tiny) {
  const suite = await runBenches(names)
  console.log(ending('bench', [suite]))
  process.exit(isGood(addUp([suite])) ? 0 : 1)
}
const failed: string[] = []
for (const name of names) {
  say(`# ${name}`)
  const { code } = await runNode([join(root, fileOfBench(name))])
  if (code !== 0) failed.push(name)
}
if (failed.length > 0) stop(`Failed: ${failed.join(', ')}`)
