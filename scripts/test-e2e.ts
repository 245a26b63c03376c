/** `npm run test:e2e`: builds, then runs tests in the real window. Arguments go to Playwright. */
import { build } from './lib/build.ts'
import { prepare } from './lib/prepare.ts'
import { runTool } from './lib/run.ts'

await prepare('test')
if (!(await build())) process.exit(1)
const { code } = await runTool('playwright', ['test', '--project=e2e', ...process.argv.slice(2)])
process.exit(code)
