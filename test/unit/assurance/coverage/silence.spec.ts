import { describe, expect, it } from 'vitest'
import { countedMs, silenceAfterMs } from '../../../../main/assurance/coverage/silence.ts'
import { hour, listening, openWatch } from './open-watch.ts'

const local = (text: string): Date => new Date(text)

describe('no-alert', () => {
  it('is judged against the expected number, after two hours at least, and not where none is set', () => {
    expect(silenceAfterMs(null)).toBeNull()
    expect(silenceAfterMs(0)).toBeNull()
    expect(silenceAfterMs(10_000)).toBe(2 * hour)
    expect(silenceAfterMs(48)).toBe(5 * hour)
  })

  it('counts on banking days between 06:00 and 22:00 alone', () => {
    expect(countedMs(local('2026-11-20T21:00:00'), local('2026-11-23T07:30:00'))).toBe(2.5 * hour)
    // Thanksgiving Day.
    expect(countedMs(local('2026-11-26T00:00:00'), local('2026-11-27T06:00:00'))).toBe(0)
    expect(countedMs(local('2026-11-24T12:00:00'), local('2026-11-24T11:00:00'))).toBe(0)
  })

  it('triggers a sweep, less and less often while it lasts', async () => {
    const session = await openWatch({
      expectedDaily: 1000,
      startMs: local('2026-11-24T08:00:00').getTime(),
    })
    const watch = session.run()
    watch.listenerChanged(listening, true)
    await session.pass(watch, hour)
    watch.received()
    await session.pass(watch, 1.9 * hour)
    expect(await session.gaps()).toEqual([])
    await session.pass(watch, 7 * hour)
    expect(await session.gaps()).toMatchObject([{ cause: 'no-alert', from: 60, until: 420 }])
    expect(session.waits()).toBe(2)
  })

  it('reports nothing where no expected number of alerts is set', async () => {
    const session = await openWatch()
    const watch = session.run()
    watch.listenerChanged(listening, true)
    await session.pass(watch, 12 * hour)
    expect(await session.gaps()).toEqual([])
  })
})
