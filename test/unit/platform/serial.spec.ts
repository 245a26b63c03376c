import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { SerialQueue } from '../../../main/platform/serial.ts'

it('runs work in the order of arrival, one at a time, and returns each result', async () => {
  const queue = new SerialQueue()
  const steps: string[] = []
  const first = Promise.withResolvers<undefined>()
  const results = Promise.all([
    queue.run(async () => {
      steps.push('first begins')
      await first.promise
      steps.push('first ends')
      return 1
    }),
    queue.run(() => {
      steps.push('second')
      return Promise.resolve('two')
    }),
  ])
  await Promise.resolve()
  expect(steps).toEqual(['first begins'])
  first.resolve(undefined)
  await expect(results).resolves.toEqual([1, 'two'])
  expect(steps).toEqual(['first begins', 'first ends', 'second'])
})

it('gives a failure to its own caller only, and still runs later work', async () => {
  const queue = new SerialQueue()
  const outcomes = await Promise.allSettled([
    queue.run(() => Promise.reject(new Error('full'))),
    queue.run(() => {
      throw new TypeError('at once')
    }),
    queue.run(() => Promise.resolve('done')),
  ])
  expect(outcomes).toEqual([
    { status: 'rejected', reason: new Error('full') },
    { status: 'rejected', reason: new TypeError('at once') },
    { status: 'fulfilled', value: 'done' },
  ])
})

it('has settled when earlier work has ended, failed work included', async () => {
  const queue = new SerialQueue()
  const work = Promise.withResolvers<undefined>()
  const ended: string[] = []
  const failing = queue.run(() => work.promise).catch(() => ended.push('work'))
  const settled = queue.settled().then(() => ended.push('settled'))
  const later = queue.run(() => Promise.resolve(ended.push('later work')))
  work.reject(new Error('full'))
  await Promise.all([failing, settled, later])
  expect(ended[0]).toBe('work')
  expect(ended).toHaveLength(3)
  await queue.settled()
})

it('lets callers and work through in one order', async () => {
  const queue = new SerialQueue()
  const steps: string[] = []
  await queue.enter()
  const work = queue.run(() => Promise.resolve(steps.push('work')))
  const other = queue.enter().then(() => steps.push('other caller'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(steps).toEqual([])
  queue.leave()
  await Promise.all([work, other])
  expect(steps).toEqual(['work', 'other caller'])
})

it("runs work in its caller's asynchronous context", async () => {
  const queue = new SerialQueue()
  const context = new AsyncLocalStorage<string>()
  const seen = () => queue.run(() => Promise.resolve(context.getStore()))
  const both = Promise.all([context.run('one', seen), context.run('other', seen)])
  await expect(both).resolves.toEqual(['one', 'other'])
})
