/** Reads the reports of the test runners, and adds them up. */

import { failureList, type DeadFile, type Failure } from './failures.ts'
import { slowestFiles, stageTable, type FileTime, type Stage } from './tables.ts'

/** Number of tests by result. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

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
  /** Errors outside any test, e.g. a file that could not be loaded. */
  readonly errors: readonly unknown[]
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 }

/**
 * Returns the counts of Vitest's report. A file that failed without a failed test counts as one
 * failure.
 */
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

/** Returns the report without these files, which ran again. */
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
 * Returns a suite whose dead files ran once more: they count by their second result, all others by
 * their first. There was no other failure, so any failure is one of the second run.
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

/** Returns the counts of Playwright's report. A flaky test counts as failed. */
export const countPlaywright = ({ stats, errors }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
})

/** Adds a failure if the runner's exit code shows one that its report does not. */
export const withExitCode = (counts: Counts, code: number): Counts =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts

export const addUp = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    none,
  )

/** Returns the last line of a run. */
export const closingLine = (what: string, { passed, failed, skipped }: Counts): string =>
  `${what}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** Returns a line with the files that ran a second time; empty if there is none. */
export const rerunLine = (rerun: readonly DeadFile[]): string =>
  rerun.length === 0
    ? ''
    : `rerun after a signal: ${rerun.length} ${rerun.length === 1 ? 'file' : 'files'} ` +
      `(${rerun.map(({ file, signal }) => `${file}, ${signal}`).join('; ')})`

/**
 * Returns the text at the end of a run: durations, files that ran a second time, all failures, and
 * the closing line. `stages` are those before the suites.
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

/** Returns whether a run may end with 0: something ran, and nothing failed. */
export const isGood = ({ passed, failed }: Counts): boolean => failed === 0 && passed > 0
