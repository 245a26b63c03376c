/** Practice data of an earlier state of the program: refused unchanged, and started again on demand. */
import { readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  contentsOf,
  copyAsCrashed,
  describeInFile,
  open,
  recordSetting,
} from '../../store/stores.ts'
import { newFolder, removeFolder, startWorkstation } from '../../support/workstation.ts'

let folder: string
beforeEach(async () => {
  folder = await newFolder()
})
afterEach(() => removeFolder(folder))

/** Leaves a crashed practice store with its log and record of sent payments, as an earlier state did. */
async function earlierStore(): Promise<string> {
  const running = join(folder, 'practice.countersign')
  const store = await open(running)
  await recordSetting(store, 'stored')
  const before = await newFolder()
  const file = copyAsCrashed(running, before)
  const bytes = readFileSync(file)
  bytes.writeUInt32BE(38, 60)
  writeFileSync(file, bytes)
  writeFileSync(join(before, 'practice.sent'), 'what was sent')
  await store.close()
  await removeFolder(folder)
  folder = before
  return file
}

const storeFiles = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^practice\.(countersign|sent)/.test(name)).sort()
const ofStore = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(contentsOf(folder)).filter(([name]) =>
      /^practice\.(countersign|sent)/.test(name),
    ),
  )

describeInFile('practice data of an earlier state of the program', () => {
  it('is refused unchanged, and a new store opens when the operator starts it again', async () => {
    await earlierStore()
    const before = ofStore()
    const { workstation, emitted, context } = await startWorkstation(folder)
    const refused = { state: 'refused', reason: 'store-earlier', detail: null }
    expect(emitted.states.at(-1)).toMatchObject({ store: refused, access: { state: 'in' } })
    expect(ofStore()).toEqual(before)

    const { practice, inbox } = workstation.handlers
    expect(await practice.startAgain(undefined, context)).toEqual({ ok: true, value: undefined })
    expect(emitted.states.at(-1)?.store).toEqual({ state: 'open' })
    expect(await inbox.getCounts(undefined, context)).toMatchObject({ ok: true })
    const after = ofStore()
    for (const name of ['countersign', 'sent'])
      expect(after[`practice.${name}.earlier`]).toBe(before[`practice.${name}`])
    expect(after['practice.countersign.earlier-wal']).toBe(before['practice.countersign-wal'])

    // A store that opened is never set aside.
    const files = await storeFiles()
    expect(await practice.startAgain(undefined, context)).toMatchObject({ ok: true })
    expect(await storeFiles()).toEqual(files)
    await workstation.close()
  })
})
