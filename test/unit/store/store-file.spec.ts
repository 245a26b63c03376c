import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyStoreFile, whyNoStore } from '../../../main/store/store-file.ts'
import { newStoreKey, practiceKey } from '../../../main/store/store-key.ts'
import { examineStore, type Store } from '../../../main/store/store.ts'
import {
  auditEntries,
  fakeWorker,
  newFolder,
  newStorePath,
  newest,
  open,
  recordSetting,
  settingNames,
  refusal,
} from './stores.ts'
import { startStoreWorker } from '../support/programs/programs.ts'

const examine = (file: string, key = practiceKey, worker = startStoreWorker) =>
  examineStore({ file, key: new Uint8Array(key), startStoreWorker: worker })

async function filled(count = 40): Promise<{ store: Store; file: string }> {
  const file = newStorePath()
  const store = await open(file)
  for (let at = 0; at < count; at += 1)
    await recordSetting(store, `setting-${String(at)}`, JSON.stringify('x'.repeat(2_000)))
  return { store, file }
}
const hashOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex')

describe('a copy of an open store', () => {
  it('is the store as it was when the copy was requested, row for row', async () => {
    const { store } = await filled()
    const before = await auditEntries(store)
    const to = join(newFolder(), 'copy.store')
    const copy = await store.copyTo(to)
    expect(copy).toMatchObject({
      version: newest,
      bytes: statSync(to).size,
      sha256: hashOf(to),
      head: { seq: before.at(-1)?.seq, hash: before.at(-1)?.hash },
    })
    await store.close()
    expect(await refusal(to)).toEqual({ code: 'store-is-backup' })
    const again = join(newFolder(), 'again.store')
    const created = await copyStoreFile({ file: to, bytes: copy.bytes }, again, 'store')
    expect(created.sha256).toBe(copy.sha256)
    expect(await auditEntries(await open(again))).toEqual(before)
  })

  it('holds nothing of what is written while it is made, and nothing of that is lost', async () => {
    const { store } = await filled()
    const to = join(newFolder(), 'copy.store')
    const copying = store.copyTo(to)
    const writing = Promise.all(
      Array.from({ length: 60 }, (_, at) => recordSetting(store, `late-${String(at)}`)),
    )
    const { head } = await copying
    await writing
    const found = await examine(to)
    expect(found).toMatchObject({ ok: true, value: { head, version: newest } })
    const late = (await settingNames(store)).filter((name) => name.startsWith('late-'))
    expect(late).toHaveLength(60)
    // The log is folded again once the file may be written to.
    await store.copyTo(join(newFolder(), 'second.store'))
    expect((await auditEntries(store)).length).toBeGreaterThan(head.seq)
  })

  it('is refused where a file exists, which stays as it is', async () => {
    const { store } = await filled(1)
    const to = join(newFolder(), 'copy.store')
    writeFileSync(to, 'somebody’s')
    await expect(store.copyTo(to)).rejects.toThrow('EEXIST')
    expect(readFileSync(to, 'utf8')).toBe('somebody’s')
    await recordSetting(store, 'goes on')
  })

  it('is given up where the store is closed meanwhile', async () => {
    const { store } = await filled()
    const to = join(newFolder(), 'copy.store')
    const copying = store.copyTo(to)
    await store.close()
    await copying.catch(() => undefined)
    if (existsSync(to)) expect(await examine(to)).toMatchObject({ ok: true })
  })
})

describe('a store that nobody has open is examined', () => {
  async function copied(): Promise<string> {
    const { store } = await filled()
    const to = join(newFolder(), 'copy.store')
    await store.copyTo(to)
    await store.close()
    return to
  }

  it('and counted, table by table', async () => {
    const file = await copied()
    const before = hashOf(file)
    const found = await examine(file)
    expect(found).toMatchObject({
      ok: true,
      value: { isOlder: false, rows: { settings: 40, audit_entries: 41 } },
    })
    expect(hashOf(file)).toBe(before)
  })

  it('and known to be of an earlier version, which it stays', async () => {
    const file = newStorePath()
    await (await open(file)).close()
    const before = hashOf(file)
    const value = { isOlder: true, version: newest }
    const later = fakeWorker({ version: 'later' })
    expect(await examine(file, practiceKey, later)).toMatchObject({ ok: true, value })
    expect(hashOf(file)).toBe(before)
  })

  it.each([
    ['another key', () => undefined, 'store-wrong-key', newStoreKey()],
    ['a file that was cut', (file: string) => truncateSync(file, 40_000), 'store-damaged'],
    ['a flipped bit', flip, 'store-damaged'],
    ['another program’s file', (file: string) => writeFileSync(file, 'text'), 'store-foreign'],
  ] as const)(
    'refused for %s, and left as it was',
    async (_what, spoil, code, key = practiceKey) => {
      const file = await copied()
      spoil(file)
      const before = hashOf(file)
      expect(await examine(file, key)).toMatchObject({ ok: false, error: { code } })
      expect(hashOf(file)).toBe(before)
      expect(existsSync(`${file}-wal`)).toBe(false)
    },
  )

  it('refused where it is of a later version', async () => {
    const file = await copied()
    const bytes = readFileSync(file)
    bytes.writeUInt8(newest + 1, 63)
    writeFileSync(file, bytes)
    const before = hashOf(file)
    expect(await examine(file)).toMatchObject({ ok: false, error: { code: 'store-newer' } })
    expect(whyNoStore(file)).toBe('newer')
    expect(hashOf(file)).toBe(before)
  })

  it('refused where it is of an earlier state of the program', async () => {
    const file = await copied()
    const bytes = readFileSync(file)
    bytes.writeUInt32BE(38, 60)
    writeFileSync(file, bytes)
    const before = hashOf(file)
    expect(await examine(file)).toEqual({ ok: false, error: { code: 'store-earlier' } })
    expect(whyNoStore(file)).toBe('earlier')
    expect(hashOf(file)).toBe(before)
  })
})

it('the first bytes alone show what is no store', async () => {
  const { store, file } = await filled(1)
  const backup = join(newFolder(), 'copy.store')
  await store.copyTo(backup)
  const text = newStorePath()
  writeFileSync(text, 'text')
  const found = [file, backup, text, newStorePath()].map(whyNoStore)
  expect(found).toEqual([undefined, undefined, 'foreign', 'foreign'])
})

function flip(file: string): void {
  const bytes = readFileSync(file)
  const at = bytes.length - 20_000
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  writeFileSync(file, bytes)
}
