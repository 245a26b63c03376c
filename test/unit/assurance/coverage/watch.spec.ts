import { expect, it } from 'vitest'
import { begin, day, hour, listening, minute, off, openWatch } from './open-watch.ts'

it('finds no gap before the listener first starts, and extends one span without an act', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(off('not-enabled'), false)
  await session.pass(watch, day)
  expect(await session.gaps()).toEqual([])
  watch.listenerChanged(listening, true)
  await session.pass(watch, 3 * hour)
  expect(await session.gaps()).toEqual([])
  const [span, ...more] = await session.spans()
  expect(more).toEqual([])
  expect(Date.parse(span?.until_at ?? '')).toBe(begin + day + 3 * hour)
  expect(await session.acts()).toEqual([])
  expect(session.problems).toEqual([])
})

it('P2: finds a kill as the time from the last sign of life to the next start of the listener', async () => {
  const session = await openWatch()
  const before = session.run()
  before.listenerChanged(listening, true)
  await session.pass(before, 10 * minute + 30_000)
  session.skip(2 * day)
  const after = session.run()
  after.listenerChanged({ state: 'starting' }, false)
  after.listenerChanged(listening, true)
  await after.settled()
  expect(await session.gaps()).toEqual([
    { cause: 'not-running', state: 'waiting', detail: '', from: 10, until: 2 * 1440 + 10.5 },
  ])
  expect(session.waits()).toBe(1)
  const [act, ...more] = await session.acts()
  expect(act).toMatchObject({ actor: 'system', kind: 'coverage.gap-found' })
  expect(more).toEqual([])
})

it('records no gap for a restart within a minute, because the bank tries again (bank note 96)', async () => {
  const session = await openWatch()
  const before = session.run()
  before.listenerChanged(listening, true)
  await session.pass(before, 10 * minute)
  await before.close()
  expect((await session.spans())[0]).toMatchObject({ ended: 'closed' })
  session.skip(50_000)
  const after = session.run()
  after.listenerChanged(listening, true)
  await after.settled()
  expect(await session.gaps()).toEqual([])
  expect(await session.spans()).toHaveLength(2)
})

it.each([
  ['by the late beat alone', 4 * minute, false],
  ['at once where the system reports the waking', 2 * minute + 30_000, true],
])('finds a sleep %s', async (_how, sleepMs, isStatusKnown) => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  await session.pass(watch, 10 * minute)
  session.skip(sleepMs)
  if (isStatusKnown) watch.wake()
  await session.pass(watch, 0)
  await watch.settled()
  expect(await session.gaps()).toEqual([
    { cause: 'asleep', state: 'waiting', detail: '', from: 10, until: 10 + sleepMs / minute },
  ])
  const spans = await session.spans()
  expect(spans.map(({ ended }) => ended)).toEqual(['asleep', null])
})

it('does not take a busy minute or a clock that is set back for a sleep', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  await session.pass(watch, 10 * minute)
  session.skip(2 * minute + 30_000)
  await session.pass(watch, minute)
  session.skip(-hour)
  watch.wake()
  await watch.settled()
  expect(await session.gaps()).toEqual([])
})

it('keeps a gap open while nothing listens, and ends it when something does', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  await session.pass(watch, 10 * minute)
  watch.listenerChanged(off('not-enabled'), false)
  await session.pass(watch, 30_000)
  expect(await session.gaps()).toEqual([])
  await session.pass(watch, 3 * day)
  const open = { cause: 'not-running', detail: 'not-enabled', from: 10 } as const
  expect(await session.gaps()).toEqual([{ ...open, state: 'open', until: null }])
  expect(session.waits()).toBe(0)
  watch.listenerChanged(listening, true)
  await watch.settled()
  expect(await session.gaps()).toEqual([{ ...open, state: 'waiting', until: 10 + 3 * 1440 + 0.5 }])
  expect(session.waits()).toBe(1)
})

it('continues an open gap of a killed run', async () => {
  const session = await openWatch()
  const before = session.run()
  before.listenerChanged(listening, true)
  await session.pass(before, 10 * minute)
  before.listenerChanged(off('not-enabled'), false)
  await session.pass(before, hour)
  session.skip(day)
  const after = session.run()
  after.listenerChanged(listening, true)
  await after.settled()
  expect(await session.gaps()).toEqual([
    { cause: 'not-running', detail: 'not-enabled', state: 'waiting', from: 10, until: 1510 },
  ])
})

it('ends a gap every day while the listener fails to start, and begins the next', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  await session.pass(watch, 10 * minute)
  watch.listenerChanged(off('no-certificate'), false)
  await session.pass(watch, 2 * day + hour)
  const gaps = await session.gaps()
  expect(gaps.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'open'])
  expect(gaps.map(({ from }) => from)).toEqual([10, gaps[0]?.until, gaps[1]?.until])
})

