/** The test suites, each run by its runner and counted from its report. */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  countPlaywright,
  countVitest,
  none,
  withExitCode,
  type Counts,
  type PlaywrightReport,
  type VitestReport,
} from './results.ts'
import { root, runTool } from './run.ts'

const reports = join(root, 'test-results')

/** Runs projects of Vitest. */
export async function runVitest(projects: readonly string[]): Promise<Counts> {
  const file = await freshReport(`vitest-${projects.join('-')}.json`)
  const { code } = await runTool('vitest', [
    'run',
    '--passWithNoTests',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report = await read<VitestReport>(file)
  return withExitCode(report ? countVitest(report) : none, code)
}

/** Runs a project of Playwright. */
export async function runPlaywright(project: string): Promise<Counts> {
  const file = await freshReport(`playwright-${project}.json`)
  const { code } = await runTool(
    'playwright',
    ['test', `--project=${project}`, '--reporter=list,json'],
    {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  )
  const report = await read<PlaywrightReport>(file)
  return withExitCode(report ? countPlaywright(report) : none, code)
}

const vitestProjects = ['unit', 'contract', 'conformance', 'component']

/** All that `npm test` runs. Every suite runs, whatever happened to the one before. */
export async function runTests(): Promise<readonly Counts[]> {
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
