/**
 * A store that is killed during the compaction at its close stays complete: every row, the audit
 * chain, every page. The next close finishes the compaction.
 */
import { statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { verifyChain } from '../../main/store/hash-chain.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { examineStore } from '../../main/store/store.ts'
import {
  act,
  auditEntries,
  copyAsCrashed,
  newStorePath,
  open,
  settingNames,
} from '../unit/store/stores.ts'
import { sizes } from './sizes.ts'
import { startChild } from './store/child.ts'
import { seeded } from '../unit/support/seeded.ts'
import { temporaryFolder } from './store/temporary-folder.ts'
import { startStoreWorker } from '../unit/support/programs/programs.ts'

const { compactionKills: wantedKills } = sizes.store
const seed = 20_261_123
const [rows, stored] = [36, 12]
const valueLength = 800_000

const templates = temporaryFolder()
const nameOf = (at: number): string => `row-${String(at).padStart(2, '0')}`

let created: Promise<string> | undefined
const template = (): Promise<string> => (created ??= makeTemplate())

/** A store of 29 MB, two thirds of it free, as a crash would leave it. */
async function makeTemplate(): Promise<string> {
  const file = newStorePath()
  const store = await open(file)
  for (let at = 0; at < rows; at += 1) {
    await store.record(act(nameOf(at)), (tx) => {
      const value = JSON.stringify(String(at % 10).repeat(valueLength))
      const row = { name: nameOf(at), value, at: 'now', actor: 'operator-1' }
      return tx.insertInto('settings').values(row).execute()
    })
  }
  await store.record(act('two thirds are gone'), (tx) =>
    tx.deleteFrom('settings').where('name', '>=', nameOf(stored)).execute(),
  )
  return copyAsCrashed(file, templates.path)
}

/** All data is there, and after one more close the free space is gone. */
async function expectWhole(file: string): Promise<void> {
  const store = await open(file)
  expect(await settingNames(store)).toEqual(Array.from({ length: stored }, (_, at) => nameOf(at)))
  const entries = await auditEntries(store)
  expect(verifyChain(entries)).toMatchObject({ ok: true })
  // The first entry is about the store itself.
  expect(entries).toHaveLength(1 + rows + 1)
  await store.close()
  const examined = await examineStore({ file, key: practiceKey, startStoreWorker })
  expect(examined).toMatchObject({ ok: true, value: { rows: { settings: stored } } })
  expect(statSync(file).size).toBeLessThan((stored + 5) * valueLength)
}

it(`is whole after each of ${String(wantedKills)} kills while it is compacted`, async () => {
  const random = seeded(seed)
  const closing = startChild('store-closing', [copyAsCrashed(await template())])
  await closing.printed('closing')
  const since = performance.now()
  await closing.printed('closed')
  const fullMs = performance.now() - since
  let landed = 0
  for (let attempt = 0; landed < wantedKills; attempt += 1) {
    if (attempt === wantedKills * 3) throw new Error(`only ${String(landed)} kills landed inside`)
    const file = copyAsCrashed(await template())
    const child = startChild('store-closing', [file])
    await child.printed('closing')
    await setTimeout(random() * fullMs)
    await child.kill()
    if (!child.lines.includes('closed')) landed += 1
    await expectWhole(file)
  }
})

it('loses rows after a kill in a rewriting that is not one transaction, so that the proof can fail', async () => {
  const file = copyAsCrashed(await template())
  const child = startChild('store-closing', [file, 'in-steps'])
  await child.ended
  expect(child.lines).toEqual([])
  await expect(expectWhole(file)).rejects.toThrow(/'row-00'.* to deeply equal/)
})
