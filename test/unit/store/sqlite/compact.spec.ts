import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { verifyChain } from '../../../../main/store/hash-chain.ts'
import { worthwhile } from '../../../../main/store/sqlite/compact.ts'
import type { Store } from '../../../../main/store/store.ts'
import { act, auditEntries, newStorePath, open } from '../stores.ts'

const valueLength = 64_000

/** Adds rows of 64 kB, which no real setting has. */
async function fill(store: Store, from: number, to: number): Promise<void> {
  await store.record(act(`rows from ${String(from)}`), async (tx) => {
    for (let at = from; at < to; at += 1) {
      const value = JSON.stringify('v'.repeat(valueLength))
      const row = { name: `row-${String(at)}`, value, at: 'now', actor: 'operator-1' }
      await tx.insertInto('settings').values(row).execute()
    }
  })
}

const forget = (store: Store): Promise<void> =>
  store.record(act('most rows gone'), async (tx) => {
    await tx.deleteFrom('settings').where('name', '>=', 'row-2').execute()
  })

const names = async (store: Store): Promise<string[]> =>
  (await store.read.selectFrom('settings').select('name').orderBy('name').execute()).map(
    ({ name }) => name,
  )

describe('a store that is closed', () => {
  it('gives back unused space, and keeps every row and the whole chain', async () => {
    const file = newStorePath()
    const store = await open(file)
    await fill(store, 0, 450)
    await forget(store)
    const stored = await names(store)
    const before = await auditEntries(store)
    await store.close()
    const { size } = statSync(file)
    expect(size).toBeLessThan(450 * valueLength - worthwhile.bytes)
    const again = await open(file)
    expect(await names(again)).toEqual(stored)
    expect(await auditEntries(again)).toEqual(before)
    expect(verifyChain(before)).toMatchObject({ ok: true })
    await again.note(act('goes on'))
    await again.close()
  })

  it('is left as it is where there is little to gain', async () => {
    const file = newStorePath()
    const store = await open(file)
    await fill(store, 0, 200)
    await store.record(act('few rows gone'), async (tx) => {
      await tx.deleteFrom('settings').where('name', '>=', 'row-6').execute()
    })
    await store.close()
    expect(statSync(file).size).toBeGreaterThan(200 * valueLength)
  })
})
