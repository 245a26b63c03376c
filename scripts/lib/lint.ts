/** The rules of the house and the format of every file. */
import { runTool, type Tool } from './run.ts'
import { sideBySide } from './side-by-side.ts'

/** The largest folders, each linted in a process of its own: together they need more memory than Node gives one. */
const apart = ['test', 'renderer']

const passes =
  (tool: Tool, ...args: readonly string[]) =>
  async (): Promise<boolean> =>
    (await runTool(tool, args)).code === 0

/** Checks both. True when all is right; what is wrong is printed. `options` are for ESLint, e.g. `--fix`. */
export function lint(options: readonly string[] = []): Promise<boolean> {
  const rules = (...what: readonly string[]) =>
    passes('eslint', ...what, '--max-warnings', '0', ...options)
  return sideBySide([
    ...apart.map((folder) => rules(folder)),
    rules('.', ...apart.flatMap((folder) => ['--ignore-pattern', `${folder}/`])),
    passes('oxfmt', '--check'),
  ])
}
