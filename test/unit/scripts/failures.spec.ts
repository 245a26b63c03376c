import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  failureList,
  filesOfDeadProcesses,
  playwrightFailures,
  playwrightTimes,
  vitestFailures,
  type Failure,
  type PlaywrightDetail,
  type VitestDetail,
} from '../../../scripts/lib/failures.ts'
import { outsideFileVariable, type OutsideReport } from '../../../scripts/lib/outside-reporter.ts'
import { countVitest, withoutFiles, type VitestReport } from '../../../scripts/lib/results.ts'
import { root, runTool } from '../../../scripts/lib/run.ts'

const failure: Failure = { project: 'unit', file: 'test/unit/a.spec.ts', title: 'x > y', error: '' }
const readJson = async <Read>(file: string): Promise<Read> =>
  JSON.parse(await readFile(file, 'utf8')) as Read

const specs: Readonly<Record<string, string>> = {
  'sums.spec.ts': `
    import { describe, expect, it } from 'vitest'
    describe('sums', () => {
      it('adds', () => expect(1 + 1).toBe(2))
      it('adds lists', () => expect([1, 2]).toEqual([3]))
    })`,
  'broken.spec.ts': `import './not-there.ts'`,
  'ground.spec.ts': `
    import { beforeAll, describe, it } from 'vitest'
    describe('outer', () => describe('inner', () => {
      beforeAll(() => { throw new Error('no ground') })
      it('stands', () => undefined)
    }))`,
  'late.spec.ts': `
    import { it } from 'vitest'
    it('leaves something behind', () => new Promise((done) => {
      setTimeout(() => { throw new Error('too late') })
      setTimeout(done, 50)
    }))`,
}

const dying: Readonly<Record<string, string>> = {
  'dies.spec.ts': `
    import { it } from 'vitest'
    it('stood until then', () => undefined)
    it('is ended', async () => {
      process.kill(process.pid, 'SIGSEGV')
      await new Promise((done) => setTimeout(done, 5_000))
    })`,
  'lives.spec.ts': `
    import { it } from 'vitest'
    it('stands', () => undefined)`,
}

/** Runs Vitest on these files; the folder goes with the suite. */
async function runOn(files: Readonly<Record<string, string>>) {
  await mkdir(join(root, 'test-results'), { recursive: true })
  const folder = await mkdtemp(join(root, 'test-results/failures-'))
  await mkdir(join(folder, 'test/unit'), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, 'test/unit', name), text)
  }
  const [file, outsideFile] = [join(folder, 'report.json'), join(folder, 'outside.json')]
  const reporters = ['json', join(root, 'scripts/lib/outside-reporter.ts')]
  await runTool(
    'vitest',
    [
      'run',
      '--root',
      folder,
      ...reporters.map((reporter) => `--reporter=${reporter}`),
      `--outputFile.json=${file}`,
    ],
    { quiet: true, env: { [outsideFileVariable]: outsideFile } },
  )
  const detail = await readJson<VitestDetail & VitestReport>(file)
  const { failures: outside, times } = await readJson<OutsideReport>(outsideFile)
  await rm(folder, { recursive: true, force: true })
  return { folder, detail, outside, times }
}

describe('a run of Vitest in which a process dies', () => {
  it('names the file whose it was, and counts the others', async () => {
    const { folder, detail, outside } = await runOn(dying)
    const dead = filesOfDeadProcesses(vitestFailures(detail, folder, outside), folder)
    expect(dead).toEqual([{ file: 'test/unit/dies.spec.ts', signal: 'SIGSEGV' }])
    expect(countVitest(withoutFiles(detail, ['test/unit/dies.spec.ts']))).toEqual({
      passed: 1,
      failed: 0,
      skipped: 0,
    })
  })

  it('names every file that a process without isolation had been given', () => {
    const error =
      'Error: Worker exited unexpectedly with signal SIGABRT during started state while running' +
      ' test files /tree/test/unit/a.spec.ts, /tree/test/unit/b.spec.ts'
    expect(filesOfDeadProcesses([{ ...failure, error }], '/tree')).toEqual([
      { file: 'test/unit/a.spec.ts', signal: 'SIGABRT' },
      { file: 'test/unit/b.spec.ts', signal: 'SIGABRT' },
    ])
  })

  it('is not one whose process ended by itself, with a code', () => {
    const error =
      'Error: Worker exited unexpectedly with exit code 7 during started state while running' +
      ' test file /tree/test/unit/a.spec.ts'
    expect(filesOfDeadProcesses([{ ...failure, error }], '/tree')).toBeUndefined()
  })

  it('has no file to run again where anything else went wrong as well', async () => {
    const { folder, detail, outside } = await runOn({ ...dying, ...specs })
    const failures = vitestFailures(detail, folder, outside)
    expect(filesOfDeadProcesses(failures, folder)).toBeUndefined()
    expect(filesOfDeadProcesses([], folder)).toBeUndefined()
  })
})

