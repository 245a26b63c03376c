/** Runs each test suite with its runner and counts the results from its report. */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  filesOfDeadProcesses,
  playwrightFailures,
  playwrightTimes,
  vitestFailures,
  type PlaywrightDetail,
  type VitestDetail,
} from './failures.ts'
import { outsideFileVariable, type OutsideReport } from './outside-reporter.ts'
import {
  afterRerun,
  countPlaywright,
  countVitest,
  none,
  withExitCode,
  type PlaywrightReport,
  type SuiteResult,
  type VitestReport,
} from './results.ts'
import { root, runTool } from './run.ts'
import { say } from './say.ts'

const reports = join(root, 'test-results')

/**
 * Runs projects of Vitest: all of their files, or only these, with additional arguments and
 * variables. A file during which V8 ended the runner's process runs once more, alone, and this is
 * printed and counted: nothing else ever runs twice.
 */
export async function runVitest(
  projects: readonly string[],
  only: readonly string[] = [],
  more: More = {},
): Promise<SuiteResult> {
  const first = await runVitestOnce(projects, only, more)
  const dead = filesOfDeadProcesses(first.result.failures, root)
  if (!dead || !first.report) return first.result
  const files = dead.map(({ file }) => file)
  say(`the process of ${files.join(', ')} was ended by a signal: once more, alone`)
  const again = await runVitestOnce(projects, files, more, 'again')
  return afterRerun(first.result, first.report, dead, again.result)
}

interface More {
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
}

async function runVitestOnce(
  projects: readonly string[],
  files: readonly string[],
  { args = [], env = {} }: More,
  suffix = '',
): Promise<{ result: SuiteResult; report: (VitestReport & VitestDetail) | undefined }> {
  const suite = ['vitest', ...projects, suffix].filter(Boolean).join('-')
  const file = await freshReport(`${suite}.json`)
  const outsideFile = await freshReport(`${suite}.outside.json`)
  const start = performance.now()
  const { code } = await runTool(
    'vitest',
    [
      // A requested file that does not exist must not count as passed.
      'run',
      ...(files.length > 0 ? files : ['--passWithNoTests']),
      ...projects.flatMap((project) => ['--project', project]),
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--reporter=${join(root, 'scripts/lib/outside-reporter.ts')}`,
      `--outputFile.json=${file}`,
    ],
    { env: { ...env, [outsideFileVariable]: outsideFile } },
  )
  const report = await read<VitestReport & VitestDetail>(file)
  const outside = await read<OutsideReport>(outsideFile)
  const result = suiteResult(code, {
    name: projects.join(', '),
    seconds: (performance.now() - start) / 1000,
    ...(report ? countVitest(report) : none),
    failures: report ? vitestFailures(report, root, outside?.failures) : [],
    times: outside?.times ?? [],
    rerun: [],
  })
  return { result, report }
}

/** Runs a project of Playwright: all of its files, or only these. */
export async function runPlaywright(
  project: string,
  files: readonly string[] = [],
): Promise<SuiteResult> {
  const file = await freshReport(`playwright-${project}.json`)
  const start = performance.now()
  const { code } = await runTool(
    'playwright',
    ['test', ...files, `--project=${project}`, '--reporter=list,json'],
    {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  )
  const report = await read<PlaywrightReport & PlaywrightDetail>(file)
  return suiteResult(code, {
    name: project,
    seconds: (performance.now() - start) / 1000,
    ...(report ? countPlaywright(report) : none),
    failures: report ? playwrightFailures(report, root, project) : [],
    times: report ? playwrightTimes(report, root) : [],
    rerun: [],
  })
}

/** Adds a failure that no report names, so that it is visible not only in the counts. */
function suiteResult(code: number, found: SuiteResult): SuiteResult {
  const isUnnamed = code !== 0 && found.failures.length === 0
  const title = `ended with code ${code}, and its report names no failure`
  return {
    ...found,
    ...withExitCode(found, code),
    failures: isUnnamed ? [{ project: found.name, file: '', title, error: '' }] : found.failures,
  }
}

/** The projects of Vitest that `npm test` runs. */
export const vitestProjects = [
  'unit',
  'store',
  'isolated',
  'contract',
  'conformance',
  'postgres',
  'component',
  'statements',
]

/** Runs everything of `npm test`. Every suite runs, even if an earlier one failed. */
export async function runTests(): Promise<readonly SuiteResult[]> {
  return [await runVitest(vitestProjects), await runPlaywright('e2e')]
}

/** Removes the report of an earlier run, so that it is not counted if this run writes none. */
async function freshReport(name: string): Promise<string> {
  const file = join(reports, name)
  await mkdir(dirname(file), { recursive: true })
  await rm(file, { force: true })
  return file
}

async function read<Report>(file: string): Promise<Report | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}
