import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenPracticeBank } from '../../../main/practice/open-practice-bank.ts'
import { connectPracticeBank } from '../../../main/practice/practice-control.ts'
import { makePracticePki } from '../../../main/practice/practice-pki.ts'
import type { DoctorReport } from '../../../preload/contract/api/doctor.ts'
import type { OpenProfile, ProfilesState } from '../../../preload/contract/api/profiles/profile.ts'
import { emptyDetails } from '../../../preload/contract/api/profiles/profile-details.ts'
import type {
  ConnectionState,
  WorkstationState,
} from '../../../preload/contract/api/workstation-state.ts'
import { startPrivateKeyring, type PrivateKeyring } from './keychain/support/private-keyring.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'
import { actsIn } from './support/profile-store.ts'
import {
  detailsOf,
  importCertificate,
  makeProfile,
  openRealBank,
  setUp,
  openWorkstation,
  type RealWorkstation,
} from './support/real-workstation.ts'

let keyring: PrivateKeyring
let bank: OpenPracticeBank
let folder: string
let session: RealWorkstation

beforeAll(async () => {
  keyring = await startPrivateKeyring()
})
afterAll(() => keyring.stop())
beforeEach(async () => {
  // Each test has a bank of its own, because the bank counts its client's calls and sees every test
  // as another computer.
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
const restart = async (): Promise<void> => {
  await session.workstation.close()
  session = await openWorkstation(folder, keyring.env)
}
describe('a new profile', () => {
  it('is shown at once, empty, under its own environment', async () => {
    const id = await makeProfile(session, 'Ridgeway test')
    expect(await state()).toMatchObject({
      profileId: id,
      profileName: 'Ridgeway test',
      environment: 'pre-production',
      store: { state: 'open' },
      keychain: { state: 'works' },
    })
    const { details, missing, certificate } = await shown()
    expect(details).toEqual(emptyDetails)
    expect(certificate).toBeNull()
    expect(missing).toContain('Base URL')
    expect(await session.must('connection.getState')).toMatchObject({
      bank: { state: 'not-set-up' },
    })
  })

  it('requires the word before production, and creates nothing without it', async () => {
    for (const confirmation of [null, '', 'production', 'PRODUCTION ']) {
      const refused = await session.call('profiles.create', {
        name: 'Live',
        environment: 'production',
        from: { kind: 'nothing' },
        confirmation,
      })
      expect(refused).toMatchObject({ ok: false, error: { code: 'confirmation-wrong' } })
    }
    expect(await readdir(folder)).not.toContain('profiles')
    await makeProfile(session, 'Live', 'production')
    expect(await state()).toMatchObject({ environment: 'production' })
  })

  it('does not take the name of another, however it is written', async () => {
    await makeProfile(session, 'Ridgeway')
    const again = await session.call('profiles.create', {
      name: ' RIDGEWAY ',
      environment: 'pre-production',
      from: { kind: 'nothing' },
      confirmation: null,
    })
    expect(again).toMatchObject({ ok: false, error: { code: 'name-taken' } })
  })

  it('has a store and a keychain entry that no other profile has', async () => {
    const others = await keyring.count('Countersign production')
    const one = await makeProfile(session, 'One')
    const other = await makeProfile(session, 'Other')
    expect(one).not.toBe(other)
    expect(await readdir(join(folder, 'profiles', one))).toContain('store.countersign')
    expect(await keyring.count('Countersign pre-production')).toBeGreaterThanOrEqual(2)
    expect(await keyring.count('Countersign production')).toBe(others)
  })
})

describe('a profile that is set up', () => {
  it('reaches its bank, and its first health check proves the certificate', async () => {
    await makeProfile(session, 'Ridgeway')
    await setUp(session, bank)
    expect((await shown()).missing).toEqual([])
    expect((await shown()).certificate?.provenAt).toBeNull()
    const health = await session.must<{ status: number }>('connection.checkHealth')
    expect(health.status).toBe(200)
    expect((await shown()).certificate?.provenAt).not.toBeNull()
  })

  it('has a doctor who finds every step in order', async () => {
    await makeProfile(session, 'Ridgeway')
    await setUp(session, bank)
    const report = await session.must<DoctorReport>('doctor.examine')
    // It has no listener and no account yet.
    const withoutYet = new Map([
      ['alerts', 'listener-off'],
      ['row-numbers', 'row-numbers-not-asked'],
    ])
    expect(report.steps.map(({ id, state: how, finding }) => [id, how, finding])).toEqual(
      report.steps.map(({ id }) => {
        const finding = withoutYet.get(id)
        return finding === undefined ? [id, 'passed', 'fine'] : [id, 'not-run', finding]
      }),
    )
    expect((await shown()).certificate?.provenAt).not.toBeNull()
  })

  it('is found again after a restart, with everything that was entered', async () => {
    const id = await makeProfile(session, 'Ridgeway')
    await setUp(session, bank)
    const before = await shown()
    await restart()
    expect(await state()).toMatchObject({ profileId: 'practice' })
    await session.must('profiles.open', { id, confirmation: null })
    expect(await shown()).toEqual(before)
    expect(await session.must('connection.checkHealth')).toMatchObject({ status: 200 })
  })

  it('validates an account at its own bank, and leaves no trace in practice', async () => {
    await makeProfile(session, 'Ridgeway')
    await setUp(session, bank)
    const record = await session.must<{ id: string }>('validation.submit', {
      apiVersion: 'v1',
      routingNumber: '021000021',
      accountNumber: '5550101',
      ownerKind: 'none',
      owner: {},
    })
    expect(await session.must('validation.get', { id: record.id })).toMatchObject({ id: record.id })
    await session.must('profiles.open', { id: 'practice', confirmation: null })
    const there = await session.call('validation.get', { id: record.id })
    expect(there).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })

  it('calls nothing while something is missing, and names it', async () => {
    await makeProfile(session, 'Ridgeway')
    for (const channel of ['connection.checkHealth', 'doctor.examine']) {
      const refused = await session.call(channel)
      expect(refused).toMatchObject({ ok: false, error: { code: 'profile-incomplete' } })
      expect(JSON.stringify(refused)).toContain('Consumer key')
    }
  })

  it('keeps its budget over a change of client: no call more than five in a second', async () => {
    await makeProfile(session, 'Ridgeway')
    await setUp(session, bank)
    const details = detailsOf(bank)
    for (const host of ['localhost', '127.0.0.1', 'localhost', '127.0.0.1']) {
      const baseUrl = details.baseUrl?.replace(/127\.0\.0\.1|localhost/, host) ?? null
      await session.must('profiles.changeDetails', { ...details, baseUrl })
      await session.must('connection.checkHealth')
    }
    expect((await rulesBroken()).filter((rule) => rule !== 'token-needless')).toEqual([])
  })

  it('keeps its token while nothing of the connection changes', async () => {
    await makeProfile(session, 'Ridgeway')
    await setUp(session, bank)
    await session.must('connection.checkHealth')
    const before = await session.must('connection.getState')
    await session.must('profiles.changeDetails', { ...detailsOf(bank), settlement: 'consolidated' })
    await session.must('connection.checkHealth')
    const after = await session.must<ConnectionState>('connection.getState')
    expect(after.token).toEqual((before as ConnectionState).token)
  })
})

describe('replacing a certificate', () => {
  it('keeps the one before until a health check on the new one succeeded', async () => {
    await makeProfile(session, 'Ridgeway')
    await setUp(session, bank)
    await session.must('connection.checkHealth')
    const proven = (await shown()).certificate?.chain[0]?.sha256

    const stranger = await makePracticePki(new Date())
    await importCertificate(session, {
      certificateChain: stranger.client.chain,
      privateKey: stranger.client.privateKey,
    })
    const failed = await session.must<{ failure: string | null }>('connection.checkHealth')
    expect(failed.failure).not.toBeNull()
    const after = await shown()
    expect(after.previousCertificate?.chain[0]?.sha256).toBe(proven)
    expect(after.certificate?.provenAt).toBeNull()

    await session.must('certificates.restorePrevious')
    expect((await shown()).certificate?.chain[0]?.sha256).toBe(proven)
    expect(await session.must('connection.checkHealth')).toMatchObject({ status: 200 })
  })

  it('releases the previous one once the new one works', async () => {
    await makeProfile(session, 'Ridgeway')
    await setUp(session, bank)
    await session.must('connection.checkHealth')
    await importCertificate(session, bank.enrolment)
    expect((await shown()).previousCertificate).not.toBeNull()
    await session.must('connection.checkHealth')
    expect((await shown()).previousCertificate).toBeNull()
    const restored = await session.call('certificates.restorePrevious')
    expect(restored).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })
})

describe('a private CA', () => {
  it('is trusted only for the fingerprint that the bank gave', async () => {
    await makeProfile(session, 'Ridgeway')
    session.person.choose({ name: 'root.pem', bytes: bank.enrolment.ca })
    const { draftId } = await session.must<{ draftId: string }>('certificates.selectPrivateCa')
    const refused = await session.call('certificates.trustPrivateCa', {
      draftId,
      sha256: 'AB:'.repeat(31) + 'AB',
    })
    expect(refused).toMatchObject({ ok: false, error: { code: 'fingerprint-differs' } })
    expect((await shown()).privateCa).toBeNull()
  })
})

describe('own accounts', () => {
  const account = {
    id: null,
    number: '00012345678901234',
    routingNumber: '021000021',
    bankNumber: '',
    name: 'Operating',
    currency: 'USD',
    use: 'both',
  }

  it('are shown masked, and in full only by an act that is recorded', async () => {
    const id = await makeProfile(session, 'Ridgeway')
    const { accounts } = await session.must<OpenProfile>('profiles.saveAccount', account)
    expect(JSON.stringify(accounts)).not.toContain('12345678901234')
    const [stored] = accounts
    const revealed = await session.must('profiles.revealAccount', { id: stored?.id })
    expect(revealed).toEqual({ number: '00012345678901234' })
    await session.workstation.close()
    expect(await actsIn(folder, keyring.env, id)).toContain('profile.account-revealed')
  })

  it('keep their number when only their name changes', async () => {
    await makeProfile(session, 'Ridgeway')
    const [stored] = (await session.must<OpenProfile>('profiles.saveAccount', account)).accounts
    await session.must('profiles.saveAccount', {
      ...account,
      id: stored?.id,
      number: null,
      name: 'Pay',
    })
    expect((await shown()).accounts).toMatchObject([{ id: stored?.id, name: 'Pay' }])
    expect(await session.must('profiles.revealAccount', { id: stored?.id })).toEqual({
      number: account.number,
    })
  })

  it('bank note 36: mark a number that the ACH list cannot take, leading zeros aside', async () => {
    await makeProfile(session, 'Ridgeway')
    const long = { ...account, number: '12345678901234567' }
    await session.must('profiles.saveAccount', account)
    const { accounts } = await session.must<OpenProfile>('profiles.saveAccount', {
      ...long,
      name: 'Long',
    })
    expect(accounts.map(({ name, listable }) => [name, listable])).toEqual([
      ['Long', false],
      ['Operating', true],
    ])
  })
})

describe('copy, export and import', () => {
  it('copy takes details and accounts over, and none of the secrets', async () => {
    await makeProfile(session, 'Ridgeway')
    await setUp(session, bank)
    await session.must('profiles.create', {
      name: 'Ridgeway copy',
      environment: 'pre-production',
      from: { kind: 'copy' },
      confirmation: null,
    })
    const copy = await shown()
    expect(copy.details).toEqual(detailsOf(bank))
    expect(copy.certificate).toBeNull()
    expect(Object.values(copy.credentials)).toEqual([null, null, null, null])
    expect(copy.privateCa).toBeNull()
  })

  it('a file carries the details to another computer, without a secret in it', async () => {
    await makeProfile(session, 'Ridgeway')
    await setUp(session, bank)
    await session.must('profiles.exportFile', { withAccountNumbers: false })
    const text = session.person.saved[0]?.content ?? ''
    const { consumerKey, consumerSecret, clientId, clientSecret } = bank.enrolment
    for (const secret of [consumerKey, consumerSecret, clientId, clientSecret, 'PRIVATE KEY'])
      expect(text).not.toContain(secret)

    session.person.choose({ name: 'Ridgeway profile.json', bytes: text })
    const { draftId } = await session.must<{ draftId: string }>('profiles.selectFile')
    await session.must('profiles.create', {
      name: 'From a file',
      environment: 'pre-production',
      from: { kind: 'file', draftId },
      confirmation: null,
    })
    expect((await shown()).details).toEqual(detailsOf(bank))
  })
})

describe('a retired profile', () => {
  it('can be read, calls nothing, and changes nothing until it is reinstated', async () => {
    const id = await makeProfile(session, 'Ridgeway')
    await setUp(session, bank)
    const wrong = await session.call('profiles.retire', { confirmation: 'ridgeway' })
    expect(wrong).toMatchObject({ ok: false, error: { code: 'confirmation-wrong' } })
    await session.must('profiles.retire', { confirmation: 'Ridgeway' })
    expect((await state()).retired).toBe(true)
    for (const [channel, input] of [
      ['connection.checkHealth', undefined],
      ['profiles.changeDetails', emptyDetails],
      ['profiles.saveCredentials', { consumerKey: 'x' }],
    ] as const) {
      const refused = await session.call(channel, input)
      expect(refused, channel).toMatchObject({ ok: false, error: { code: 'profile-retired' } })
    }
    await restart()
    await session.must('profiles.open', { id, confirmation: null })
    expect((await state()).retired).toBe(true)
    expect((await shown()).details).toEqual(detailsOf(bank))
    await session.must('profiles.reinstate')
    expect(await session.must('connection.checkHealth')).toMatchObject({ status: 200 })
  })
})

describe('opening', () => {
  it('requires the word before production is shown, every time', async () => {
    const id = await makeProfile(session, 'Live', 'production')
    await session.must('profiles.open', { id: 'practice', confirmation: null })
    const refused = await session.call('profiles.open', { id, confirmation: 'yes' })
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'confirmation-wrong', wanted: 'PRODUCTION' },
    })
    expect((await state()).environment).toBe('practice')
    await session.must('profiles.open', { id, confirmation: 'PRODUCTION' })
    expect((await state()).environment).toBe('production')
  })

  it('continues with the profile that is shown when another does not open', async () => {
    const id = await makeProfile(session, 'Ridgeway')
    await session.must('profiles.open', { id: 'practice', confirmation: null })
    await keyring.lock()
    const locked = await session.call('profiles.open', { id, confirmation: null })
    expect(locked).toMatchObject({
      ok: false,
      error: { code: 'keychain-problem', problem: { kind: 'locked' } },
    })
    expect(await state()).toMatchObject({
      profileId: 'practice',
      keychain: { state: 'problem', problem: { kind: 'locked' } },
    })
    expect(await session.must('connection.checkHealth')).toMatchObject({ status: 200 })
    await keyring.kill()
    await keyring.unlock()
    await session.must('profiles.open', { id, confirmation: null })
  })

  it('shows one profile at a time, also after two requests', async () => {
    const id = await makeProfile(session, 'Ridgeway')
    await session.must('profiles.open', { id: 'practice', confirmation: null })
    const [first, second] = await Promise.all([
      session.call<ProfilesState>('profiles.open', { id, confirmation: null }),
      session.call('profiles.open', { id, confirmation: null }),
    ])
    expect(first).toMatchObject({ ok: true, value: { shownId: id } })
    expect(second).toMatchObject({ ok: false, error: { code: 'profile-busy' } })
  })

  it('writes nothing that is secret into the profile\u2019s plain files', async () => {
    const id = await makeProfile(session, 'Ridgeway')
    await setUp(session, bank)
    for (const name of ['profile.json', 'keychain.json']) {
      const text = await readFile(join(folder, 'profiles', id, name), 'utf8')
      expect(text).not.toContain(bank.enrolment.consumerKey)
      expect(text).not.toContain('PRIVATE KEY')
    }
  })
})

async function rulesBroken(): Promise<string[]> {
  const control = connectPracticeBank(bank.controlUrl)
  const breaches = await control.breaches()
  await control.close()
  return breaches.map(({ rule }) => rule)
}
