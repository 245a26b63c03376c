/** Rules that must hold while the shown profile changes: each finding of a review, as an attack. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenPracticeBank } from '../../../main/practice/open-practice-bank.ts'
import { makePracticePki } from '../../../main/practice/practice-pki.ts'
import type { OpenProfile, ProfilesState } from '../../../preload/contract/api/profiles/profile.ts'
import type { WorkstationState } from '../../../preload/contract/api/workstation-state.ts'
import {
  startPrivateKeyring,
  type PrivateKeyring,
} from '../profile/keychain/support/private-keyring.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'
import { actsIn } from '../profile/support/profile-store.ts'
import {
  importCertificate,
  makeProfile,
  openRealBank,
  setUp,
  openWorkstation,
  type RealWorkstation,
} from '../profile/support/real-workstation.ts'

let keyring: PrivateKeyring
let bank: OpenPracticeBank
let folder: string
let session: RealWorkstation

beforeAll(async () => {
  keyring = await startPrivateKeyring()
})
afterAll(() => keyring.stop())
beforeEach(async () => {
  bank = await openRealBank()
  folder = await newFolder()
  session = await openWorkstation(folder, keyring.env)
})
afterEach(async () => {
  await session.workstation.close()
  await bank.close()
  await removeFolder(folder)
})

const shown = (): Promise<OpenProfile> => session.must<OpenProfile>('profiles.getShown')
const state = (): Promise<WorkstationState> =>
  session.must<WorkstationState>('workstation.getState')
const open = (id: string) => session.call('profiles.open', { id, confirmation: 'PRODUCTION' })

describe('a call', () => {
  it('that was meant for the profile before does nothing in the one that is shown now', async () => {
    const before = await makeProfile(session, 'Test')
    await makeProfile(session, 'Live', 'production')
    for (const [channel, input] of [
      ['profiles.rename', { name: 'Other' }],
      ['profiles.saveCredentials', { consumerKey: 'x' }],
      ['profiles.retire', { confirmation: 'Live' }],
    ] as const) {
      const refused = await session.call(channel, input, before)
      expect(refused, channel).toEqual({ ok: false, error: { code: 'profile-changed' } })
    }
    expect(await state()).toMatchObject({ profileName: 'Live', retired: false })
    expect((await shown()).credentials.consumerKey).toBeNull()
  })

  it('finds the profile busy while another opens, and never renames the other', async () => {
    const live = await makeProfile(session, 'Live', 'production')
    await makeProfile(session, 'Test')
    const opening = open(live)
    const renames = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        session.call('profiles.rename', { name: `T${String(n)}` }),
      ),
    )
    expect(await opening).toMatchObject({ ok: true })
    for (const renamed of renames) {
      expect(renamed).toMatchObject({ ok: false, error: { code: 'profile-busy' } })
    }
    const { cards } = await session.must<ProfilesState>('profiles.getState')
    expect(cards.map(({ name, environment }) => [name, environment])).toEqual([
      ['Alder Falls practice bank', 'practice'],
      ['Live', 'production'],
      ['Test', 'pre-production'],
    ])
    expect(await state()).toMatchObject({ environment: 'production', profileName: 'Live' })
  })

  it('under way when another profile opens is finished and recorded first', async () => {
    const live = await makeProfile(session, 'Live', 'production')
    const test = await makeProfile(session, 'Test')
    const saving = session.call('profiles.saveCredentials', { consumerKey: 'a-new-key' })
    expect(await open(live)).toMatchObject({ ok: true })
    expect(await saving).toMatchObject({ ok: true })
    await open(test)
    expect((await shown()).credentials.consumerKey).not.toBeNull()
    await session.workstation.close()
    expect(await actsIn(folder, keyring.env, test)).toContain('profile.credentials-stored')
  })
})

describe('a draft', () => {
  it('that was chosen in one profile cannot be taken in another', async () => {
    const live = await makeProfile(session, 'Live', 'production')
    await makeProfile(session, 'Test')
    const { certificateChain, privateKey, ca } = bank.enrolment
    session.person.choose(
      { name: 'a.pem', bytes: certificateChain },
      { name: 'a.key', bytes: privateKey },
    )
    const { draftId } = await session.must<{ draftId: string }>('certificates.select')
    session.person.choose({ name: 'ca.pem', bytes: ca })
    const root = await session.must<{ draftId: string }>('certificates.selectPrivateCa')
    await open(live)
    const gone = { ok: false, error: { code: 'draft-gone' } }
    expect(await session.call('certificates.commit', { draftId })).toEqual(gone)
    const trust = { draftId: root.draftId, sha256: 'ab'.repeat(32) }
    expect(await session.call('certificates.trustPrivateCa', trust)).toEqual(gone)
    expect(await shown()).toMatchObject({ certificate: null, privateCa: null })
  })
})

describe('an address', () => {
  it('of one environment is not taken over into another', async () => {
    await makeProfile(session, 'Live', 'production')
    await setUp(session, bank)
    const copy = { from: { kind: 'copy' }, confirmation: 'PRODUCTION' }
    await session.must('profiles.create', { ...copy, name: 'Live 2', environment: 'production' })
    expect((await shown()).details.baseUrl).toBe(bank.enrolment.baseUrl)
    await session.must('profiles.create', { ...copy, name: 'Test', environment: 'pre-production' })
    const { details } = await shown()
    expect(details.baseUrl).toBeNull()
    expect(details.listener).toBeNull()
    expect(details.secondaryId).toBe(bank.enrolment.secondaryId)
  })
})

describe('a certificate', () => {
  it('that was never proven is also kept when a new one is taken', async () => {
    await makeProfile(session, 'Test')
    await setUp(session, bank)
    const first = (await shown()).certificate?.chain[0]?.sha256
    const stranger = await makePracticePki(new Date())
    const { chain: certificateChain, privateKey } = stranger.client
    await importCertificate(session, { certificateChain, privateKey })
    expect((await shown()).previousCertificate?.chain[0]?.sha256).toBe(first)
    await session.must('certificates.restorePrevious')
    expect((await shown()).certificate?.chain[0]?.sha256).toBe(first)
    // Back to the newer one: it may only have been installed too early.
    await session.must('certificates.restorePrevious')
    expect((await shown()).previousCertificate?.chain[0]?.sha256).toBe(first)
  })
})

describe('the recovery file', () => {
  it('never writes over a keychain entry that may still be whole', async () => {
    const id = await makeProfile(session, 'Test')
    await setUp(session, bank)
    await session.must('recovery.writeFile', { passphrase: 'correct horse battery', hint: '' })
    const text = session.person.saved[0]?.content ?? ''
    await session.must('profiles.open', { id: 'practice', confirmation: null })
    session.person.choose({ name: 'r.txt', bytes: text })
    const { draftId } = await session.must<{ draftId: string }>('recovery.selectFile', {
      profileId: id,
    })
    await keyring.lock()
    const answer = { draftId, passphrase: 'correct horse battery', confirmation: null }
    expect(await session.call('recovery.openWith', answer)).toMatchObject({
      ok: false,
      error: { code: 'keychain-problem', problem: { kind: 'locked' } },
    })
    await keyring.kill()
    await keyring.unlock()
    // The keychain answers again: the entry is used unchanged.
    await session.must('recovery.openWith', answer)
    const { credentials, certificate } = await shown()
    expect(Object.values(credentials)).not.toContain(null)
    expect(certificate).not.toBeNull()
  })
})
