/** A value of the store in memory, with acts of other workstations that the test passes on. */
import { expect, it } from 'vitest'
import { follow } from '../../../main/store/follow.ts'
import type { ActsListener, OthersActs } from '../../../main/store/others-acts.ts'
import { act, newStorePath, open, recordSetting, settingNames } from './stores.ts'

/** A store in a file that others seem to share: `pass` passes on an act of theirs. */
async function sharedStore() {
  const store = await open(newStorePath())
  const listeners: ActsListener[] = []
  const others: Pick<OthersActs, 'onActs' | 'onTable'> = {
    onActs: (listener) => void listeners.push(listener),
    onTable: () => undefined,
  }
  const pass = async (kind: string): Promise<void> => {
    const one = { seq: 1, actor: 'mara', kind, subject: 'x', home: 'two' }
    for (const listener of listeners)
      await store.record(act('passes it'), (tx) => listener([one], tx))
  }
  return { store: { ...store, others }, pass }
}

const isConcerned = (kind: string): boolean => kind === 'setting.changed'

it('is read when it is opened, and again after an act of others that concerns it', async () => {
  const { store, pass } = await sharedStore()
  const changes: (readonly string[])[] = []
  const names = await follow(store, {
    isConcerned,
    read: async (reader) => {
      const rows = await reader.selectFrom('settings').select('name').execute()
      return rows.map(({ name }) => name)
    },
    changed: (now, before) => changes.push(before, now),
  })
  await recordSetting(store, 'a')
  await pass('order.approved')
  expect(names.value).toEqual([])
  await pass('setting.changed')
  expect(names.value).toEqual(['a'])
  expect(changes).toEqual([[], ['a']])
})

it('tells of a change where the store can be used', async () => {
  const { store, pass } = await sharedStore()
  const { promise, resolve } = Promise.withResolvers<readonly string[]>()
  await follow(store, {
    isConcerned,
    read: () => Promise.resolve(0),
    changed: () => void settingNames(store).then(resolve),
  })
  await recordSetting(store, 'a')
  await pass('setting.changed')
  expect(await promise).toEqual(['a'])
})

it('is read again where it changed between the statements of its first reading', async () => {
  const { store, pass } = await sharedStore()
  let reads = 0
  const value = await follow(store, {
    isConcerned,
    read: async () => {
      reads += 1
      if (reads === 1) await pass('setting.changed')
      return reads
    },
  })
  expect(value.value).toBe(2)
})
