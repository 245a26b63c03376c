import { createHash } from 'node:crypto'
import { readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenProfile } from '../../../preload/contract/api/profiles/profile.ts'
import type { WorkstationState } from '../../../preload/contract/api/workstation-state.ts'
import {
  startPrivateKeyring,
  type PrivateKeyring,
} from '../profile/keychain/support/private-keyring.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'
import {
  makeProfile,
  openWorkstation,
  type RealWorkstation,
} from '../profile/support/real-workstation.ts'
import { describeInFile } from '../store/stores.ts'

let keyring: PrivateKeyring
let folder: string
let session: RealWorkstation
let id: string
let store: string

beforeAll(async () => {
  keyring = await startPrivateKeyring()
})
afterAll(() => keyring.stop())
beforeEach(async () => {
  folder = await newFolder()
  session = await openWorkstation(folder, keyring.env)
  id = await makeProfile(session, 'Ridgeway')
  store = join(folder, 'profiles', id, 'store.countersign')
  await session.must('profiles.open', { id: 'practice', confirmation: null })
})
afterEach(async () => {
  await session.workstation.close()
  await removeFolder(folder)
})

const hashOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
const open = () => session.call('profiles.open', { id, confirmation: null })
const flip = async (at: number): Promise<void> => {
  const bytes = await readFile(store)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(store, bytes)
}
const practiceGoesOn = async (): Promise<void> => {
  const state = await session.must<WorkstationState>('workstation.getState')
  expect(state).toMatchObject({ profileId: 'practice', store: { state: 'open' } })
}

describeInFile('a store that does not open is left as it was found, and practice continues', () => {
  it.each([
    ['a truncated file', () => truncate(store, 5000)],
    ['a flipped byte in a page', () => flip(6000)],
    ['a flipped byte in its first page', () => flip(200)],
    ['a file that is something else', () => writeFile(store, 'PK\u0003\u0004 not a store')],
    [
      'another profile\u2019s store',
      async () => {
        const other = await makeProfile(session, 'Other')
        await session.must('profiles.open', { id: 'practice', confirmation: null })
        const theirs = await readFile(join(folder, 'profiles', other, 'store.countersign'))
        await writeFile(store, theirs)
      },
    ],
    [
      'a newer version\u2019s store',
      async () => {
        // The version is in the plain header of the file.
        const bytes = await readFile(store)
        bytes.writeUInt32BE(99, 60)
        await writeFile(store, bytes)
      },
    ],
  ])('%s', async (_what, damage) => {
    await damage()
    const before = await hashOf(store)
    const refused = await open()
    expect(refused).toMatchObject({ ok: false, error: { code: 'store-refused' } })
    expect(JSON.stringify(refused)).not.toMatch(/delete|reset|start anew/i)
    expect(await hashOf(store)).toBe(before)
    await practiceGoesOn()
  })

  it('a missing file is reported as missing, and no empty store takes its place', async () => {
    await rename(store, `${store}.elsewhere`)
    expect(await open()).toMatchObject({
      ok: false,
      error: { code: 'store-refused', reason: 'store-missing' },
    })
    await expect(readFile(store)).rejects.toThrow('ENOENT')
    await rename(`${store}.elsewhere`, store)
    expect(await open()).toMatchObject({ ok: true })
  })
})

describe('a keychain entry that is gone', () => {
  const phrase = 'correct horse battery staple'

  /** Removes the entry, as a person or another program may. */
  const lose = async (): Promise<void> => {
    await session.workstation.close()
    await keyring.stop()
    keyring = await startPrivateKeyring()
    session = await openWorkstation(folder, keyring.env)
  }

  it('is reported as removed; no key is created, the store stays, and its hash with it', async () => {
    await lose()
    const before = await hashOf(store)
    expect(await open()).toMatchObject({
      ok: false,
      error: { code: 'keychain-problem', problem: { kind: 'removed' } },
    })
    expect(await hashOf(store)).toBe(before)
    expect(await keyring.count('Countersign pre-production')).toBe(0)
    await practiceGoesOn()
  })

  it('costs the secrets and not the records where a recovery file was written', async () => {
    await session.must('profiles.open', { id, confirmation: null })
    await session.must('profiles.saveAccount', {
      id: null,
      number: '0001234567',
      routingNumber: '021000021',
      bankNumber: '',
      name: 'Operating',
      currency: 'USD',
      use: 'both',
    })
    await session.must('recovery.writeFile', { passphrase: phrase, hint: 'in the safe' })
    const [written] = session.person.saved
    const text = written?.content ?? ''
    await lose()

    session.person.choose({ name: 'Ridgeway recovery.txt', bytes: text })
    const draft = await session.must<{ draftId: string }>('recovery.selectFile', { profileId: id })
    expect(draft).toMatchObject({ profileName: 'Ridgeway', hint: 'in the safe', belongs: true })
    const { draftId } = draft
    const wrong = { draftId, passphrase: 'not the passphrase', confirmation: null }
    expect(await session.call('recovery.openWith', wrong)).toMatchObject({
      ok: false,
      error: { code: 'passphrase-wrong' },
    })
    await session.must('recovery.openWith', { draftId, passphrase: phrase, confirmation: null })
    const shown = await session.must<OpenProfile>('profiles.getShown')
    expect(shown.accounts).toMatchObject([{ name: 'Operating' }])
    expect(Object.values(shown.credentials)).toEqual([null, null, null, null])

    // The keychain has the key again: the next opening needs no file.
    await session.must('profiles.open', { id: 'practice', confirmation: null })
    expect(await open()).toMatchObject({ ok: true })
  })

  it('opens nothing with the recovery file of another profile', async () => {
    await makeProfile(session, 'Other')
    await session.must('recovery.writeFile', { passphrase: phrase, hint: '' })
    const [written] = session.person.saved
    await session.must('profiles.open', { id: 'practice', confirmation: null })
    session.person.choose({ name: 'Other recovery.txt', bytes: written?.content ?? '' })
    const draft = await session.must<{ draftId: string }>('recovery.selectFile', { profileId: id })
    expect(draft).toMatchObject({ belongs: false })
    const opened = await session.call('recovery.openWith', {
      draftId: draft.draftId,
      passphrase: phrase,
      confirmation: null,
    })
    expect(opened).toMatchObject({ ok: false, error: { code: 'recovery-of-another' } })
  })

  it('leaves the profile as it is when the store is gone as well', async () => {
    await session.must('profiles.open', { id, confirmation: null })
    await session.must('recovery.writeFile', { passphrase: phrase, hint: '' })
    const [written] = session.person.saved
    await lose()
    await rm(store)
    session.person.choose({ name: 'r.txt', bytes: written?.content ?? '' })
    const { draftId } = await session.must<{ draftId: string }>('recovery.selectFile', {
      profileId: id,
    })
    const opened = await session.call('recovery.openWith', {
      draftId,
      passphrase: phrase,
      confirmation: null,
    })
    expect(opened).toMatchObject({
      ok: false,
      error: { code: 'store-refused', reason: 'store-missing' },
    })
    expect(await keyring.count('Countersign pre-production')).toBe(0)
  })
})
