import { describe, expect, it } from 'vitest'
import {
  addUp,
  closingLine,
  countPlaywright,
  countVitest,
  isGood,
  none,
  withExitCode,
  withoutFiles,
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

  it('leaves out the files that ran anew, with what they had passed until they died', () => {
    const of = (name: string, ...statuses: string[]) => ({
      ...{ name, status: 'passed' },
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

  it('lets the exit code of a runner have the last word', () => {
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
