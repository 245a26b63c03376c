import { describe, expect, it } from 'vitest'
import { Background, InFlight, InFlightByKey } from '../../../main/platform/in-flight.ts'

it('has settled when nothing is in flight any more, work that began meanwhile included', async () => {
  const ended: string[] = []
  const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const inFlight = new InFlight()
  const begun = inFlight.add(first.promise).then(() => {
    ended.push('first')
    return inFlight.add(second.promise).then(() => ended.push('second'))
  })
  const settled = inFlight.settled().then(() => ended.push('settled'))
  first.resolve(undefined)
  await first.promise
  second.resolve(undefined)
  await Promise.all([begun, settled])
  expect(ended).toEqual(['first', 'second', 'settled'])
})

it('passes on a failure of counted work, and still settles', async () => {
  const inFlight = new InFlight()
  await expect(inFlight.add(Promise.reject(new Error('full')))).rejects.toThrow('full')
  await inFlight.settled()
})

it('reports work in the background that failed', async () => {
  const reported: unknown[] = []
  const background = new Background((...what) => reported.push(what))
  const problem = new Error('full')
  background.add('batches.accepted', Promise.reject(problem))
  await background.settled()
  expect(reported).toEqual([['batches.accepted', problem]])
})

it('aborts the work so far when it is cancelled, waits for it, and leaves later work alone', async () => {
  const inFlight = new InFlight()
  const { signal } = inFlight
  const steps: string[] = []
  const work = inFlight.add(
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        steps.push('aborted')
        setImmediate(() => {
          steps.push('ended')
          resolve()
        })
      })
    }),
  )
  expect(inFlight.size).toBe(1)
  const cancelled = inFlight.cancel().then(() => steps.push('cancelled'))
  expect(signal.aborted).toBe(true)
  expect(inFlight.signal.aborted).toBe(false)
  await Promise.all([work, cancelled])
  expect(steps).toEqual(['aborted', 'ended', 'cancelled'])
  expect(inFlight.size).toBe(0)
})

it('has removed finished work before its continuation runs', async () => {
  const inFlight = new InFlight()
  const sizes: number[] = []
  await inFlight.add(Promise.resolve()).finally(() => sizes.push(inFlight.size))
  await inFlight.add(Promise.reject(new Error('full'))).catch(() => sizes.push(inFlight.size))
  expect(sizes).toEqual([0, 0])
})

describe('work by key', () => {
  it('is begun once while it is in progress, and its result is shared', async () => {
    const inFlight = new InFlightByKey<number>()
    const work = Promise.withResolvers<number>()
    let begun = 0
    const begin = () => {
      begun += 1
      return work.promise
    }
    const both = Promise.all([inFlight.once('a', begin), inFlight.once('a', begin)])
    expect([begun, inFlight.has('a'), inFlight.has('b')]).toEqual([1, true, false])
    await expect(inFlight.once('b', () => Promise.resolve(2))).resolves.toBe(2)
    work.resolve(1)
    await expect(both).resolves.toEqual([1, 1])
    expect(inFlight.has('a')).toBe(false)
    await expect(inFlight.once('a', () => Promise.resolve(3))).resolves.toBe(3)
  })

  it('gives its failure to all who share it, and begins again after it', async () => {
    const inFlight = new InFlightByKey<number>()
    const failing = () => Promise.reject(new Error('full'))
    const outcomes = await Promise.allSettled([
      inFlight.once('a', failing),
      inFlight.once('a', failing),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(inFlight.once('a', () => Promise.resolve(1))).resolves.toBe(1)
  })

  it('is waited for like other work', async () => {
    const inFlight = new InFlightByKey<undefined>()
    const work = Promise.withResolvers<undefined>()
    const ended: string[] = []
    const once = inFlight.once('a', () => work.promise).then(() => ended.push('work'))
    const settled = inFlight.settled().then(() => ended.push('settled'))
    work.resolve(undefined)
    await Promise.all([once, settled])
    expect(ended).toEqual(['work', 'settled'])
  })
})