describe('a real run of Vitest', () => {
  let folder: string
  let detail: VitestDetail
  let outside: readonly Failure[]
  let times: OutsideReport['times']
  beforeAll(async () => {
    ;({ folder, detail, outside, times } = await runOn(specs))
  })

  it('has the time of every file', () => {
    expect(times.map(({ file }) => file).sort()).toEqual(
      Object.keys(specs)
        .map((name) => `test/unit/${name}`)
        .sort(),
    )
    // Its one test waits for 50 ms.
    const late = times.find(({ file }) => file.includes('late'))
    expect(late?.seconds).toBeGreaterThan(0.04)
  })

  it('has every failure named once, in a test, around it, and outside any', () => {
    const found = vitestFailures(detail, folder, outside)
    expect(found.map(({ file, title }) => `${file} ${title}`).sort()).toEqual([
      'test/unit/broken.spec.ts the file as a whole',
      'test/unit/ground.spec.ts outer > inner (around its tests)',
      'test/unit/late.spec.ts an error that nobody handled, perhaps of "leaves something behind"',
      'test/unit/sums.spec.ts sums > adds lists',
    ])
    const list = failureList(found)
    for (const part of ['expected [ 1, 2 ] to deeply equal [ 3 ]', 'no ground', 'too late'])
      expect(list).toContain(part)
    expect(list).toContain("Cannot find module './not-there.ts'")
    expect(list).toMatch(/ at .*sums\.spec\.ts:5/)
    expect(list).not.toContain('node_modules')
  })

  it('has a broken file named by its report alone too', () => {
    const broken = vitestFailures(detail, folder).find(({ file }) => file.includes('broken'))
    expect(broken).toMatchObject({ project: 'unit', title: 'the file as a whole' })
    expect(broken?.error).toContain('./not-there.ts')
  })
})

describe('a report of Playwright', () => {
  it('has every failure named: of a test, of one that needed luck, and outside any', async () => {
    const file = join(import.meta.dirname, 'reports/playwright.json')
    const detail = await readJson<PlaywrightDetail>(file)
    const found = playwrightFailures(detail, '/home/ci/countersign', 'e2e')
    const place = { project: 'e2e', file: 'test/e2e/window.spec.ts' }
    expect(found).toMatchObject([
      { ...place, title: 'the window > closes' },
      { ...place, title: 'the window > lucky (passed when it was run again)' },
      { ...place, title: 'the window > inner > too late' },
      { project: 'e2e', file: '', title: 'outside any test' },
    ])
    const list = failureList(found)
    for (const part of ['Expected: "closed"', 'Test timeout of 100ms exceeded', 'not-there.ts'])
      expect(list).toContain(part)
    expect(list).not.toContain('\u001b')
  })

  it('has the time of every file, of the tests within its suites too', async () => {
    const detail = await readJson<PlaywrightDetail>(
      join(import.meta.dirname, 'reports/playwright.json'),
    )
    const [time, ...others] = playwrightTimes(detail, '/home/ci/countersign')
    expect(time?.file).toBe('test/e2e/window.spec.ts')
    expect(time?.seconds).toBeCloseTo(0.271)
    expect(others).toEqual([])
  })
})

describe('the list of failures', () => {
  it('names project, file, title and the first lines of the error', () => {
    expect(failureList([{ ...failure, error: 'Error: one\n\n  two' }])).toBe(
      'FAILED unit test/unit/a.spec.ts > x > y\n    Error: one\n      two',
    )
  })

  it('is bounded in failures, lines and letters, and says what it leaves out', () => {
    const long = Array.from({ length: 40 }, (_, at) => `${at} ${'x'.repeat(4_000)}`).join('\n')
    const lines = failureList(
      Array.from({ length: 23 }, () => ({ ...failure, error: long })),
    ).split('\n')
    expect(lines).toHaveLength(20 * (1 + 12 + 1) + 1)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(310)
    expect(lines.at(-1)).toBe('and 3 more that failed')
  })
})
