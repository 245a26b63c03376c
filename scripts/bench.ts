/** `npm run bench [-- part of a name]`: runs the measurements one after another. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './lib/build.ts'
import { ensureDisplay } from './lib/display.ts'
import { useElectron } from './lib/electron-choice.ts'
import { prepare } from './lib/prepare.ts'
import { root, runNode } from './lib/run.ts'
import { say, stop } from './lib/say.ts'

const ending = '.bench.ts'
const [filter = ''] = process.argv.slice(2)
const folder = join(root, 'test/bench')
const names = readdirSync(folder)
  .filter((name) => name.endsWith(ending) && name.includes(filter))
  .sort()
if (names.length === 0) stop(`There is no measurement called "${filter}" in test/bench.`)

await prepare('test')
// Measurements with a window start it as the end-to-end tests do.
useElectron()
await ensureDisplay()
if (!(await build())) process.exit(1)
const failed: string[] = []
for (const name of names) {
  say(`# ${name.slice(0, -ending.length)}`)
  const { code } = await runNode([join(folder, name)])
  if (code !== 0) failed.push(name)
}
if (failed.length > 0) stop(`Failed: ${failed.join(', ')}`)
