/** `npm run practice-bank`: the practice bank alone, without a window. Arguments are passed on. */
import { ensureBuilt } from './lib/build.ts'
import { runNode } from './lib/run.ts'

await ensureBuilt()
const { code } = await runNode(['dist/main/practice-bank.js', ...process.argv.slice(2)])
process.exit(code)
