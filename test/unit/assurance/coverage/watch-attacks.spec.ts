/**
 * Ways in which alerts could be missed without a gap (Promise P2): clocks, kills, full disks and
 * moved listeners.
 */
import { expect, it } from 'vitest'
import { day, hour, listening, minute, off, watchDesk } from './watch-desk.ts'

it('P2: finds the time away though the clock was set back meanwhile', async () => {
  const desk = await watchDesk()
  const first = desk.run()
  first.stands(listening, true)
  await desk.pass(first, 10 * minute)
  // Two days ahead, as after a bad battery, and corrected while the program was closed.
  desk.setClock(2 * day)
  await desk.pass(first, hour)
  await first.close()
  desk.setClock(-2 * day)
  desk.skip(5 * hour)
  const second = desk.run()
  second.stands(listening, true)
  await second.settled()
  const gaps = await desk.gaps()
  expect(gaps.filter(({ cause }) => cause === 'not-running')).toMatchObject([
    { state: 'waiting', from: 10, until: 10 + 6 * 60 },
  ])
})

it('P2: asks for a day where every word of an earlier run is of a time that is still to come', async () => {
  const desk = await watchDesk()
  const first = desk.run()
  first.stands(listening, true)
  await desk.pass(first, 10 * minute)
  await first.close()
  desk.setClock(-30 * day)
  const second = desk.run()
  second.stands(listening, true)
  await second.settled()
  const now = 10 - 30 * 1440
  expect(await desk.gaps()).toMatchObject([
    { cause: 'not-running', from: now - 1440, until: now, state: 'waiting' },
  ])
})

it('P2: tells how long nothing listened though the clock was set back in between', async () => {
  const desk = await watchDesk()
  const watch = desk.run()
  watch.stands(listening, true)
  await desk.pass(watch, 10 * minute)
  watch.stands(off('no-certificate'), false)
  await watch.settled()
  desk.setClock(-day)
  await desk.pass(watch, hour)
  watch.stands(listening, true)
  await watch.settled()
  expect(await desk.gaps()).toMatchObject([
    { cause: 'not-running', from: 10 - 1440, until: 10 - 1440 + 60, state: 'waiting' },
  ])
})

it('judges silence and a change of credentials though the last delivery is dated ahead', async () => {
  const desk = await watchDesk({ expectedDaily: 200 })
  const watch = desk.run()
  watch.stands(listening, true)
  desk.setClock(day)
  watch.received()
  await desk.pass(watch, minute)
  desk.setClock(-day)
  await desk.pass(watch, 3 * hour)
  expect((await desk.gaps()).map(({ cause }) => cause)).toContain('silence')
  watch.changed(['credentials'])
  await watch.settled()
  expect((await desk.gaps()).map(({ cause }) => cause)).toContain('credentials-changed')
})

it('ends what was turned away though the clock was set back by a year', async () => {
  const desk = await watchDesk()
  const watch = desk.run()
  watch.stands(listening, true)
  await desk.pass(watch, 10 * minute)
  watch.refused('credentials', true)
  await watch.settled()
  desk.setClock(-365 * day)
  await desk.pass(watch, 5 * minute)
  watch.received()
  await watch.settled()
  const [gap] = (await desk.gaps()).filter(({ cause }) => cause === 'turned-away')
  expect(gap).toMatchObject({ state: 'waiting', from: 10 - 365 * 1440, until: 15 - 365 * 1440 })
})

it.each(['killed', 'closed'] as const)(
  'P2: loses no time in which deliveries could not be stored where the program is %s meanwhile',
  async (how) => {
    const desk = await watchDesk()
    const first = desk.run()
    first.stands(listening, true)
    await desk.pass(first, 10 * minute)
    // The store accepts small writes but no delivery.
    const since = new Date(desk.now()).toISOString()
    first.storing({ since, detail: 'SQLITE_FULL', needsRestart: false })
    await desk.pass(first, hour)
    if (how === 'closed') await first.close()
    const second = desk.run()
    second.stands(listening, true)
    await second.settled()
    expect(await desk.gaps()).toMatchObject([
      { cause: how === 'closed' ? 'not-stored' : 'not-running', from: 10, until: 70 },
    ])
  },
)

it('P2: loses no refusal that could not be written down before a kill', async () => {
  const desk = await watchDesk()
  const first = desk.run()
  first.stands(listening, true)
  await desk.pass(first, 10 * minute)
  desk.fill(true)
  first.refused('credentials', true)
  await first.settled()
  desk.fill(false)
  await desk.pass(first, 3 * minute)
  const second = desk.run()
  second.stands(listening, true)
  await second.settled()
  expect((await desk.gaps()).filter(({ cause }) => cause === 'turned-away')).toMatchObject([
    { from: 10, state: 'waiting' },
  ])
})

it('bank note 95: counts a delivery that is too large, and one to another path, as turned away', async () => {
  for (const kind of ['too-large', 'not-post'] as const) {
    const desk = await watchDesk()
    const watch = desk.run()
    watch.stands(listening, true)
    await desk.pass(watch, 10 * minute)
    watch.refused(kind, false)
    await watch.settled()
    expect(await desk.gaps()).toEqual([])
    watch.refused(kind, true)
    await watch.settled()
    expect(await desk.gaps()).toMatchObject([{ cause: 'turned-away', detail: kind, state: 'open' }])
  }
})

it('P2: asks for the time from a move of the listener to the first delivery there', async () => {
  const desk = await watchDesk()
  const watch = desk.run()
  watch.stands(listening, true)
  await desk.pass(watch, 10 * minute)
  watch.stands({ ...listening, address: 'https://127.0.0.1:9443/alerts' }, true)
  await watch.settled()
  expect(await desk.gaps()).toMatchObject([
    { cause: 'turned-away', detail: 'moved', from: 10, state: 'open' },
  ])
  await desk.pass(watch, 20 * minute)
  watch.received()
  await watch.settled()
  expect(await desk.gaps()).toMatchObject([{ from: 10, until: 30, state: 'waiting' }])
})
