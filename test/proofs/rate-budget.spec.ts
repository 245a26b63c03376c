/**
 * Promise P4: never more than five calls in any second, as the banks count them on arrival. Real
 * banks, each behind a network of its own with random delays, and as many real clients with the
 * same number of calls each, all in processes of their own. The reached rate is printed and not
 * judged, because a busy computer lowers it: `test/unit/bank/rate-limit.spec.ts` judges it in
 * virtual time.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { makeTestPki, type TestPki } from '../unit/bank/support/test-pki.ts'
import { run } from './rate-budget/run.ts'
import type { Arrivals, Load } from './rate-budget/load.ts'
import { sizes } from './sizes.ts'

const limit = 5
const { banks, calls, rampMs } = sizes.rateBudget

/**
 * The shortest time between an arrival and the fifth after it: below 1000 ms, a one-second window
 * holds six.
 */
function tightest(arrivals: Arrivals): number {
  const gaps = arrivals.flatMap((seen) => {
    const sorted = seen.toSorted((a, b) => a - b)
    return sorted.slice(limit).map((at, i) => at - (sorted[i] ?? 0))
  })
  return Math.min(...gaps)
}

/**
 * Sustained calls per second of each bank: complete windows after the first, divided by their time.
 */
const rates = (arrivals: Arrivals): number[] =>
  arrivals.map((seen) => {
    const ends = seen.toSorted((a, b) => a - b).filter((_, i) => i % limit === limit - 1)
    const tookMs = (ends.at(-1) ?? 0) - (ends[0] ?? 0)
    return ((ends.length - 1) * limit * 1_000) / tookMs
  })

const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length

let pki: TestPki
beforeAll(async () => {
  pki = await makeTestPki()
})

async function provesTheLimit(title: string, load: Pick<Load, 'delayMs' | 'answerMs'>) {
  const { arrivals, reports } = await run({ ...load, pki, banks, calls, share: limit })
  const rate = mean(rates(arrivals))
  process.stdout.write(
    `rate budget, ${title}: ${rate.toFixed(2)} calls/s of ${limit} (${((100 * rate) / limit).toFixed(1)} %, ` +
      `slowest bank ${Math.min(...rates(arrivals)).toFixed(2)}), tightest six in ${tightest(arrivals).toFixed(1)} ms, ` +
      `allowance at the end ${reports[0]?.allowance ?? '?'}\n`,
  )
  expect(reports.map(({ answered }) => answered)).toEqual(Array(banks).fill(calls))
  expect(arrivals.map((seen) => seen.length)).toEqual(Array(banks).fill(calls + 1))
  expect(tightest(arrivals)).toBeGreaterThanOrEqual(1_000)
}

const steady = (ms: number) => ({ from: ms, to: ms, rampMs: 0 })

// Beside each other: all five together wait for answers and turns, and use a fifth of two cores.
describe.concurrent('the rate budget before real banks keeps the limit', () => {
  it.each([40, 400])('with delays up to %i ms each way', async (ms) => {
    await provesTheLimit(`delays up to ${String(ms)} ms`, { delayMs: steady(ms), answerMs: 0 })
  })

  it('when answers take 5 s', async () => {
    await provesTheLimit('answers after 5 s', { delayMs: steady(40), answerMs: 5_000 })
  })

  it('while delays grow from 5 to 400 ms and answers take 5 s', async () => {
    const delayMs = { from: 5, to: 400, rampMs }
    await provesTheLimit('delays growing, answers after 5 s', { delayMs, answerMs: 5_000 })
  })
})

it.concurrent('counts more where a client takes the limit for twice as high, so that the proof can fail', async () => {
  const load = { pki, banks: 2, calls: 30, share: 2 * limit, delayMs: steady(40), answerMs: 0 }
  const { arrivals } = await run(load)
  expect(tightest(arrivals)).toBeLessThan(1_000)
})
