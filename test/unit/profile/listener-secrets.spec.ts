/** The listener's secrets: created once, rotated with overlap, revealed only by recorded acts. */
import { X509Certificate } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ListenerState } from '../../../preload/contract/api/alerts/listener.ts'
import type { CertificateInspection } from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import {
  emptyDetails,
  type ProfileDetails,
} from '../../../preload/contract/api/profiles/profile-details.ts'
import type { ProfileSecrets } from '../../../main/profile/profile-secrets.ts'
import { Generated } from './certificates/support/test-certificates.ts'
import * as make from './certificates/support/test-certificates.ts'
import { startPrivateKeyring, type PrivateKeyring } from './keychain/support/private-keyring.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'
import { actsIn, secretsIn } from './support/profile-store.ts'
import { makeProfile, openWorkstation, type RealWorkstation } from './support/real-workstation.ts'
import { freePort, withListener } from './support/listening.ts'

let keyring: PrivateKeyring
let folder: string
let session: RealWorkstation
let id: string
let details: ProfileDetails

beforeAll(async () => {
  keyring = await startPrivateKeyring()
})
afterAll(() => keyring.stop())
beforeEach(async () => {
  folder = await newFolder()
  session = await openWorkstation(folder, keyring.env)
  id = await makeProfile(session, 'Ridgeway')
  details = withListener({ port: await freePort() })
})
afterEach(async () => {
  await session.workstation.close()
  await removeFolder(folder)
})

const state = () => session.must<ListenerState>('listener.getState')
const stored = (): Promise<ProfileSecrets['listener']> =>
  secretsIn(folder, keyring.env, id).then(({ listener }) => listener)
const acts = async (): Promise<string[]> => {
  await session.workstation.close()
  const all = await actsIn(folder, keyring.env, id)
  return all.filter((kind) => kind.startsWith('profile.listener-'))
}

describe('a listener that is enabled for the first time', () => {
  it('gets credentials and a certificate, each recorded once, and runs on them', async () => {
    await session.must('profiles.changeDetails', { ...details, additionalId: 'before' })
    await session.must('profiles.changeDetails', { ...details, additionalId: 'after' })
    const { credentials, certificate, previous } = await stored()
    expect(credentials?.userName).toMatch(/^countersign-[0-9a-f]{6}$/)
    expect(Buffer.from(credentials?.password ?? '', 'base64url')).toHaveLength(32)
    expect(previous).toBeNull()
    const created = new X509Certificate(certificate?.chain ?? '')
    expect(created.subjectAltName).toBe(
      'IP Address:127.0.0.1, DNS:alerts.ridgeway.example, DNS:localhost',
    )
    expect(await state()).toMatchObject({
      running: { state: 'listening' },
      userName: credentials?.userName,
      credentialsCreatedAt: credentials?.createdAt,
      certificate: { sha256: created.fingerprint256, isCreatedHere: true },
    })
    expect(await acts()).toEqual([
      'profile.listener-credentials-created',
      'profile.listener-certificate-created',
    ])
  })

  it('that is not enabled has neither, and says why it does not run', async () => {
    const off = {
      ...details,
      listener: details.listener && { ...details.listener, enabled: false },
    }
    await session.must('profiles.changeDetails', off)
    expect(await stored()).toEqual({ certificate: null, credentials: null, previous: null })
    expect((await state()).running).toEqual({ state: 'off', why: 'not-enabled' })
    await session.must('profiles.changeDetails', emptyDetails)
    expect((await state()).running).toEqual({ state: 'off', why: 'no-address' })
    for (const channel of ['copyPassword', 'saveSheet', 'saveCertificate'])
      expect(await session.call(`listener.${channel}`)).toMatchObject({
        error: { code: 'not-found' },
      })
    expect(await acts()).toEqual([])
  })

  it('reports that credentials are missing while the keychain takes none, and runs when they are created', async () => {
    await keyring.lock()
    await session.must('profiles.changeDetails', details)
    const { running } = await state()
    expect(running).toMatchObject({ state: 'off' })
    const refused = await session.call('listener.createCredentials')
    expect(refused).toMatchObject({
      error: { code: 'keychain-problem', problem: { kind: 'locked' } },
    })
    await keyring.kill()
    await keyring.unlock()
    await session.must('listener.createCredentials')
    const now = await session.must<ListenerState>('listener.createCertificate')
    expect(now.running).toMatchObject({ state: 'listening' })
  })
})

describe('bank note 95: credentials', () => {
  it('rotate: the previous ones are taken until somebody ends them, and no third are created meanwhile', async () => {
    await session.must('profiles.changeDetails', details)
    const first = (await stored()).credentials
    const rotated = await session.must<ListenerState>('listener.createCredentials')
    const second = (await stored()).credentials
    expect(second?.password).not.toBe(first?.password)
    expect((await stored()).previous).toEqual(first)
    expect(rotated).toMatchObject({
      userName: second?.userName,
      previousCredentialsCreatedAt: first?.createdAt,
    })
    const third = await session.call('listener.createCredentials')
    expect(third).toMatchObject({ error: { code: 'previous-not-ended' } })
    expect(await stored()).toMatchObject({ credentials: second, previous: first })
    await session.must('listener.endPrevious')
    expect((await stored()).previous).toBeNull()
    expect(await session.call('listener.endPrevious')).toMatchObject({
      error: { code: 'not-found' },
    })
    const created = 'profile.listener-credentials-created'
    expect((await acts()).filter((kind) => kind.includes('credentials'))).toEqual([
      created,
      created,
      'profile.listener-credentials-ended',
    ])
  })
})

