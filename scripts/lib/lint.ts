/** Lint rules and format of every file. */
import { areRight, sideBySide, toolTask, type Task } from './side-by-side.ts'

const components = '**/*.vue'

/**
 * Returns all lint tasks, the slowest first. `options` are for ESLint, e.g. `--fix`; oxlint takes
 * `--fix` too.
 */
export function lintTasks(options: readonly string[] = []): readonly Task[] {
  const colour = process.stderr.isTTY ? '--color' : '--no-color'
  const rules = (name: string, ...what: readonly string[]): Task =>
    toolTask(`eslint ${name}`, 'eslint', [...what, '--max-warnings', '0', colour, ...options])
  const fix = options.filter((option) => option === '--fix')
  return [
    // With more threads, types that files share are checked more than once; a less frequent garbage
    // collection saves a quarter of the time for 1 GB.
    toolTask('oxlint', 'oxlint', ['--threads=1', ...fix], { GOMAXPROCS: '1', GOGC: '200' }),
    rules('components', components),
    rules('the rest', '.', '--ignore-pattern', components),
    toolTask('oxfmt', 'oxfmt', ['--check']),
  ]
}

/** Runs all checks. True if all pass; errors are printed. */
export async function lint(options: readonly string[] = []): Promise<boolean> {
  const tasks = lintTasks(options)
  if (!options.includes('--fix')) return areRight(await sideBySide(tasks))
  // Two tools that correct one file at the same time would overwrite each other's changes.
  let isRight = true
  for (const task of tasks) isRight = (await task.run()) && isRight
  return isRight
}
