import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createPollSchedule } from '../../../../../main/money/batch/tracking/poll-schedule.ts'
import { movableTime } from '../../../support/movable-time.ts'

const [minute, hour, day, year] = [60_000, 3_600_000, 86_400_000, 365 * 86_400_000]

/**
 * A schedule whose batches are due an hour after each poll; `stored` gives the stored due times.
 */
async function scheduled(stored: () => ReadonlyMap<string, Date> = () => new Map()) {
  const time = movableTime()
  const requested: number[] = []
  const problems: unknown[] = []
  const schedule = createPollSchedule({
    clock: time.clock,
    startTimer: time.startTimer,
    mayPoll: () => true,
    due: () => Promise.resolve(stored()),
    poll: () => {
      requested.push(time.clock.monotonicMs())
      const next = new Date(time.clock.now().getTime() + hour)
      return Promise.resolve({ wasAnswered: true, next })
    },
    report: (_where, problem) => problems.push(problem),
  })
  await schedule.start()
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= minute) {
      time.pass(Math.min(left, minute))
      await setImmediate()
    }
  }
  return { time, schedule, requested, pass, problems }
}

const inAnHour = ({ time }: Awaited<ReturnType<typeof scheduled>>): Date =>
  new Date(time.clock.now().getTime() + hour)

describe('the poll schedule of tracked batches', () => {
  it.each([
    ['one hour back', -hour],
    ['one day back', -day],
    ['one year back', -year],
    ['one day forth', day],
    ['one year forth', year],
  ])('polls no later than planned after the clock was set %s, and continues', async (_what, by) => {
    const one = await scheduled()
    one.schedule.plan('batch', inAnHour(one))
    await one.pass(10 * minute)
    one.time.set(by)
    await one.pass(50 * minute + minute)
    expect(one.requested.length).toBe(1)
    const before = one.requested.length
    await one.pass(3 * hour)
    expect(one.requested.length).toBeGreaterThanOrEqual(before + 2)
    expect(one.requested.length).toBeLessThanOrEqual(before + 4)
    expect(one.problems).toEqual([])
  })

  it('polls within a day what was planned while the clock was a year ahead', async () => {
    let at = new Date(0)
    const one = await scheduled(() => new Map([['batch', at]]))
    at = new Date(one.time.clock.now().getTime() + year)
    await one.schedule.stop()
    await one.schedule.start()
    await one.pass(day + minute)
    expect(one.requested.length).toBeGreaterThanOrEqual(1)
  })

  it('reads the plan again once the clock was set, since an ended poll may be due after all', async () => {
    let saved = new Map<string, Date>()
    const one = await scheduled(() => saved)
    await one.pass(5 * minute)
    expect(one.requested).toEqual([])
    saved = new Map([['batch', one.time.clock.now()]])
    one.time.set(-year)
    saved = new Map([['batch', one.time.clock.now()]])
    await one.pass(11 * minute)
    expect(one.requested.length).toBe(1)
  })
})
