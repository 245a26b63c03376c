/**
 * Promise P1: the program never sends a payment or a batch a second time, whatever is killed,
 * unplugged or clicked, at any moment. `npm run prove -- once` plays the same with other numbers.
 */
import { expect, it } from 'vitest'
import { firstSeed, kinds, onceControls } from './once/controls.ts'
import { runOnce, type Played } from './once/run.ts'
import { dealt, handlings, type Planned } from './once/schedule.ts'
import { waySteps } from './harness/proxy-line.ts'
import { proofSize, sizes } from './sizes.ts'

const { schedules, proxied } = sizes.once

it(`sends every payment and every batch at most once, loses none and shows none in a wrong state, through ${String(schedules)} schedules with a kill in each`, async () => {
  const report = await runOnce({
    seeds: Array.from({ length: schedules }, (_, at) => firstSeed + at),
    lanes: 8,
  })
  expect(report.failed).toEqual([])
  expect(report.passed).toBe(schedules)
  expect(report.exits).toBeGreaterThan(schedules / 15)
  // Some succeeded and some have an unknown outcome: every ending occurred.
  for (const end of ['accepted', 'outcome-unknown']) {
    expect(report.ended[end]).toBeGreaterThan(schedules / 50)
    expect(report.ended[`batch ${end}`]).toBeGreaterThan(schedules / 100)
  }
  // Most unknown outcomes that two people review are known at the bank by then. How many depends on
  // milliseconds, so a few schedules may have none.
  if (proofSize() === 'full')
    for (const end of ['accepted+', 'batch accepted+'])
      expect(report.ended[end]).toBeGreaterThan(schedules / 250)
  for (const how of handlings.filter((one) => one !== 'release'))
    expect(report.handled[how]).toBeGreaterThan(schedules / 100)
  expect(report.reportedLate).toBeGreaterThan(schedules / 50)
  expect(report.batches).toBeGreaterThan(schedules / 2)
  // What is dealt to one kind has no other bound than the one below.
  const isDealtOnce = (point: string): boolean =>
    dealt.filter(({ answer }) => answer === point).length === 1
  for (const [point, { payment, batch }] of Object.entries(report.met))
    if (!isDealtOnce(point)) expect(payment + batch, point).toBeGreaterThan(schedules / 20)
  for (const { answer, kind } of dealt)
    expect(report.met[answer][kind]).toBeGreaterThanOrEqual(2 * Math.floor(schedules / 30))
})

it('holds behind a proxy, and leaves none unknown whose way is cut before a byte of it', async () => {
  const report = await runOnce({
    seeds: Array.from({ length: proxied }, (_, at) => firstSeed + at),
    lanes: 4,
    isBehindProxy: true,
  })
  expect(report.failed).toEqual([])
  expect(report.passed).toBe(proxied)
  expect(report.ended['accepted']).toBeGreaterThan(0)
  for (const step of waySteps) expect(report.cut[step], step).toBeGreaterThan(0)
})

/** A batch is named by its uuid. */
const kindOf = (what: string): Planned['kind'] =>
  /^[0-9a-f]{32}: /.test(what) ? 'batch' : 'payment'

it.each(Object.entries(onceControls).map(([without, more]) => ({ without, ...more })))(
  'finds a build that $lacks, so that the proof can fail',
  async ({ without, says, seeds, kinds: expected, isBehindProxy = false }) => {
    const kindsIn = (played: readonly Played[]): Planned['kind'][] => {
      const wrong = played.flatMap((one) => one.wrong).filter((what) => what.includes(says))
      return kinds.filter((kind) => wrong.some((what) => kindOf(what) === kind))
    }
    const report = await runOnce({
      seeds: seeds(),
      lanes: 4,
      without,
      isBehindProxy,
      isEnough: (played) => kindsIn(played).length === expected.length,
    })
    expect(kindsIn(report.failed)).toEqual(expected)
  },
)
