/** The test suites, each run by its runner and counted from its report. */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  filesOfDeadProcesses,
  playwrightFailures,
  vitestFailures,
  type Failure,
  type PlaywrightDetail,
  type VitestDetail,
} from './failures.ts'
import { outsideFileVariable } from './outside-reporter.ts'
import {
  addUp,
  countPlaywright,
  countVitest,
  none,
  withExitCode,
  withoutFiles,
  type Counts,
  type PlaywrightReport,
  type VitestReport,
} from './results.ts'
import { root, runTool } from './run.ts'
import { say } from './say.ts'

const reports = join(root, 'test-results')

/** How a suite came out, and what failed in it. */
export interface SuiteResult extends Counts {
  readonly failures: readonly Failure[]
}

/**
 * Runs projects of Vitest. A file in whose middle V8 ended the process of the runner is run once more, alone, and that
 * is said: nothing else is ever run twice.
 */
export async function runVitest(projects: readonly string[]): Promise<SuiteResult> {
  const first = await runVitestOnce(projects, [])
  const dead = filesOfDeadProcesses(first.result.failures, root)
  if (!dead || !first.report) return first.result
  say(`the process of ${dead.join(', ')} was ended by a signal: once more, alone`)
  const again = await runVitestOnce(projects, dead)
  const counts = addUp([countVitest(withoutFiles(first.report, dead)), again.result])
  return { ...counts, failures: again.result.failures }
}

/** Runs them whole, or only these files. */
async function runVitestOnce(
  projects: readonly string[],
  files: readonly string[],
): Promise<{ result: SuiteResult; report: (VitestReport & VitestDetail) | undefined }> {
  const suite = ['vitest', ...projects, ...(files.length > 0 ? ['again'] : [])].join('-')
  const file = await freshReport(`${suite}.json`)
  const outsideFile = await freshReport(`${suite}.outside.json`)
  const { code } = await runTool(
    'vitest',
    [
      // A file that is to run anew and is not found must not pass by its absence.
      ...['run', ...(files.length > 0 ? files : ['--passWithNoTests'])],
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--reporter=${join(root, 'scripts/lib/outside-reporter.ts')}`,
      `--outputFile.json=${file}`,
    ],
    { env: { [outsideFileVariable]: outsideFile } },
  )
  const report = await read<VitestReport & VitestDetail>(file)
  const outside = await read<Failure[]>(outsideFile)
  const counts = report ? countVitest(report) : none
  const failures = report ? vitestFailures(report, root, outside) : []
  return { result: result(suite, code, counts, failures), report }
}

/** Runs a project of Playwright. */
export async function runPlaywright(project: string): Promise<SuiteResult> {
  const suite = `playwright-${project}`
  const file = await freshReport(`${suite}.json`)
  const { code } = await runTool(
    'playwright',
    ['test', `--project=${project}`, '--reporter=list,json'],
    {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  )
  const report = await read<PlaywrightReport & PlaywrightDetail>(file)
  return result(
    suite,
    code,
    report ? countPlaywright(report) : none,
    report ? playwrightFailures(report, root, project) : [],
  )
}

/** A failure that no report names is said too: nobody should look for it in the counts alone. */
function result(
  suite: string,
  code: number,
  counts: Counts,
  failures: readonly Failure[],
): SuiteResult {
  const unnamed = code !== 0 && failures.length === 0
  const title = `ended with code ${code}, and its report names no failure`
  return {
    ...withExitCode(counts, code),
    failures: unnamed ? [{ project: suite, file: '', title, error: '' }] : failures,
  }
}

const vitestProjects = ['unit', 'contract', 'conformance', 'component']

/** All that `npm test` runs. Every suite runs, whatever happened to the one before. */
export async function runTests(): Promise<readonly SuiteResult[]> {
  return [await runVitest(vitestProjects), await runPlaywright('e2e')]
}

/** A report of an earlier run must not be counted when this one writes none. */
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
