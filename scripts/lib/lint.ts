/** The rules of the house and the format of every file. */
import { areRight, sideBySide, toolTask, type Task } from './side-by-side.ts'

/** The largest folders, each linted in a process of its own: together they need more memory than Node gives one. */
const apart = ['test', 'renderer']

/** Both as tasks, the slowest first. `options` are for ESLint, e.g. `--fix`. */
export function lintTasks(options: readonly string[] = []): readonly Task[] {
  const colour = process.stderr.isTTY ? '--color' : '--no-color'
  const rules = (name: string, ...what: readonly string[]): Task =>
    toolTask(`eslint ${name}`, 'eslint', [...what, '--max-warnings', '0', colour, ...options])
  return [
    ...apart.map((folder) => rules(folder, folder)),
    rules('the rest', '.', ...apart.flatMap((folder) => ['--ignore-pattern', `${folder}/`])),
    toolTask('oxfmt', 'oxfmt', ['--check']),
  ]
}

/** Checks both. True when all is right; what is wrong is printed. */
export const lint = async (options: readonly string[] = []): Promise<boolean> =>
  areRight(await sideBySide(lintTasks(options)))
