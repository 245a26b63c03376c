import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BackOff, Poller, type PollerDeps } from '../../../main/platform/poller.ts'
import { movableTime } from '../support/movable-time.ts'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const year = 365 * day

/** A poller whose polls are recorded, and answered as `poll` says; by default each is the last. */
function polling(deps: Partial<PollerDeps> = {}) {
  const time = movableTime()
  const polled: { readonly id: string; readonly atMs: number }[] = []
  const problems: unknown[] = []
  const state = { mayPoll: true }
  const begunMs = time.clock.monotonicMs()
  const poller: Poller = new Poller({
    clock: time.clock,
    startTimer: time.startTimer,
    mayPoll: () => state.mayPoll,
    planAll: () => Promise.resolve(),
    parallel: 1,
    report: (problem) => problems.push(problem),
    ...deps,
    async poll(id) {
      polled.push({ id, atMs: time.clock.monotonicMs() - begunMs })
      if (deps.poll) await deps.poll(id)
      else poller.plan(id, null)
    },
  })
  const inMs = (ms: number): Date => new Date(time.clock.now().getTime() + ms)
  /** Time passes in steps of a second or a minute, so that each timer's work ends in its step. */
  const pass = async (ms: number, step = second): Promise<void> => {
    time.pass(0)
    await setImmediate()
    for (let left = ms; left > 0; left -= step) {
      time.pass(Math.min(left, step))
      await setImmediate()
    }
  }
  return {
    time,
    poller,
    polled,
    problems,
    state,
    inMs,
    pass,
    ids: () => polled.map(({ id }) => id),
    moments: () => polled.map(({ atMs }) => atMs),
  }
}

describe('what is due', () => {
  it('is planned together with one timer, and polled in turn', async () => {
    const { clock, startTimer, ...time } = movableTime()
    let timers = 0
    const one = polling({
      clock,
      startTimer: (afterMs, run) => {
        timers += 1
        return startTimer(afterMs, run)
      },
    })
    await one.poller.start()
    const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms)
    one.poller.planEach(new Map([1, 2, 3].map((at) => [String(at), inMs(at * 10 * second)])))
    expect(timers).toBe(1)
    for (let at = 0; at < 40; at += 1) {
      time.pass(second)
      await setImmediate()
    }
    expect(one.ids()).toEqual(['1', '2', '3'])
  })

  it('is polled at its moment, and not before the start', async () => {
    const one = polling()
    one.poller.plan('a', one.inMs(5 * second))
    await one.pass(10 * second)
    expect(one.polled).toEqual([])
    await one.poller.start()
    one.poller.plan('b', one.inMs(20 * second))
    await one.pass(minute)
    expect(one.polled).toEqual([
      { id: 'a', atMs: 10 * second },
      { id: 'b', atMs: 30 * second },
    ])
  })

  it('is everything that is planned at the start, at each start', async () => {
    const one = polling({
      planAll: () => {
        one.poller.plan('a', one.inMs(second))
        return Promise.resolve()
      },
    })
    await one.poller.start()
    await one.pass(5 * second)
    await one.poller.stop()
    await one.poller.start()
    await one.pass(5 * second)
    expect(one.ids()).toEqual(['a', 'a'])
  })

  it('is polled with the longest overdue first', async () => {
    const one = polling()
    for (const [id, seconds] of [
      ['c', 30],
      ['a', 10],
      ['b', 20],
    ] as const)
      one.poller.plan(id, one.inMs(seconds * second))
    await one.pass(minute)
    await one.poller.start()
    await one.pass(second)
    expect(one.ids()).toEqual(['a', 'b', 'c'])
  })

  it('is polled again as its own poll has planned it', async () => {
    const one = polling({
      poll: (id) => {
        one.poller.plan(id, one.inMs(10 * second))
        return Promise.resolve()
      },
    })
    await one.poller.start()
    one.poller.plan('a', one.inMs(0))
    await one.pass(25 * second)
    expect(one.moments()).toEqual([0, 10 * second, 20 * second])
  })

  it('can be planned again, and can be removed', async () => {
    const one = polling()
    await one.poller.start()
    one.poller.plan('a', one.inMs(10 * second))
    one.poller.plan('b', one.inMs(10 * second))
    one.poller.plan('a', one.inMs(30 * second))
    one.poller.plan('b', null)
    await one.pass(minute)
    expect(one.polled).toEqual([{ id: 'a', atMs: 30 * second }])
    expect(one.time.waiting()).toBe(0)
  })

  it('needs no timer if there is none', async () => {
    const one = polling()
    await one.poller.start()
    expect(one.time.waiting()).toBe(0)
  })

  it('is looked at every minute at least, because a computer may sleep', async () => {
    const waits: number[] = []
    const one = polling({
      startTimer: (afterMs, run) => {
        waits.push(afterMs)
        return one.time.startTimer(afterMs, run)
      },
    })
    await one.poller.start()
    one.poller.plan('a', one.inMs(hour))
    expect(waits.at(-1)).toBe(minute)
    // The computer sleeps: the wall clock moves on alone.
    one.time.set(hour)
    await one.pass(minute)
    expect(one.ids()).toEqual(['a'])
  })
})

