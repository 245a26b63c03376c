/**
 * P1: the program never sends a payment or a batch a second time, whatever is killed, unplugged or clicked, at whatever moment.
 * `npm run prove:once` plays the same with other numbers, and `-- --seed=S` one schedule again.
 */
import { expect, it } from 'vitest'
import { runOnce } from './once/run.ts'
import { scheduleOf, type Planned } from './once/schedule.ts'

const firstSeed = 20_261_122
/** `npm run prove:once -- 2000` plays as many as a release is published with. */
const schedules = 60
const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => first + at)

it('sends every payment and every batch at most once, loses none and shows none in a wrong state, through 60 schedules with a kill in each', async () => {
  const report = await runOnce({
    seeds: seedsFrom(firstSeed, schedules),
    lanes: 8,
    spoiled: null,
  })
  expect(report.failed).toEqual([])
  expect(report.passed).toBe(schedules)
  expect(report.exits).toBeGreaterThan(5)
  // Neither all well nor all in doubt: every way out was taken.
  for (const end of ['accepted', 'outcome-unknown']) {
    expect(report.ended[end]).toBeGreaterThan(0)
    expect(report.ended[`batch ${end}`]).toBeGreaterThan(0)
  }
  expect(report.batches).toBeGreaterThan(30)
  for (const met of Object.values(report.met)) expect(met).toBeGreaterThan(4)
})

/** One of this kind is killed when the bank has it, or is about to. */
const diesAfterSending = (seed: number, kind: Planned['kind']): boolean =>
  scheduleOf(seed).payments.some(
    ({ fault, planned }) =>
      planned.kind === kind &&
      ((fault.point === 'late-2xx' && fault.killedAfterMs !== null) ||
        (fault.point === 'kill' && fault.moment.by !== 'step')),
  )

it.each([
  ['payments', 'payment', 'does not journal before the first byte', 'late', 12],
  ['batches', 'batch', 'does not journal before the first byte', 'late', 12],
  ['payments', 'payment', 'does not wait until the journal is flushed', 'unawaited', 16],
  ['batches', 'batch', 'does not wait until the journal is flushed', 'unawaited', 16],
] as const)(
  'finds %s sent twice, so that the proof can fail: %s, by a build that %s',
  async (_many, kind, _how, spoiled, many) => {
    const dying = seedsFrom(firstSeed, 500).filter((seed) => diesAfterSending(seed, kind))
    const report = await runOnce({ seeds: dying.slice(0, many), lanes: 8, spoiled })
    const twice = report.failed
      .flatMap((one) => one.wrong)
      .filter((what) => what.includes('accepted it 2 times'))
    // A batch is named by its uuid.
    const isBatch = (what: string): boolean => /^[0-9a-f]{32}: /.test(what)
    expect(twice.filter((what) => isBatch(what) === (kind === 'batch'))).not.toEqual([])
  },
)
