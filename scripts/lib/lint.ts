/** Lint rules and format of every file, or of some. */
import { measurementsTask } from './measurements.ts'
import { areRight, sideBySide, toolTask, type Task } from './side-by-side.ts'

const components = '**/*.vue'

/**
 * Returns all lint tasks, the slowest first. `options` are for ESLint, e.g. `--fix`; oxlint takes
 * `--fix` too. `files` are paths from the root.
 */
export function lintTasks(
  options: readonly string[] = [],
  files?: readonly string[],
): readonly Task[] {
  const colour = process.stderr.isTTY ? '--color' : '--no-color'
  const rules = (name: string, ...what: readonly string[]): Task =>
    toolTask(`eslint ${name}`, 'eslint', [...what, '--max-warnings', '0', colour, ...options])
  const fix = options.filter((option) => option === '--fix')
  // With more threads, types that files share are checked more than once; a less frequent garbage
  // collection saves a quarter of the time for 1 GB.
  const oxlint = (paths: readonly string[] = []): Task =>
    toolTask('oxlint', 'oxlint', ['--threads=1', ...fix, ...paths], {
      GOMAXPROCS: '1',
      GOGC: '200',
    })
  const format = (paths: readonly string[] = []): Task =>
    toolTask('oxfmt', 'oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...paths])
  if (files === undefined) {
    return [
      oxlint(),
      rules('components', components),
      rules('the rest', '.', '--ignore-pattern', components),
      format(),
      measurementsTask(fix.length > 0),
    ]
  }
  const scripts = files.filter((file) => /\.(ts|mjs)$/.test(file))
  const ruled = files.filter((file) => /\.(ts|mjs|vue)$/.test(file))
  return [
    ...(scripts.length > 0 ? [oxlint(scripts)] : []),
    ...(ruled.length > 0 ? [rules('changed files', '--no-warn-ignored', ...ruled)] : []),
    format(files),
  ]
}

/** Runs all checks. True if all pass; errors are printed. */
export async function lint(
  options: readonly string[] = [],
  files?: readonly string[],
): Promise<boolean> {
  const tasks = lintTasks(options, files)
  if (!options.includes('--fix')) return areRight(await sideBySide(tasks))
  // Two tools that correct one file at the same time would overwrite each other's changes.
  let isRight = true
  for (const task of tasks) isRight = (await task.run()) && isRight
  return isRight
}
