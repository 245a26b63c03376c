/** The rules of the house and the format of every file. */
import { areRight, sideBySide, toolTask, type Task } from './side-by-side.ts'

const components = '**/*.vue'

/** All as tasks, the slowest first. `options` are for ESLint, e.g. `--fix`; oxlint takes `--fix` too. */
export function lintTasks(options: readonly string[] = []): readonly Task[] {
  const colour = process.stderr.isTTY ? '--color' : '--no-color'
  const rules = (name: string, ...what: readonly string[]): Task =>
    toolTask(`eslint ${name}`, 'eslint', [...what, '--max-warnings', '0', colour, ...options])
  const fix = options.filter((option) => option === '--fix')
  return [
    // More threads check the types that files share more than once; a rarer collection saves a quarter for 1 GB.
    toolTask('oxlint', 'oxlint', ['--threads=1', ...fix], { GOMAXPROCS: '1', GOGC: '200' }),
    rules('components', components),
    rules('the rest', '.', '--ignore-pattern', components),
    toolTask('oxfmt', 'oxfmt', ['--check']),
  ]
}

/** Checks all. True when all is right; what is wrong is printed. */
export async function lint(options: readonly string[] = []): Promise<boolean> {
  const tasks = lintTasks(options)
  if (!options.includes('--fix')) return areRight(await sideBySide(tasks))
  // Two tools that correct one file at once would lose what the other one wrote.
  let isRight = true
  for (const task of tasks) isRight = (await task.run()) && isRight
  return isRight
}
