import { expect, it } from 'vitest'
import { Background, InFlight } from '../../../main/platform/in-flight.ts'

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

it('hands on a failure of counted work, and settles all the same', async () => {
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