describe('a clock that is set', () => {
  it.each([
    ['one hour back', -hour],
    ['one day back', -day],
    ['one year back', -year],
    ['one day forth', day],
    ['one year forth', year],
  ])('%s delays no poll', async (_what, by) => {
    const one = polling()
    await one.poller.start()
    one.poller.plan('a', one.inMs(hour))
    await one.pass(10 * minute, minute)
    one.time.set(by)
    await one.pass(51 * minute, minute)
    expect(one.ids()).toEqual(['a'])
  })

  it('does not make a plan for the same moment later', async () => {
    const one = polling()
    await one.poller.start()
    const at = one.inMs(hour)
    one.poller.plan('a', at)
    one.time.set(-day)
    one.poller.plan('a', at)
    await one.pass(hour + minute, minute)
    expect(one.ids()).toEqual(['a'])
  })

  it('bounds a plan for a moment that lay years ahead: by a day, or by its own longest interval', async () => {
    const one = polling()
    await one.poller.start()
    one.poller.plan('a', one.inMs(year))
    one.poller.plan('b', one.inMs(year), hour)
    await one.pass(hour + minute, minute)
    expect(one.ids()).toEqual(['b'])
    await one.pass(day, minute)
    expect(one.ids()).toEqual(['b', 'a'])
  })

  it.each([
    ['set back', -year],
    ['set forth', year],
    ['moved by a sleep', 2 * minute],
  ])('has everything planned again once it was %s, if that is wanted', async (_what, by) => {
    let isThere = false
    const one = polling({
      plansAfterClockSet: true,
      planAll: () => {
        if (isThere) one.poller.plan('a', one.inMs(0))
        return Promise.resolve()
      },
    })
    await one.poller.start()
    isThere = true
    await one.pass(21 * minute, minute)
    expect(one.ids()).toEqual([])
    one.time.set(by)
    await one.pass(11 * minute, minute)
    expect(one.ids()).toEqual(['a'])
    await one.pass(30 * minute, minute)
    expect(one.ids()).toEqual(['a'])
  })

  it('has nothing planned again for a correction by time synchronisation', async () => {
    let plans = 0
    const one = polling({
      plansAfterClockSet: true,
      planAll: () => {
        plans += 1
        return Promise.resolve()
      },
    })
    await one.poller.start()
    one.time.set(30 * second)
    await one.pass(30 * minute, minute)
    expect(plans).toBe(1)
  })

  it('reports a plan that could not be read, and polls the planned ones', async () => {
    let plans = 0
    const one = polling({
      plansAfterClockSet: true,
      planAll: () => ((plans += 1) === 2 ? Promise.reject(new Error('full')) : Promise.resolve()),
    })
    await one.poller.start()
    one.poller.plan('a', one.inMs(hour))
    one.time.set(-day)
    await one.pass(hour + minute, minute)
    expect(one.problems).toEqual([new Error('full')])
    expect(one.ids()).toEqual(['a'])
  })
})

