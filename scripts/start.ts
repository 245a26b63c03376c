/**
 * `npm start`: builds if needed, chooses the program for the window, and opens it, or with
 * `--practice-team N` one for each workstation of a practice team. Other arguments are passed on.
 */
import { memberArgument } from '../main/practice/practice-team.ts'
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
import { startPracticeTeam, teamIn } from './lib/practice-team.ts'
import { prepare } from './lib/prepare.ts'
import { root, run } from './lib/run.ts'
import { say, stop } from './lib/say.ts'

const { size, others } = teamIn(process.argv.slice(2))
await installElectronIfReachable()
await prepare('start')
const runtime = useElectron() ?? stop(howToInstall)
const invisible = await ensureDisplay().catch((error: unknown) => stop(String(error)))
await ensureBuilt()
say(
  `Countersign on ${nameOf(runtime)}, ` +
    (invisible ? `on the invisible display ${invisible} (Xvfb)` : 'on your display'),
)
const open = (...more: readonly string[]): ReturnType<typeof run> =>
  run(electronProgram(), [root, ...electronArguments(runtime), ...others, ...more])
if (size === undefined) process.exit((await open()).code)

const team = await startPracticeTeam(size)
say(`A practice team of ${String(size)} workstations on one PostgreSQL; all is removed at the end`)
const ended = await Promise.all(team.members.map((file) => open(memberArgument(file))))
await team.end()
process.exit(Math.max(...ended.map(({ code }) => code)))
