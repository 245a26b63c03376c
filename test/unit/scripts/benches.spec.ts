import { afterEach, describe, expect, it, vi } from 'vitest'
import { benchNames, faultOfBench, runBenches } from '../../../scripts/lib/benches.ts'
import { benchSize, sized } from '../../bench/support/size.ts'
import { report } from '../../bench/support/bench.ts'

describe('a measurement at the tiny size', () => {
  it('counts as a test with its time', async () => {
    const suite = await runBenches(['page-of-rows'])
    expect(suite).toMatchObject({ passed: 1, failed: 0, skipped: 0, failures: [] })
    expect(suite.times).toMatchObject([{ file: 'test/bench/page-of-rows.bench.ts' }])
  })

  it('fails where it cannot run, with its output', async () => {
    const { passed, failed, failures } = await runBenches(['of-nothing'])
    expect({ passed, failed }).toEqual({ passed: 0, failed: 1 })
    expect(failures).toMatchObject([
      { project: 'bench', file: 'test/bench/of-nothing.bench.ts', title: 'of-nothing' },
    ])
    expect(failures[0]?.error).toContain('Cannot find module')
  })

  it('fails where it throws, reports nothing, or a figure that is no number', () => {
    const good = { code: 0, output: 'a call: p50 1.0 ms' }
    expect(faultOfBench(good)).toBeUndefined()
    expect(faultOfBench({ ...good, code: 1 })).toContain('ended with code 1\na call')
    expect(faultOfBench({ ...good, output: ' \n' })).toBe('reported nothing')
    expect(faultOfBench({ ...good, output: 'a call: NaN ms' })).toContain('is no number')
  })
})

it('finds measurements by a part of their names', () => {
  expect(benchNames('rate-')).toEqual(['rate-throughput'])
  expect(benchNames('of-nothing')).toEqual([])
  expect(benchNames().length).toBeGreaterThan(20)
})

it('reports no measurement without values', () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  expect(() => {
    report('a call', [], 'ms')
  }).toThrow('a call: nothing was measured')
  expect(() => {
    report('a call', [1, Number.NaN], 'ms')
  }).toThrow('a call: nothing was measured')
  expect(print).not.toHaveBeenCalled()
  print.mockRestore()
})

describe('the size', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it('is the full one unless the tiny one is requested', () => {
    vi.stubEnv('COUNTERSIGN_BENCH', undefined)
    expect([benchSize(), sized(1_000, 2)]).toEqual(['full', 1_000])
    vi.stubEnv('COUNTERSIGN_BENCH', 'tiny')
    expect([benchSize(), sized(1_000, 2)]).toEqual(['tiny', 2])
  })

  it('is refused where its name is unknown', () => {
    vi.stubEnv('COUNTERSIGN_BENCH', 'tin')
    expect(benchSize).toThrow('COUNTERSIGN_BENCH=tin is unknown')
  })
})
