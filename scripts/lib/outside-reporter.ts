/**
 * A Vitest reporter for data missing in its JSON report: errors of hooks and files, and unhandled
 * errors, which make a run fail although no test failed; also the duration of each file, including
 * imports and hooks.
 */
import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { fromRoot, vitestProjectOf, type Failure } from './failures.ts'
import type { FileTime } from './tables.ts'

/** The content of the written file. */
export interface OutsideReport {
  readonly failures: readonly Failure[]
  readonly times: readonly FileTime[]
}

/** Environment variable with the path of the written file. */
export const outsideFileVariable = 'COUNTERSIGN_OUTSIDE_FAILURES'

type Unhandled = Partial<SerializedError> & {
  readonly VITEST_TEST_NAME?: string
  readonly VITEST_TEST_PATH?: string
}

function textOf({ name, message, stack, cause }: Partial<SerializedError>): string {
  const own = stack?.includes(message ?? '')
    ? stack
    : [`${name ?? 'Error'}: ${message ?? ''}`, stack].join('\n')
  return cause === undefined ? own : `${own}\nCaused by: ${textOf(cause)}`
}

function inModule(module: TestModule): Failure[] {
  const { name: project, config } = module.project
  const file = fromRoot(config.root, module.moduleId)
  const failure = (title: string) => (error: Partial<SerializedError>) => ({
    project,
    file,
    title,
    error: textOf(error),
  })
  return [
    ...module.errors().map(failure('the file as a whole')),
    ...[...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map(failure(`${suite.fullName} (around its tests)`)),
    ),
  ]
}

function unhandled(root: string, error: Unhandled): Failure {
  const { VITEST_TEST_NAME: test, VITEST_TEST_PATH: path } = error
  const file = path === undefined ? '' : fromRoot(root, path)
  const perhaps = test === undefined ? '' : `, perhaps of "${test}"`
  const title = `an error that nobody handled${perhaps}`
  return { project: vitestProjectOf(file), file, title, error: textOf(error) }
}

function timeOf(module: TestModule): FileTime {
  const { environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic()
  return {
    file: fromRoot(module.project.config.root, module.moduleId),
    seconds: (environmentSetupDuration + setupDuration + collectDuration + duration) / 1000,
  }
}

/** Writes the report to the file named in the environment. */
export default class OutsideReporter implements Reporter {
  #root = ''

  onInit({ config }: Vitest): void {
    this.#root = config.root
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly Unhandled[]): void {
    const file = process.env[outsideFileVariable]
    if (file === undefined) return
    const unhandledOnes = errors.map((error) => unhandled(this.#root, error))
    const report: OutsideReport = {
      failures: [...modules.flatMap(inModule), ...unhandledOnes],
      times: modules.map(timeOf),
    }
    writeFileSync(file, JSON.stringify(report))
  }
}
