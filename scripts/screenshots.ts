/** `npm run screenshots`: takes the pictures of every screen. Arguments go to Playwright. */
import { build } from './lib/build.ts'
import { prepare } from './lib/prepare.ts'
import { runTool } from './lib/run.ts'

await prepare('test')
if (!(await build())) process.exit(1)
const args = ['test', '--project=screenshots', ...process.argv.slice(2)]
const { code } = await runTool('playwright', args)
process.exit(code)
