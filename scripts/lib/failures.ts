/**
 * Summarizes failures from the runners' reports. The summary comes last, because often only the end
 * of a long log is saved.
 */
import { join, relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { FileTime } from './tables.ts'

/** One test that failed, or an error outside of any test. */
export interface Failure {
  readonly project: string
  /** From the project's root; empty if no file is known. */
  readonly file: string
  /** Includes the titles of the surrounding groups. */
  readonly title: string
  readonly error: string
}

/** The part of Vitest's JSON report with the failures. */
export interface VitestDetail {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly ancestorTitles: readonly string[]
      readonly title: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

interface Message {
  readonly message?: string
}
interface PlaywrightSuite {
  readonly title: string
  readonly file: string
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly projectName: string
      readonly status: string
      readonly results: readonly {
        readonly duration: number
        readonly errors: readonly Message[]
      }[]
    }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

/** The part of Playwright's JSON report with the failures. */
export interface PlaywrightDetail {
  readonly config: { readonly rootDir: string }
  readonly suites: readonly PlaywrightSuite[]
  readonly errors: readonly (Message & { readonly location?: { readonly file: string } })[]
}

const joined = (titles: readonly string[]): string => titles.filter(Boolean).join(' > ')
/** Returns a path from the project's root, with slashes on every system. */
export const fromRoot = (root: string, file: string): string =>
  relative(root, file).split(sep).join('/')

/** The folder below `test/` is the name of the project. */
export const vitestProjectOf = (file: string): string => file.split('/')[1] ?? ''

/**
 * Returns the failures in Vitest's report. `outside` has those that the report omits: errors of
 * hooks and outside tests. A file that could not be loaded is listed once.
 */
export function vitestFailures(
  { testResults }: VitestDetail,
  root: string,
  outside: readonly Failure[] = [],
): Failure[] {
  const inTests = testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const file = fromRoot(root, name)
    const project = vitestProjectOf(file)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0 && !outside.some((one) => one.file === file)) {
      return [{ project, file, title: 'the file as a whole', error: message }]
    }
    return failed.map(({ ancestorTitles, title, failureMessages }) => ({
      project,
      file,
      title: joined([...ancestorTitles, title]),
      error: failureMessages.join('\n'),
    }))
  })
  return [...inTests, ...outside]
}

/** A test file, from the project's root, whose process was ended by a signal. */
export interface DeadFile {
  readonly file: string
  readonly signal: string
}

const deadProcess =
  /Worker exited unexpectedly with signal (\w+) .*while running test files? (.+\.ts)/

/**
 * Returns the files during which a signal ended the runner's process; undefined if there was any
 * other failure. Such an end says nothing about the code under test.
 */
export function filesOfDeadProcesses(
  failures: readonly Failure[],
  root: string,
): readonly DeadFile[] | undefined {
  const dead = new Map<string, DeadFile>()
  for (const { error } of failures) {
    const [, signal, files] = deadProcess.exec(error) ?? []
    if (signal === undefined || files === undefined) return undefined
    for (const path of files.split(', ')) {
      const file = fromRoot(root, path)
      dead.set(file, { file, signal })
    }
  }
  return dead.size > 0 ? [...dead.values()] : undefined
}

const notGood = new Set(['unexpected', 'flaky'])

function inSuite(suite: PlaywrightSuite, above: readonly string[], place: string): Failure[] {
  const here = suite.specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ projectName, status, results }): Failure[] => {
      if (!notGood.has(status)) return []
      const { errors = [] } = results.find((one) => one.errors.length > 0) ?? {}
      const luck = status === 'flaky' ? ' (passed when it was run again)' : ''
      const error = errors.map(({ message = '' }) => message).join('\n')
      return [{ project: projectName, file: place, title: joined([...above, title]) + luck, error }]
    }),
  )
  const below = (suite.suites ?? []).flatMap((one) => inSuite(one, [...above, one.title], place))
  return [...here, ...below]
}

/** Returns the failures in Playwright's report. */
export const playwrightFailures = (
  { config, suites, errors }: PlaywrightDetail,
  root: string,
  project: string,
): Failure[] => [
  ...suites.flatMap((one) => inSuite(one, [], fromRoot(root, join(config.rootDir, one.file)))),
  ...errors.map(({ message = '', location }) => ({
    project,
    file: location && location.file !== '<anonymous>' ? fromRoot(root, location.file) : '',
    title: 'outside any test',
    error: message,
  })),
]

function secondsOf({ specs, suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const below = suites.reduce((sum, suite) => sum + secondsOf(suite), 0)
  return results.reduce((sum, { duration }) => sum + duration / 1000, below)
}

/** Returns the duration of each file's tests from Playwright's report. */
export const playwrightTimes = (
  { config, suites }: PlaywrightDetail,
  root: string,
): readonly FileTime[] =>
  suites.map((suite) => ({
    file: fromRoot(root, join(config.rootDir, suite.file)),
    seconds: secondsOf(suite),
  }))

const most = { failures: 20, lines: 12, letters: 300 }
const foreignFrame = /^\s+at .*(?:node_modules|node:internal|<anonymous>\)$)/

function firstLines(error: string): string[] {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '' && !foreignFrame.test(line))
    .map((line) => (line.length > most.letters ? `${line.slice(0, most.letters)} …` : line))
  return lines.length > most.lines ? [...lines.slice(0, most.lines), '…'] : lines
}

/** Returns the failures as text for the end of a log; empty if there is none. */
export function failureList(failures: readonly Failure[]): string {
  const shown = failures.slice(0, most.failures).flatMap(({ project, file, title, error }) => {
    const head = joined([[project, file].filter(Boolean).join(' '), title])
    return [`FAILED ${head}`, ...firstLines(error).map((line) => `    ${line}`)]
  })
  const more = failures.length - most.failures
  return [...shown, ...(more > 0 ? [`and ${more} more that failed`] : [])].join('\n')
}