describe('what goes out', () => {
  it('is recorded first: the password to the clipboard for a minute, the sheet, the certificate', async () => {
    await session.must('profiles.changeDetails', details)
    const { credentials, certificate } = await stored()
    await session.must('listener.copyPassword')
    expect(session.person.copied).toEqual([{ text: credentials?.password, forMs: 60_000 }])
    await session.must('listener.saveSheet')
    expect(session.person.printed[0]).toContain(credentials?.password)
    expect(session.person.printed[0]).toContain('https://alerts.ridgeway.example/alerts')
    await session.must('listener.saveCertificate')
    expect(session.person.saved.map(({ suggestedName }) => suggestedName)).toEqual([
      'Ridgeway alert delivery.pdf',
      'Ridgeway listener.pem',
    ])
    expect(session.person.saved[1]?.content).toBe(certificate?.chain)
    expect(session.person.saved[1]?.content).not.toContain('PRIVATE KEY')
    expect((await acts()).slice(2)).toEqual([
      'profile.listener-password-copied',
      'profile.listener-sheet-requested',
      'profile.listener-certificate-saved',
    ])
  })

  it('is not reported to be on the clipboard when the system did not take it', async () => {
    await session.must('profiles.changeDetails', details)
    session.person.clipboardRefuses = true
    const refused = await session.call('listener.copyPassword')
    expect(refused).toMatchObject({ error: { code: 'clipboard-failed' } })
    expect(await acts()).toContain('profile.listener-password-copied')
  })

  it('never comes to the window: neither passwords nor keys are in any answer or event', async () => {
    await session.must('profiles.changeDetails', details)
    const first = await stored()
    await session.must('listener.createCredentials')
    await session.must('listener.createCertificate')
    const second = await stored()
    await session.must('listener.copyPassword')
    await session.must('listener.saveSheet')
    await session.must('profiles.retire', { confirmation: 'Ridgeway' })
    await state()
    const received = JSON.stringify([session.emitted, session.answers])
    expect(received).toContain(second.credentials?.userName)
    for (const { credentials, certificate } of [first, second]) {
      expect(received).not.toContain(credentials?.password)
      expect(received).not.toContain(certificate?.privateKey.split('\n')[1])
    }
  })
})

describe('a certificate of its own', () => {
  const serverUse = [make.noAuthority(), make.purposes(make.serverAuth)]

  it('is taken from a draft that was chosen for the listener, and from no other', async () => {
    await session.must('profiles.changeDetails', details)
    const alone = await Generated.make({ name: 'alerts', extensions: serverUse })
    const choose = () => session.person.choose({ name: 'a.pem', bytes: alone.pem + alone.key })
    choose()
    const forClient = await session.must<CertificateInspection>('certificates.select')
    expect(forClient.ready).toBe(false)
    const wrong = await session.call('listener.takeCertificate', { draftId: forClient.draftId })
    expect(wrong).toMatchObject({ error: { code: 'draft-gone' } })
    choose()
    const purpose = 'listener'
    const inspection = await session.must<CertificateInspection>('certificates.select', { purpose })
    expect(inspection).toMatchObject({ ready: true, findings: [] })
    const { draftId } = inspection
    const asClient = await session.call('certificates.commit', { draftId })
    expect(asClient).toMatchObject({ error: { code: 'draft-gone' } })
    const taken = await session.must<ListenerState>('listener.takeCertificate', { draftId })
    const { fingerprint256: sha256 } = new X509Certificate(alone.pem)
    expect(taken.certificate).toMatchObject({ sha256, isCreatedHere: false })
    expect(await acts()).toContain('profile.listener-certificate-taken')
  })

  it('that is for clients alone is refused, and the one before stays', async () => {
    await session.must('profiles.changeDetails', details)
    const before = (await stored()).certificate
    const client = await Generated.make({ name: 'client', extensions: make.leafExtensions })
    session.person.choose({ name: 'a.pem', bytes: client.pem + client.key })
    const { draftId } = await session.must<CertificateInspection>('certificates.select', {
      purpose: 'listener',
    })
    const refused = await session.call('listener.takeCertificate', { draftId })
    expect(refused).toMatchObject({
      error: { code: 'certificate-refused', findings: [{ problem: 'not-for-servers' }] },
    })
    expect((await stored()).certificate).toEqual(before)
  })
})

it('practice changes no secrets, and a retired profile neither', async () => {
  await session.must('profiles.changeDetails', details)
  await session.must('profiles.retire', { confirmation: 'Ridgeway' })
  const changes = [
    ['listener.createCredentials', undefined],
    ['listener.endPrevious', undefined],
    ['listener.createCertificate', undefined],
    ['listener.takeCertificate', { draftId: 'x' }],
  ] as const
  for (const [channel, input] of changes)
    expect(await session.call(channel, input)).toMatchObject({ error: { code: 'profile-retired' } })
  expect((await state()).running).toEqual({ state: 'off', why: 'retired' })
  await session.must('profiles.open', { id: 'practice', confirmation: null })
  for (const [channel, input] of changes)
    expect(await session.call(channel, input)).toMatchObject({ ok: false })
})
