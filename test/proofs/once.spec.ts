/**
 * P1: the program never sends a payment a second time, whatever is killed, unplugged or clicked, at whatever moment.
 * `npm run prove:once` plays the same with other numbers, and `-- --seed=S` one schedule again.
 */
import { expect, it } from 'vitest'
import { runOnce } from './once/run.ts'
import { scheduleOf } from './once/schedule.ts'

const firstSeed = 20_261_122
const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => first + at)

it('sends every payment at most once, loses none and shows none in a wrong state, through 500 schedules with a kill in each', async () => {
  const report = await runOnce({
    seeds: seedsFrom(firstSeed, 500),
    lanes: 8,
    spoiled: null,
  })
  expect(report.failed).toEqual([])
  expect(report.passed).toBe(500)
  expect(report.exits).toBeGreaterThan(50)
  // Neither all well nor all in doubt: every way out was taken.
  for (const end of ['accepted', 'accepted+', 'outcome-unknown']) {
    expect(report.ended[end]).toBeGreaterThan(10)
  }
  for (const met of Object.values(report.met)) expect(met).toBeGreaterThan(40)
})

/** Killed when the bank has the payment, or is about to. */
const diesAfterSending = (seed: number): boolean =>
  scheduleOf(seed).payments.some(
    ({ fault }) =>
      (fault.point === 'late-2xx' && fault.killedAfterMs !== null) ||
      (fault.point === 'kill' && fault.moment.by !== 'step'),
  )

it.each([
  ['does not journal before the first byte', 'late', 16],
  ['does not wait until the journal is flushed', 'unawaited', 24],
] as const)(
  'finds payments sent twice by a build that %s, so that the proof can fail',
  async (_, spoiled, many) => {
    const seeds = seedsFrom(firstSeed, 500).filter(diesAfterSending).slice(0, many)
    const report = await runOnce({ seeds, lanes: 8, spoiled })
    const wrong = report.failed.flatMap((one) => one.wrong)
    expect(wrong.filter((what) => what.includes('accepted it 2 times'))).not.toEqual([])
  },
)