describe('polls', () => {
  it('run in a limited number at the same time', async () => {
    const ends: (() => void)[] = []
    const one = polling({
      parallel: 2,
      poll: (id) =>
        new Promise((resolve) => {
          ends.push(() => {
            one.poller.plan(id, null)
            resolve()
          })
        }),
    })
    await one.poller.start()
    for (const id of ['a', 'b', 'c']) one.poller.plan(id, one.inMs(0))
    await one.pass(second)
    expect(one.ids()).toEqual(['a', 'b'])
    for (const end of ends) end()
    await one.pass(second)
    expect(one.ids()).toEqual(['a', 'b', 'c'])
  })

  it('that throw are reported and repeated after 15 seconds, and stop no other', async () => {
    let isFull = true
    const one = polling({
      poll: (id) => {
        if (id === 'a' && isFull) return Promise.reject(new Error('full'))
        one.poller.plan(id, null)
        return Promise.resolve()
      },
    })
    await one.poller.start()
    one.poller.plan('a', one.inMs(0))
    one.poller.plan('b', one.inMs(0))
    await one.pass(10 * second)
    expect(one.ids()).toEqual(['a', 'b'])
    isFull = false
    await one.pass(10 * second)
    expect(one.polled.at(-1)).toEqual({ id: 'a', atMs: 15 * second })
    expect(one.problems).toEqual([new Error('full')])
  })

  it('wait while they are blocked, tried every five seconds', async () => {
    const one = polling()
    await one.poller.start()
    one.state.mayPoll = false
    one.poller.plan('a', one.inMs(second))
    await one.pass(12 * second)
    expect(one.polled).toEqual([])
    one.state.mayPoll = true
    await one.pass(5 * second)
    expect(one.ids()).toEqual(['a'])
  })

  it('that come next wait once they are blocked or nothing answers, and none is lost', async () => {
    const one = polling({
      poll: (id) => {
        one.poller.plan(id, null)
        if (id === 'a') one.state.mayPoll = false
        if (id === 'b') one.poller.backOff.unanswered()
        return Promise.resolve()
      },
    })
    await one.poller.start()
    for (const id of ['a', 'b', 'c']) one.poller.plan(id, one.inMs(0))
    await one.pass(10 * second)
    expect(one.ids()).toEqual(['a'])
    one.state.mayPoll = true
    await one.pass(5 * second)
    expect(one.ids()).toEqual(['a', 'b'])
    await one.pass(16 * second)
    expect(one.ids()).toEqual(['a', 'b', 'c'])
  })

  it('are made less often while nothing answers, down to every five minutes', async () => {
    const one = polling({
      poll: (id) => {
        one.poller.planIn(id, second)
        one.poller.backOff.unanswered()
        return Promise.resolve()
      },
    })
    await one.poller.start()
    one.poller.plan('a', one.inMs(0))
    await one.pass(20 * minute)
    const [begin = 0, ...others] = one.moments()
    const pauses = others.map((at, index) => (at - (one.moments()[index] ?? begin)) / second)
    expect(pauses).toEqual([15, 30, 60, 120, 240, 300, 300])
  })

  it('in progress are waited for at the stop, and none begins after it', async () => {
    const work = Promise.withResolvers<undefined>()
    const steps: string[] = []
    const one = polling({
      poll: async (id) => {
        one.poller.plan(id, null)
        await work.promise
        steps.push('poll ended')
      },
    })
    await one.poller.start()
    one.poller.plan('a', one.inMs(0))
    one.poller.plan('b', one.inMs(0))
    await one.pass(second)
    const stopped = one.poller.stop().then(() => steps.push('stopped'))
    expect(one.poller.isOn()).toBe(false)
    await setImmediate()
    work.resolve(undefined)
    await stopped
    await one.pass(minute)
    expect(steps).toEqual(['poll ended', 'stopped'])
    expect(one.ids()).toEqual(['a'])
    expect(one.time.waiting()).toBe(0)
    await one.poller.start()
    await one.pass(second)
    expect(one.ids()).toEqual(['a', 'b'])
  })

  it('that are planned while another runs are made after it', async () => {
    const one = polling({
      poll: (id) => {
        one.poller.plan(id, null)
        if (id === 'a') one.poller.plan('b', one.inMs(0))
        return Promise.resolve()
      },
    })
    await one.poller.start()
    one.poller.plan('a', one.inMs(0))
    await one.pass(2 * second)
    expect(one.ids()).toEqual(['a', 'b'])
  })
})

describe('a pause', () => {
  it('grows from 15 seconds to five minutes, and starts again after an answer', () => {
    const time = movableTime()
    const backOff = new BackOff(time.clock)
    expect(backOff.leftMs()).toBe(0)
    for (const seconds of [15, 30, 60, 120, 240, 300, 300]) {
      backOff.unanswered()
      expect(backOff.leftMs()).toBe(seconds * second)
      time.pass(seconds * second)
      expect(backOff.leftMs()).toBe(0)
    }
    backOff.unanswered()
    backOff.answered()
    expect(backOff.leftMs()).toBe(0)
    backOff.unanswered()
    expect(backOff.leftMs()).toBe(15 * second)
  })

  it('is started once by several failures of the same time', () => {
    const time = movableTime()
    const backOff = new BackOff(time.clock)
    for (let times = 0; times < 4; times += 1) backOff.unanswered()
    time.pass(15 * second)
    expect(backOff.leftMs()).toBe(0)
    backOff.unanswered()
    expect(backOff.leftMs()).toBe(30 * second)
  })

  it('is not moved by the wall clock', () => {
    const time = movableTime()
    const backOff = new BackOff(time.clock)
    backOff.unanswered()
    time.set(-year)
    expect(backOff.leftMs()).toBe(15 * second)
    time.set(2 * year)
    expect(backOff.leftMs()).toBe(15 * second)
  })
})
