/** Reading what the test runners report, and adding it up. */

import { failureList, type DeadFile, type Failure } from './failures.ts'
import { slowestFiles, stageTable, type FileTime, type Stage } from './tables.ts'

/** How many tests came out how. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** How a suite came out. */
export interface SuiteResult extends Counts {
  readonly name: string
  readonly seconds: number
  readonly failures: readonly Failure[]
  readonly times: readonly FileTime[]
  /** The files that ran a second time, because a signal had ended their process. */
  readonly rerun: readonly DeadFile[]
}

/** The part of Vitest's JSON report that is read. */
export interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    /** The file's path. */
    readonly name?: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** The part of Playwright's JSON report that is read. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  /** What went wrong outside any test, e.g. a file that could not be loaded. */
  readonly errors: readonly unknown[]
}

/** Nothing ran. */
export const none: Counts = { passed: 0, failed: 0, skipped: 0 }

/** What ran, as Vitest tells it. A file that failed without a failed test counts as one failure. */
export function countVitest(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** The same report without what it has of these files, which ran anew. */
export function withoutFiles(report: VitestReport, files: readonly string[]): VitestReport {
  const testResults = report.testResults.filter(
    ({ name = '' }) => !files.some((file) => name.replaceAll('\\', '/').endsWith(`/${file}`)),
  )
  const statuses = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status }) => status),
  )
  const count = (wanted: string): number => statuses.filter((status) => status === wanted).length
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending') + count('skipped'),
    numTodoTests: count('todo'),
    testResults,
  }
}

/**
 * A suite whose dead files ran once more: they count as they came out then, all others as they did at first. Nothing but
 * their death had gone wrong, so a failure can only be one of the second run.
 */
export function afterRerun(
  first: SuiteResult,
  report: VitestReport,
  dead: readonly DeadFile[],
  again: SuiteResult,
): SuiteResult {
  const names = dead.map(({ file }) => file)
  return {
    ...first,
    ...addUp([countVitest(withoutFiles(report, names)), again]),
    seconds: first.seconds + again.seconds,
    failures: again.failures,
    times: [...first.times.filter(({ file }) => !names.includes(file)), ...again.times],
    rerun: dead,
  }
}

/** What ran, as Playwright tells it. A test that needed luck did not pass. */
export const countPlaywright = ({ stats, errors }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
})

/** A runner's exit code has the last word: a failure that its report does not show still counts. */
export const withExitCode = (counts: Counts, code: number): Counts =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts

/** The sum. */
export const addUp = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    none,
  )

/** The line that a run ends with. */
export const closingLine = (what: string, { passed, failed, skipped }: Counts): string =>
  `${what}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** The line that says which files ran a second time; empty when there is none. */
export const rerunLine = (rerun: readonly DeadFile[]): string =>
  rerun.length === 0
    ? ''
    : `rerun after a signal: ${rerun.length} ${rerun.length === 1 ? 'file' : 'files'} ` +
      `(${rerun.map(({ file, signal }) => `${file}, ${signal}`).join('; ')})`

/**
 * The text that a run ends with: where its time went, which files ran a second time, all that failed, and below it the
 * closing line. `stages` are those before the suites.
 */
export function ending(
  what: string,
  suites: readonly SuiteResult[],
  stages: readonly Stage[] = [],
): string {
  const ofSuites = suites.map(({ name, seconds, passed, failed }) => ({
    name,
    seconds,
    tests: passed + failed,
  }))
  const parts = [
    stages.length > 0 ? stageTable([...stages, ...ofSuites]) : '',
    slowestFiles(suites.flatMap(({ times }) => times)),
    rerunLine(suites.flatMap(({ rerun }) => rerun)),
    failureList(suites.flatMap(({ failures }) => failures)),
    closingLine(what, addUp(suites)),
  ]
  return parts.filter(Boolean).join('\n')
}

/** Whether a run may end with 0: something ran, and nothing failed. */
export const isGood = ({ passed, failed }: Counts): boolean => failed === 0 && passed > 0
