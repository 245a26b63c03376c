/** When a store is behind the head that the keychain stores. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { actsMissing, leavingBehind } from '../../../main/session/stored-head.ts'
import { headOf } from '../../../main/store/audit.ts'
import { newFolder, newStorePath, open } from '../store/stores.ts'

const act = (subject: string) => ({ actor: 'test', kind: 'test.done', subject, detail: {} })
const sentLine = `${'ab'.repeat(32)} 1\n`

async function begun(lines = '') {
  const store = await open(newStorePath())
  for (const subject of ['a', 'b', 'c']) await store.note(act(subject))
  const sent = join(newFolder(), 'sent')
  await writeFile(sent, lines)
  const { seq, hash } = await headOf(store)
  return { store, sent, head: { seq, hash, sent: lines === '' ? 0 : 1 } }
}

it('a store that contains the recorded act is not behind, however much came after', async () => {
  const { store, sent, head } = await begun(sentLine)
  expect(await actsMissing(store, sent, head)).toBeUndefined()
  await store.note(act('d'))
  expect(await actsMissing(store, sent, head)).toBeUndefined()
  expect(await actsMissing(store, sent, { seq: 0, hash: '', sent: 0 })).toBeUndefined()
})

it('a store is behind whose chain ends earlier, or is another one', async () => {
  const { store, sent, head } = await begun()
  expect(await actsMissing(store, sent, { ...head, seq: head.seq + 7 })).toBe(7)
  expect(await actsMissing(store, sent, { ...head, hash: 'f'.repeat(64) })).toBe(0)
})

it('a store is behind whose file of sent references was emptied', async () => {
  const { store, sent, head } = await begun(sentLine)
  await writeFile(sent, '')
  expect(await actsMissing(store, sent, head)).toBe(0)
})

it('a store is not behind what its restore declared lost, and is behind anything else', async () => {
  const { store, sent, head } = await begun()
  const left = { ...head, seq: head.seq + 7, hash: 'e'.repeat(64), sent: 3 }
  await store.note(leavingBehind('mara', left))
  expect(await actsMissing(store, sent, left)).toBeUndefined()
  expect(await actsMissing(store, sent, { ...left, sent: 4 })).toBe(6)
})
