/** When a store is behind what the keychain keeps of it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { actsMissing, leavingBehind } from '../../../main/profiles/kept-head.ts'
import { headOf } from '../../../main/audit/signing.ts'
import type { Store } from '../../../main/storage/store.ts'
import { newFolder, newStorePath, open } from '../storage/stores.ts'

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
const missing = (store: Store, sent: string, head: { seq: number; hash: string; sent: number }) =>
  actsMissing(store, sent, head)

it('it is not while it has the act that is kept, however much came after', async () => {
  const { store, sent, head } = await begun(sentLine)
  expect(await missing(store, sent, head)).toBeUndefined()
  await store.note(act('d'))
  expect(await missing(store, sent, head)).toBeUndefined()
  expect(await missing(store, sent, { seq: 0, hash: '', sent: 0 })).toBeUndefined()
})

it('it is where its chain ends before, or is another one', async () => {
  const { store, sent, head } = await begun()
  expect(await missing(store, sent, { ...head, seq: head.seq + 7 })).toBe(7)
  expect(await missing(store, sent, { ...head, hash: 'f'.repeat(64) })).toBe(0)
})

it('it is where the file of what was sent was emptied', async () => {
  const { store, sent, head } = await begun(sentLine)
  await writeFile(sent, '')
  expect(await missing(store, sent, head)).toBe(0)
})

it('it is not after a restore that knows what it leaves behind, and is once that is another', async () => {
  const { store, sent, head } = await begun()
  const left = { ...head, seq: head.seq + 7, hash: 'e'.repeat(64), sent: 3 }
  await store.note(leavingBehind('mara', left))
  expect(await missing(store, sent, left)).toBeUndefined()
  expect(await missing(store, sent, { ...left, sent: 4 })).toBeDefined()
})
