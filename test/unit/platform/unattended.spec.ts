import { expect, it } from 'vitest'
import { watchUnattended } from '../../../main/platform/unattended.ts'

it('ends what is seen twice without its work, and neither what has just begun nor what goes on', async () => {
  let stored: string[] = []
  const working = new Set<string>()
  const ended: string[] = []
  const watch = watchUnattended<string>({
    find: () => Promise.resolve(stored),
    keyOf: (row) => row,
    isAttended: (row) => working.has(row),
    end: (row) => Promise.resolve(void ended.push(row)),
    failed: (problem) => {
      throw problem
    },
  })
  stored = ['left', 'begins', 'goes on']
  working.add('goes on')
  await watch.start()
  expect(ended).toEqual([])
  working.add('begins')
  await watch.run()
  expect(ended).toEqual(['left'])
  // The same order again is another beginning only under another key.
  stored = ['left, released again']
  await watch.run()
  expect(ended).toEqual(['left'])
  await watch.run()
  expect(ended).toEqual(['left', 'left, released again'])
  await watch.rest()
})