it('counts a listener that stays at its address, because it takes alerts as before', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  const failed = { state: 'failed', problem: 'port-in-use', detail: '', retryAt: null } as const
  watch.listenerChanged({ ...failed, at: new Date(begin).toISOString() }, true)
  await session.pass(watch, hour)
  expect(await session.gaps()).toEqual([])
})

it('bank note 95: finds rejected deliveries, from the first refusal to the next accepted delivery', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  await session.pass(watch, 10 * minute)
  watch.refused('credentials', true)
  await watch.settled()
  expect(await session.gaps()).toMatchObject([{ cause: 'rejected', state: 'open', from: 10 }])
  await session.pass(watch, 20_000)
  watch.refused('credentials', true)
  await session.pass(watch, 10_000)
  watch.received()
  await watch.settled()
  expect(await session.gaps()).toEqual([
    { cause: 'rejected', state: 'waiting', detail: 'credentials', from: 10, until: 10.5 },
  ])
})

it('opens a gap where a sender that may be the bank was asked to come again', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  await session.pass(watch, 10 * minute)
  watch.refused('busy', false)
  await watch.settled()
  expect(await session.gaps()).toEqual([])
  watch.refused('busy', true)
  await watch.settled()
  expect(await session.gaps()).toMatchObject([
    { cause: 'rejected', state: 'open', detail: 'busy', from: 10 },
  ])
})

it('bank note 95: is not flooded by strangers', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  for (let knock = 0; knock < 100; knock += 1) {
    watch.refused('credentials', false)
    watch.refused('not-post', false)
    await session.pass(watch, 1000)
  }
  expect(await session.gaps()).toEqual([])
  for (let knock = 0; knock < 60; knock += 1) {
    watch.refused('address', true)
    await session.pass(watch, 15_000)
    watch.received()
    await session.pass(watch, 15_000)
  }
  // Half an hour of rejections costs three sweeps, not sixty.
  expect((await session.gaps()).length).toBeLessThanOrEqual(3)
  expect(session.waits()).toBeLessThanOrEqual(3)
})

it('records a gap for rejected deliveries though none is accepted for hours', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  watch.refused('credentials', true)
  await session.pass(watch, 2 * hour)
  expect(await session.gaps()).toMatchObject([{ state: 'waiting', from: 0, until: 60 }])
})

it('ends a gap of deliveries that were rejected in the last moment before a kill', async () => {
  const session = await openWatch()
  const before = session.run()
  before.listenerChanged(listening, true)
  await session.pass(before, 5 * minute)
  before.refused('credentials', true)
  await session.pass(before, 5 * minute)
  session.skip(30_000)
  const after = session.run()
  after.listenerChanged(listening, true)
  await after.settled()
  expect(await session.gaps()).toMatchObject([
    { cause: 'rejected', state: 'waiting', from: 5, until: 10 },
  ])
})

it('bank note 95: records a gap of the day before a change of credentials, or of the time since the last delivery', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  await session.pass(watch, 3 * day)
  watch.changed(['credentials'])
  await watch.settled()
  expect(await session.gaps()).toMatchObject([
    { cause: 'credentials-changed', state: 'waiting', from: 2 * 1440, until: 3 * 1440 },
  ])
  await session.pass(watch, 2 * day)
  watch.received()
  await session.pass(watch, hour)
  watch.changed(['certificate', 'permitted'])
  await watch.settled()
  expect((await session.gaps()).at(-1)).toMatchObject({
    cause: 'certificate-changed',
    from: 5 * 1440,
    until: 5 * 1440 + 60,
  })
})

it('finds the time in which nothing could be stored once the store works again', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  await session.pass(watch, 10 * minute)
  session.fill(true)
  const since = new Date(session.now()).toISOString()
  watch.storing({ since, detail: 'SQLITE_FULL', needsRestart: false })
  await session.pass(watch, hour)
  session.fill(false)
  watch.storing(null)
  await session.pass(watch, minute)
  expect(await session.gaps()).toEqual([
    { cause: 'not-stored', state: 'waiting', detail: '', from: 10, until: 70 },
  ])
})

it('records a sleep later where the store cannot write it at once', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  await session.pass(watch, 10 * minute)
  session.fill(true)
  session.skip(hour)
  await session.pass(watch, 5 * minute)
  expect(await session.gaps()).toEqual([])
  session.fill(false)
  await session.pass(watch, minute)
  expect(await session.gaps()).toMatchObject([{ cause: 'asleep', from: 10, state: 'waiting' }])
})

it('joins waiting gaps of one cause that touch', async () => {
  const session = await openWatch()
  for (let run = 0; run < 3; run += 1) {
    const watch = session.run()
    watch.listenerChanged(listening, true)
    await watch.settled()
    session.skip(hour)
  }
  expect(await session.gaps()).toMatchObject([{ cause: 'not-running', from: 0, until: 120 }])
})
