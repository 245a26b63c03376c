/**
 * Replaces one store with another: the old one is saved with its log, and no open store is
 * replaced.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { preparedPath } from '../../../../main/store/store-file.ts'
import { restoreStore } from '../../../../main/store/store.ts'
import {
  contentsOf,
  copyAsCrashed,
  newStorePath,
  open,
  recordSetting,
  refusal,
  settingNames,
} from '../stores.ts'
import { startStoreWorker } from '../../support/programs/programs.ts'

const preparedFor = (file: string): string => preparedPath(file, 'draft')
const restore = (file: string) =>
  restoreStore({ file, prepared: preparedFor(file), startStoreWorker })

/** Creates a closed store with one setting. */
async function storeOf(name: string): Promise<string> {
  const file = newStorePath()
  const store = await open(file)
  await recordSetting(store, name)
  await store.close()
  return file
}

async function namesIn(file: string): Promise<string[]> {
  const store = await open(file)
  const names = await settingNames(store)
  await store.close()
  return names
}

/**
 * Creates a store as a crash leaves it, with its last setting only in the log, and another store
 * prepared to replace it.
 */
async function prepared(): Promise<string> {
  const old = await storeOf('old')
  const store = await open(old)
  await recordSetting(store, 'old, in the log')
  const file = copyAsCrashed(old)
  await store.close()
  copyFileSync(await storeOf('new'), preparedFor(file))
  return file
}

describe('a store is put in the place of another', () => {
  it('which stays beside it with its log, as it was', async () => {
    const file = await prepared()
    const before = contentsOf(dirname(file))
    expect(await restore(file)).toEqual({ ok: true, value: null })
    const after = contentsOf(dirname(file))
    expect(after['store.db.before-restore-1']).toBe(before['store.db'])
    expect(after['store.db.before-restore-1-wal']).toBe(before['store.db-wal'])
    expect(after['store.db']).toBe(before['store.db.restoring-draft'])
    expect(await namesIn(file)).toEqual(['new'])
    expect(await namesIn(`${file}.before-restore-1`)).toEqual(['old', 'old, in the log'])
  })

  it('and a second time under the next number', async () => {
    const file = await prepared()
    await restore(file)
    copyFileSync(await storeOf('newer'), preparedFor(file))
    expect(await restore(file)).toMatchObject({ ok: true })
    expect(await namesIn(file)).toEqual(['newer'])
    expect(await namesIn(`${file}.before-restore-2`)).toEqual(['new'])
    expect(await namesIn(`${file}.before-restore-1`)).toEqual(['old', 'old, in the log'])
  })

  it('where there is none', async () => {
    const file = newStorePath()
    copyFileSync(await storeOf('new'), preparedFor(file))
    expect(await restore(file)).toMatchObject({ ok: true })
    expect(await namesIn(file)).toEqual(['new'])
  })

  it('but not while another process has it open', async () => {
    const file = await storeOf('old')
    const store = await open(file)
    copyFileSync(await storeOf('new'), preparedFor(file))
    const before = readFileSync(file)
    expect(await restore(file)).toMatchObject({ ok: false, error: { code: 'store-in-use' } })
    expect(readFileSync(file)).toEqual(before)
    await recordSetting(store, 'goes on')
    await store.close()
    expect(await namesIn(file)).toEqual(['goes on', 'old'])
  })

  it('and never where nothing is prepared, or its log is not folded', async () => {
    const file = await storeOf('old')
    expect(await restore(file)).toMatchObject({ ok: false, error: { code: 'store-unreadable' } })
    copyFileSync(await storeOf('new'), preparedFor(file))
    writeFileSync(`${preparedFor(file)}-wal`, 'not folded')
    expect(await restore(file)).toMatchObject({ ok: false, error: { code: 'store-unreadable' } })
    expect(await namesIn(file)).toEqual(['old'])
  })

  it('a store that was only prepared is removed by the next opening, and by no refused one', async () => {
    const file = await storeOf('old')
    copyFileSync(await storeOf('new'), preparedFor(file))
    expect(await refusal(file, { key: new Uint8Array(48).fill(7) })).toMatchObject({
      code: 'store-wrong-key',
    })
    expect(existsSync(preparedFor(file))).toBe(true)
    expect(await namesIn(file)).toEqual(['old'])
    expect(readdirSync(dirname(file)).sort()).toEqual(['store.db', 'store.db.lock'])
  })
})

describe('whether a store was closed', () => {
  it('is known when it is opened again', async () => {
    const file = await storeOf('old')
    const store = await open(file)
    expect(store.stoppedUnclean).toBe(false)
    await recordSetting(store, 'another')
    const crashed = await open(copyAsCrashed(file))
    expect(crashed.stoppedUnclean).toBe(true)
    await crashed.close()
    await store.close()
    const again = await open(file)
    expect(again.stoppedUnclean).toBe(false)
  })
})
