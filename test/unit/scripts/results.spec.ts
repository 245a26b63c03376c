import { describe, expect, it } from 'vitest'
import {
  addUp,
  afterRerun,
  closingLine,
  countPlaywright,
  countVitest,
  ending,
  isGood,
  none,
  withExitCode,
  withoutFiles,
  type SuiteResult,
  type VitestReport,
} from '../../../scripts/lib/results.ts'

const vitest = (part: Partial<VitestReport> = {}): VitestReport => ({
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
  ...part,
})
const suite = (part: Partial<SuiteResult> = {}): SuiteResult => ({
  name: 'unit',
  seconds: 3,
  passed: 2,
  failed: 0,
  skipped: 0,
  failures: [],
  times: [],
  rerun: [],
  ...part,
})
const failure = { project: 'unit', file: 'test/unit/a.spec.ts', title: 'adds', error: '' }
const dead = { file: 'test/unit/dies.spec.ts', signal: 'SIGSEGV' }
const playwright = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 }

describe('counting', () => {
  it('counts what Vitest reports, pending and to-do tests as skipped', () => {
    expect(countVitest(vitest({ numPendingTests: 1, numTodoTests: 2 }))).toEqual({
      passed: 7,
      failed: 0,
      skipped: 3,
    })
  })

  it('counts a file that could not be loaded as one failure', () => {
    const broken = { status: 'failed', assertionResults: [] }
    expect(countVitest(vitest({ testResults: [broken] })).failed).toBe(1)
  })

  it('does not count a failed test a second time for its file', () => {
    const failed = { status: 'failed', assertionResults: [{ status: 'failed' }] }
    expect(countVitest(vitest({ numFailedTests: 1, testResults: [failed] })).failed).toBe(1)
  })

  it('counts a flaky test and an error outside any test as failures', () => {
    const report = { stats: { ...playwright, flaky: 1 }, errors: ['could not be loaded'] }
    expect(countPlaywright(report)).toEqual({ passed: 5, failed: 2, skipped: 0 })
  })

  it('leaves out the files that ran again, with what they had passed until they died', () => {
    const of = (name: string, ...statuses: string[]) => ({
      name,
      status: 'passed',
      assertionResults: statuses.map((status) => ({ status })),
    })
    const report = vitest({
      numPassedTests: 4,
      testResults: [
        of('/tree/test/unit/dies.spec.ts', 'passed', 'pending'),
        of('/tree/test/unit/lives.spec.ts', 'passed', 'passed', 'passed', 'skipped'),
      ],
    })
    expect(countVitest(withoutFiles(report, ['test/unit/dies.spec.ts']))).toEqual({
      passed: 3,
      failed: 0,
      skipped: 1,
    })
  })

  it('counts a file that ran once more as received out then, and keeps its failure', () => {
    const report = vitest({
      testResults: [
        { name: `/tree/${dead.file}`, status: 'passed', assertionResults: [{ status: 'passed' }] },
        {
          name: '/tree/test/unit/lives.spec.ts',
          status: 'passed',
          assertionResults: [{ status: 'passed' }, { status: 'passed' }],
        },
      ],
    })
    const times = [
      { file: dead.file, seconds: 1 },
      { file: 'test/unit/lives.spec.ts', seconds: 2 },
    ]
    const again = suite({
      seconds: 5,
      passed: 7,
      failed: 1,
      failures: [failure],
      times: [{ file: dead.file, seconds: 4 }],
    })
    const first = suite({ failed: 1, failures: [{ ...failure, title: 'the signal' }], times })
    expect(afterRerun(first, report, [dead], again)).toEqual(
      suite({
        seconds: 8,
        passed: 9,
        failed: 1,
        failures: [failure],
        times: [
          { file: 'test/unit/lives.spec.ts', seconds: 2 },
          { file: dead.file, seconds: 4 },
        ],
        rerun: [dead],
      }),
    )
  })

  it('takes the exit code of a runner as final', () => {
    expect(withExitCode(none, 1).failed).toBe(1)
    expect(withExitCode({ ...none, failed: 3 }, 1).failed).toBe(3)
    expect(withExitCode({ ...none, passed: 3 }, 0).failed).toBe(0)
  })
})

describe('the closing line', () => {
  it('adds up all suites', () => {
    const all = [
      { passed: 100, failed: 0, skipped: 0 },
      { passed: 23, failed: 0, skipped: 0 },
    ]
    expect(closingLine('tests', addUp(all))).toBe('tests: 123 passed, 0 failed')
  })

  it('names skipped tests only when there are any', () => {
    expect(closingLine('tests', { passed: 1, failed: 2, skipped: 3 })).toBe(
      'tests: 1 passed, 2 failed, 3 skipped',
    )
  })

  it('is good only when something ran and nothing failed', () => {
    expect(isGood({ passed: 1, failed: 0, skipped: 0 })).toBe(true)
    expect(isGood({ passed: 1, failed: 1, skipped: 0 })).toBe(false)
    expect(isGood(none)).toBe(false)
  })
})

describe('the end of a run', () => {
  it('is the closing line alone where there is nothing else to report', () => {
    expect(ending('verify', [suite(), suite()])).toBe('verify: 4 passed, 0 failed')
  })

  it('has the failures right above the closing line, which is the last one', () => {
    const bad = suite({ passed: 1, failed: 1, failures: [failure], rerun: [dead] })
    const times = [{ file: 'test/e2e/slow.spec.ts', seconds: 12.34 }]
    expect(
      ending('verify', [suite({ times }), bad], [{ name: 'eslint test', seconds: 104.26 }]),
    ).toBe(
      `stage        wall seconds  tests
eslint test         104.3
unit                  3.0      2
unit                  3.0      2
slowest test files     seconds
test/e2e/slow.spec.ts     12.3
rerun after a signal: 1 file (test/unit/dies.spec.ts, SIGSEGV)
FAILED unit test/unit/a.spec.ts > adds
verify: 3 passed, 1 failed`,
    )
  })

  it('names each file that ran once more', () => {
    const second = { file: 'test/unit/falls.spec.ts', signal: 'SIGABRT' }
    expect(ending('tests', [suite({ rerun: [dead] }), suite({ rerun: [second] })])).toBe(
      'rerun after a signal: 2 files ' +
        '(test/unit/dies.spec.ts, SIGSEGV; test/unit/falls.spec.ts, SIGABRT)\n' +
        'tests: 4 passed, 0 failed',
    )
  })

  it('shows the twenty slowest files of all suites, the slowest first', () => {
    const times = Array.from({ length: 15 }, (_, at) => ({ file: `a${at}.spec.ts`, seconds: at }))
    const others = times.map(({ seconds }) => ({
      file: `b${seconds}.spec.ts`,
      seconds: seconds + 0.5,
    }))
    const lines = ending('tests', [suite({ times }), suite({ times: others })]).split('\n')
    expect(lines).toHaveLength(1 + 20 + 1)
    expect(lines.slice(1, 4).map((line) => line.split(/ +/))).toEqual([
      ['b14.spec.ts', '14.5'],
      ['a14.spec.ts', '14.0'],
      ['b13.spec.ts', '13.5'],
    ])
    expect(lines.at(-1)).toBe('tests: 4 passed, 0 failed')
  })
})
