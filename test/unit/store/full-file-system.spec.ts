/** A store on a small file system without any room; the other tests of a full disk limit SQLite. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { act, contentsOf, open, recordSetting, refusal, settingNames } from './stores.ts'

/** Returns the folder of a file system of 6 MB; undefined where this user can mount none. */
function mountSmall(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-small-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', [folder]))
  return folder
}
const notMounted = 'only root can mount a small file system'

/** Leaves no byte. */
function fillUp(folder: string): void {
  let count = 0
  for (let size = 1_048_576; size >= 1; size = Math.floor(size / 2)) {
    for (;;) {
      try {
        writeFileSync(join(folder, `filler-${String((count += 1))}`), Buffer.alloc(size))
      } catch {
        break
      }
    }
  }
}
function makeRoom(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith('filler-')) rmSync(join(folder, name))
}

it('a store without room is read, writes nothing, and writes again once there is room', async ({
  skip,
}) => {
  const folder = mountSmall() ?? skip(notMounted)
  const file = join(folder, 'store.db')
  const store = await open(file)
  await recordSetting(store, 'before')
  fillUp(folder)
  const large = { ...act('large'), detail: { text: 'x'.repeat(20_000) } }
  for (let tries = 0; tries < 3; tries += 1)
    await expect(store.note(large)).rejects.toMatchObject({ code: 'full' })
  await expect(recordSetting(store, 'refused')).rejects.toMatchObject({ code: 'full' })
  expect(await settingNames(store)).toEqual(['before'])
  makeRoom(folder)
  await store.note(large)
  await recordSetting(store, 'after')
  expect(await settingNames(store)).toEqual(['after', 'before'])
})

it('a store is not opened without any room, is left as it was, and opens once there is room', async ({
  skip,
}) => {
  const folder = mountSmall() ?? skip(notMounted)
  const file = join(folder, 'store.db')
  const store = await open(file)
  await recordSetting(store, 'before')
  await store.close()
  fillUp(folder)
  const before = contentsOf(folder)
  expect(await refusal(file)).toMatchObject({ code: 'store-full' })
  expect(contentsOf(folder)).toEqual(before)
  makeRoom(folder)
  expect(await settingNames(await open(file))).toEqual(['before'])
})

it('a new store without room is refused as that, and leaves nothing behind', async ({ skip }) => {
  const folder = mountSmall() ?? skip(notMounted)
  fillUp(folder)
  const before = readdirSync(folder)
  expect(await refusal(join(folder, 'store.db'))).toMatchObject({ code: 'store-full' })
  expect(readdirSync(folder)).toEqual(before)
  makeRoom(folder)
  await open(join(folder, 'store.db'))
})
