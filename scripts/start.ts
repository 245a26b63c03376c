/**
 * `npm start`: builds if needed, chooses the program for the window, and opens it. Arguments are
 * passed on.
 */
import { ensureBuilt } from './lib/build.ts'
import { ensureDisplay } from './lib/display.ts'
import {
  electronArguments,
  electronProgram,
  howToInstall,
  installElectronIfReachable,
  nameOf,
  useElectron,
} from './lib/electron-choice.ts'
import { prepare } from './lib/prepare.ts'
import { root, run } from './lib/run.ts'
import { say, stop } from './lib/say.ts'

await installElectronIfReachable()
await prepare('start')
const runtime = useElectron() ?? stop(howToInstall)
const invisible = await ensureDisplay().catch((error: unknown) => stop(String(error)))
await ensureBuilt()
say(
  `Countersign on ${nameOf(runtime)}, ` +
    (invisible ? `on the invisible display ${invisible} (Xvfb)` : 'on your display'),
)
const { code } = await run(electronProgram(), [
  root,
  ...electronArguments(runtime),
  ...process.argv.slice(2),
])
process.exit(code)
