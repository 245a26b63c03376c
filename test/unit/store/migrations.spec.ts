import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { verifyChain } from '../../../main/store/hash-chain.ts'
import { identify } from '../../../main/store/sqlite/file-header.ts'
import { migrations } from '../../../main/store/schema/migrations.ts'
import type { Store } from '../../../main/store/store.ts'
import {
  auditEntries,
  copyAsCrashed,
  fakeWorker,
  newStorePath,
  open,
  recordSetting,
  settingNames,
  later,
  newest,
} from './stores.ts'

const laterWorker = fakeWorker({ version: 'later' })
const filesBeside = (file: string): string[] => readdirSync(dirname(file)).sort()

async function olderStore(...names: string[]): Promise<string> {
  const file = newStorePath()
  const store = await open(file)
  for (const name of names) await recordSetting(store, name)
  await store.close()
  return file
}

/** Returns the data of each setting that only the later version has. */
const measures = (store: Store): Promise<{ measured: number }[]> =>
  store.read
    .selectFrom('settings')
    .select(sql<number>`measured`.as('measured'))
    .execute()

it('numbers its migrations from 1 without a gap', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
})

describe('a new store', () => {
  it('has the newest version, with its creation as the first act', async () => {
    const file = newStorePath()
    const store = await open(file)
    expect(await auditEntries(store)).toMatchObject([
      { seq: 1, actor: 'system', kind: 'store.created', detail: `{"from":0,"to":${newest}}` },
    ])
    await store.close()
    expect(identify(file)).toMatchObject({ kind: 'store', version: newest })
    expect(filesBeside(file)).toEqual(['store.db', 'store.db.lock'])
  })
})

describe('an older store', () => {
  it('is brought to the newest version with all it holds', async () => {
    const file = await olderStore('one', 'two')
    const store = await open(file, { worker: laterWorker })
    expect(await settingNames(store)).toEqual(['one', 'two'])
    expect(await measures(store)).toEqual([{ measured: 4 }, { measured: 4 }])
    expect((await auditEntries(store)).at(-1)).toMatchObject({
      kind: 'store.migrated',
      detail: `{"from":${newest},"to":${later}}`,
    })
    expect(verifyChain(await auditEntries(store))).toMatchObject({ ok: true })
    await store.close()
    expect(identify(file)).toMatchObject({ kind: 'store', version: later })
  })

  it('stays beside the new one as it was', async () => {
    const file = await olderStore('one')
    const old = readFileSync(file)
    await (await open(file, { worker: laterWorker })).close()

    expect(filesBeside(file)).toEqual(['store.db', `store.db.before-${newest}`, 'store.db.lock'])
    expect(readFileSync(`${file}.before-${newest}`).equals(old)).toBe(true)
    expect(await settingNames(await open(`${file}.before-${newest}`))).toEqual(['one'])
  })

  it('includes the rows that a crash left in its log, which never meets the new file', async () => {
    const running = newStorePath()
    const store = await open(running)
    await recordSetting(store, 'newest')
    const file = copyAsCrashed(running)
    await store.close()
    expect(existsSync(`${file}-wal`)).toBe(true)

    const migrated = await open(file, { worker: laterWorker })
    expect(await settingNames(migrated)).toEqual(['newest'])
    await migrated.close()
    expect(filesBeside(file)).toEqual(['store.db', `store.db.before-${newest}`, 'store.db.lock'])
    expect(await settingNames(await open(`${file}.before-${newest}`))).toEqual(['newest'])
  })

  it('never takes the name of an older file that was kept before', async () => {
    const file = await olderStore('first')
    await (await open(file, { worker: laterWorker })).close()
    renameSync(await olderStore('second'), file)
    const migrated = await open(file, { worker: laterWorker })
    expect(await settingNames(migrated)).toEqual(['second'])

    expect(await settingNames(await open(`${file}.before-${newest}`))).toEqual(['first'])
    expect(await settingNames(await open(`${file}.before-${newest}-2`))).toEqual(['second'])
  })

  it('is built again when a killed run left a half-built next version', async () => {
    const file = await olderStore('one')
    for (const name of ['migrating', 'migrating-wal', 'migrating-shm']) {
      writeFileSync(`${file}.${name}`, 'half')
    }
    const migrated = await open(file, { worker: laterWorker })
    expect(await settingNames(migrated)).toEqual(['one'])
    await migrated.close()
    expect(filesBeside(file)).toEqual(['store.db', `store.db.before-${newest}`, 'store.db.lock'])
  })
})
