/**
 * Ways in which alerts could be missed without a gap (Promise P2): clocks, kills, full disks and
 * moved listeners.
 */
import { expect, it } from 'vitest'
import { day, hour, listening, minute, off, openWatch } from './open-watch.ts'

it('P2: finds the downtime though the clock was set back meanwhile', async () => {
  const session = await openWatch()
  const first = session.run()
  first.listenerChanged(listening, true)
  await session.pass(first, 10 * minute)
  // Two days ahead, as after a bad battery, and corrected while the program was closed.
  session.setClock(2 * day)
  await session.pass(first, hour)
  await first.close()
  session.setClock(-2 * day)
  session.skip(5 * hour)
  const second = session.run()
  second.listenerChanged(listening, true)
  await second.settled()
  const gaps = await session.gaps()
  expect(gaps.filter(({ cause }) => cause === 'not-running')).toMatchObject([
    { state: 'waiting', from: 10, until: 10 + 6 * 60 },
  ])
})

it('P2: records a gap of a day where every record of an earlier run is dated in the future', async () => {
  const session = await openWatch()
  const first = session.run()
  first.listenerChanged(listening, true)
  await session.pass(first, 10 * minute)
  await first.close()
  session.setClock(-30 * day)
  const second = session.run()
  second.listenerChanged(listening, true)
  await second.settled()
  const now = 10 - 30 * 1440
  expect(await session.gaps()).toMatchObject([
    { cause: 'not-running', from: now - 1440, until: now, state: 'waiting' },
  ])
})

it('P2: reports how long nothing listened though the clock was set back in between', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  await session.pass(watch, 10 * minute)
  watch.listenerChanged(off('no-certificate'), false)
  await watch.settled()
  session.setClock(-day)
  await session.pass(watch, hour)
  watch.listenerChanged(listening, true)
  await watch.settled()
  expect(await session.gaps()).toMatchObject([
    { cause: 'not-running', from: 10 - 1440, until: 10 - 1440 + 60, state: 'waiting' },
  ])
})

it('judges silence and a change of credentials though the last delivery is dated ahead', async () => {
  const session = await openWatch({ expectedDaily: 200 })
  const watch = session.run()
  watch.listenerChanged(listening, true)
  session.setClock(day)
  watch.received()
  await session.pass(watch, minute)
  session.setClock(-day)
  await session.pass(watch, 3 * hour)
  expect((await session.gaps()).map(({ cause }) => cause)).toContain('no-alert')
  watch.changed(['credentials'])
  await watch.settled()
  expect((await session.gaps()).map(({ cause }) => cause)).toContain('credentials-changed')
})

it('ends a gap of rejected deliveries though the clock was set back by a year', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  await session.pass(watch, 10 * minute)
  watch.refused('credentials', true)
  await watch.settled()
  session.setClock(-365 * day)
  await session.pass(watch, 5 * minute)
  watch.received()
  await watch.settled()
  const [gap] = (await session.gaps()).filter(({ cause }) => cause === 'rejected')
  expect(gap).toMatchObject({ state: 'waiting', from: 10 - 365 * 1440, until: 15 - 365 * 1440 })
})

it.each(['killed', 'closed'] as const)(
  'P2: loses no time in which deliveries could not be stored where the program is %s meanwhile',
  async (how) => {
    const session = await openWatch()
    const first = session.run()
    first.listenerChanged(listening, true)
    await session.pass(first, 10 * minute)
    // The store accepts small writes but no delivery.
    const since = new Date(session.now()).toISOString()
    first.storing({ since, detail: 'SQLITE_FULL', needsRestart: false })
    await session.pass(first, hour)
    if (how === 'closed') await first.close()
    const second = session.run()
    second.listenerChanged(listening, true)
    await second.settled()
    expect(await session.gaps()).toMatchObject([
      { cause: how === 'closed' ? 'not-stored' : 'not-running', from: 10, until: 70 },
    ])
  },
)

it('P2: loses no refusal that could not be stored before a kill', async () => {
  const session = await openWatch()
  const first = session.run()
  first.listenerChanged(listening, true)
  await session.pass(first, 10 * minute)
  session.fill(true)
  first.refused('credentials', true)
  await first.settled()
  session.fill(false)
  await session.pass(first, 3 * minute)
  const second = session.run()
  second.listenerChanged(listening, true)
  await second.settled()
  expect((await session.gaps()).filter(({ cause }) => cause === 'rejected')).toMatchObject([
    { from: 10, state: 'waiting' },
  ])
})

it('bank note 95: counts a delivery that is too large, to another path or not readable as rejected', async () => {
  for (const kind of ['too-large', 'not-post', 'unreadable'] as const) {
    const session = await openWatch()
    const watch = session.run()
    watch.listenerChanged(listening, true)
    await session.pass(watch, 10 * minute)
    watch.refused(kind, false)
    await watch.settled()
    expect(await session.gaps()).toEqual([])
    watch.refused(kind, true)
    await watch.settled()
    expect(await session.gaps()).toMatchObject([{ cause: 'rejected', detail: kind, state: 'open' }])
  }
})

it('P2: records a gap from a move of the listener to the first delivery there', async () => {
  const session = await openWatch()
  const watch = session.run()
  watch.listenerChanged(listening, true)
  await session.pass(watch, 10 * minute)
  watch.listenerChanged({ ...listening, address: 'https://127.0.0.1:9443/alerts' }, true)
  await watch.settled()
  expect(await session.gaps()).toMatchObject([
    { cause: 'rejected', detail: 'moved', from: 10, state: 'open' },
  ])
  await session.pass(watch, 20 * minute)
  watch.received()
  await watch.settled()
  expect(await session.gaps()).toMatchObject([{ from: 10, until: 30, state: 'waiting' }])
})
