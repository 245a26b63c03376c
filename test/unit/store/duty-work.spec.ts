/** Work of a duty: where it runs, and when. */
import { describe, expect, it } from 'vitest'
import { Background } from '../../../main/platform/in-flight.ts'
import { dutyWork } from '../../../main/store/duty-work.ts'
import { onlyMember, type DutyHolder, type Membership } from '../../../main/store/membership.ts'

/** Work that records its starts and stops, on a workstation among others or alone. */
function workOf(home: string | null) {
  const calls: string[] = []
  const problems: unknown[] = []
  const timers: (() => void)[] = []
  const holders: DutyHolder[] = []
  const shared: Membership = {
    ...onlyMember,
    home,
    onDuty(_duty, given) {
      holders.push(given)
      return () => void holders.splice(holders.indexOf(given), 1)
    },
  }
  const fails = { start: false }
  const context = {
    store: { membership: home === null ? onlyMember : shared },
    background: new Background((_where, problem) => problems.push(problem)),
  }
  const work = dutyWork(
    context,
    'follower',
    'test',
    {
      start: () => {
        if (fails.start) throw new Error('the store is out of reach')
        calls.push('start')
      },
      stop: () => void calls.push('stop'),
    },
    (_afterMs, run) => {
      timers.push(run)
      return () => undefined
    },
  )
  const duty = async (is: 'taken' | 'lost'): Promise<void> => {
    for (const holder of holders) holder[is === 'taken' ? 'start' : 'stop']()
    await context.background.settled()
  }
  return { work, calls, problems, timers, fails, duty, holders, context }
}

describe('work of a duty', () => {
  it('runs in a store in a file from start to stop, each time', async () => {
    const { work, calls } = workOf(null)
    expect([work.isHeld(), calls]).toEqual([true, []])
    await work.start()
    await work.start()
    await work.stop()
    expect(calls).toEqual(['start', 'start', 'stop'])
  })

  it('rejects a start that fails in a store in a file', async () => {
    const { work, fails, timers } = workOf(null)
    fails.start = true
    await expect(work.start()).rejects.toThrow('out of reach')
    expect(timers).toEqual([])
  })

  it('runs among others while this workstation has the duty, and wants it from its first start', async () => {
    const { work, calls, duty, holders } = workOf('one')
    expect([work.isHeld(), holders]).toEqual([false, []])
    await work.start()
    await work.start()
    expect([holders.length, calls]).toEqual([1, []])
    await duty('taken')
    expect([work.isHeld(), calls]).toEqual([true, ['start']])
    await duty('lost')
    await duty('taken')
    expect(calls).toEqual(['start', 'stop', 'start'])
  })

  it('gives the duty back once it has stopped, and wants it again from its next start', async () => {
    const { work, calls, duty, holders } = workOf('one')
    await work.start()
    await duty('taken')
    await work.stop()
    expect([work.isHeld(), holders, calls]).toEqual([false, [], ['start', 'stop']])
    await work.start()
    expect([work.isHeld(), holders.length]).toEqual([false, 1])
    await duty('taken')
    expect(calls).toEqual(['start', 'stop', 'start'])
  })

  it('keeps the duty where it starts again before it has stopped', async () => {
    const { work, duty, holders } = workOf('one')
    await work.start()
    await duty('taken')
    const stopped = work.stop()
    await work.start()
    await stopped
    expect([work.isHeld(), holders.length]).toEqual([true, 1])
  })

  it('does not begin with the duty while the store closes', async () => {
    const { work, calls, duty, context } = workOf('one')
    await work.start()
    context.background.close()
    await duty('taken')
    expect(calls).toEqual([])
  })

  it('begins again after a failed start, if this workstation still has the duty', async () => {
    const { work, calls, duty, fails, timers, problems, context } = workOf('one')
    await work.start()
    fails.start = true
    await duty('taken')
    expect([problems.length, timers.length, calls]).toEqual([1, 1, []])
    fails.start = false
    timers[0]?.()
    await context.background.settled()
    expect(calls).toEqual(['start'])
    await duty('lost')
    timers[0]?.()
    await context.background.settled()
    expect(calls).toEqual(['start', 'stop'])
  })
})
