/**
 * A certificate request created here, from the key to the proven certificate and back, with a real
 * keychain and a real bank.
 */
import { createPrivateKey } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publicKeyDigest } from '../../../main/profile/certificates/private-key.ts'
import { issue } from '../../../main/practice/enrolment.ts'
import {
  openPracticeBank,
  type OpenPracticeBank,
} from '../../../main/practice/open-practice-bank.ts'
import type { CertificateInspection } from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import type { PendingRequest } from '../../../preload/contract/api/certificates/certificate-request.ts'
import type { CertificateWarning } from '../../../preload/contract/api/certificates/warnings.ts'
import type { OpenProfile } from '../../../preload/contract/api/profiles/profile.ts'
import { startPrivateKeyring, type PrivateKeyring } from './keychain/support/private-keyring.ts'
import { makeAuthority, type Authority } from './certificates/support/authority.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'
import { actsIn, secretsIn } from './support/profile-store.ts'
import {
  makeProfile,
  setUp,
  openWorkstation,
  type RealWorkstation,
} from './support/real-workstation.ts'

let keyring: PrivateKeyring
let authority: Authority
let bank: OpenPracticeBank
let folder: string
let session: RealWorkstation
let id: string

beforeAll(async () => {
  keyring = await startPrivateKeyring()
})
afterAll(() => keyring.stop())
beforeEach(async () => {
  authority = await makeAuthority('ec', 20)
  bank = await openPracticeBank({ identity: { pki: authority.pki, issued: issue() } })
  folder = await newFolder()
  session = await openWorkstation(folder, keyring.env)
  id = await makeProfile(session, 'Ridgeway')
})
afterEach(async () => {
  await session.workstation.close()
  await bank.close()
  await removeFolder(folder)
})

const shown = (): Promise<OpenProfile> => session.must<OpenProfile>('profiles.getShown')
const wanted = {
  kind: 'p-256',
  name: {
    commonName: 'countersign.ridgeway.example',
    organization: 'Ridgeway',
    unit: '',
    locality: '',
    state: '',
    country: 'US',
  },
}
async function createRequest(kind = 'p-256'): Promise<PendingRequest> {
  const { pendingRequest } = await session.must<OpenProfile>('certificates.createRequest', {
    ...wanted,
    kind,
  })
  if (!pendingRequest) throw new Error('there is no request')
  return pendingRequest
}
async function choose(pem: string): Promise<CertificateInspection> {
  session.person.choose({ name: 'answer.pem', bytes: pem })
  return session.must<CertificateInspection>('certificates.select')
}
async function takeAnswer(request: string, days?: number): Promise<OpenProfile> {
  const { draftId } = await choose(await authority.answer(request, days))
  return session.must<OpenProfile>('certificates.commit', { draftId })
}
const leafOf = (stored: OpenProfile['certificate']): string | undefined => stored?.chain[0]?.sha256

describe('a request', () => {
  it('is shown with the digest of its key, which is in the keychain and nowhere else', async () => {
    const { request, publicKeySha256, ...rest } = await createRequest()
    expect(rest).toMatchObject(wanted)
    expect(request).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----/)
    const { pendingRequest } = await secretsIn(folder, keyring.env, id)
    const key = createPrivateKey(pendingRequest?.privateKey ?? '')
    expect(publicKeyDigest(key)).toBe(publicKeySha256)
    const line = pendingRequest?.privateKey.split('\n')[1] ?? ''
    expect(line.length).toBeGreaterThan(40)
    expect(JSON.stringify([session.emitted, session.answers])).not.toContain(line)
  })

  it('is refused while another waits, which stays, and may be created once that one is discarded', async () => {
    const { createdAt, publicKeySha256 } = await createRequest()
    const second = await session.call('certificates.createRequest', wanted)
    expect(second).toEqual({ ok: false, error: { code: 'request-pending', createdAt } })
    expect((await shown()).pendingRequest?.publicKeySha256).toBe(publicKeySha256)

    const other = await session.call('certificates.discardRequest', { publicKeySha256: 'AA' })
    expect(other).toMatchObject({ ok: false, error: { code: 'not-found' } })
    await session.must('certificates.discardRequest', { publicKeySha256 })
    expect((await shown()).pendingRequest).toBeNull()
    expect((await secretsIn(folder, keyring.env, id)).pendingRequest).toBeUndefined()
    expect((await createRequest()).publicKeySha256).not.toBe(publicKeySha256)
  })

  it('is saved to a file, which holds the request alone', async () => {
    expect(await session.call('certificates.saveRequest')).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
    const { request, createdAt } = await createRequest()
    await session.must('certificates.saveRequest')
    expect(session.person.saved).toMatchObject([
      {
        suggestedName: `countersign.ridgeway.example ${createdAt.slice(0, 10)}.csr`,
        content: request,
      },
    ])
  })

  it('outlives a restart, its answer is taken without a key, and each act is recorded', async () => {
    const { request, createdAt } = await createRequest('rsa-3072')
    await session.workstation.close()
    session = await openWorkstation(folder, keyring.env)
    await session.must('profiles.open', { id, confirmation: null })
    const inspection = await choose(await authority.answer(request))
    expect(inspection).toMatchObject({ ready: true, key: { state: 'requested' } })
    const { draftId } = inspection
    const after = await session.must<OpenProfile>('certificates.commit', { draftId })
    expect(after).toMatchObject({ pendingRequest: null, certificate: { requestedAt: createdAt } })
    expect((await secretsIn(folder, keyring.env, id)).pendingRequest).toBeUndefined()
    await session.must('certificates.saveChain')
    await createRequest()
    await session.must('certificates.saveRequest')
    const { pendingRequest } = await shown()
    await session.must('certificates.discardRequest', {
      publicKeySha256: pendingRequest?.publicKeySha256,
    })
    await session.workstation.close()
    const acts = await actsIn(folder, keyring.env, id)
    expect(acts.filter((kind) => /request|certificate/.test(kind))).toEqual([
      'profile.request-created',
      'profile.certificate-taken',
      'profile.certificate-saved',
      'profile.request-created',
      'profile.request-saved',
      'profile.request-discarded',
    ])
    session = await openWorkstation(folder, keyring.env)
  })

  it('is not reported as created when the keychain refuses it', async () => {
    await keyring.lock()
    const refused = await session.call('certificates.createRequest', wanted)
    expect(refused).toMatchObject({ ok: false, error: { code: 'keychain-problem' } })
    expect((await shown()).pendingRequest).toBeNull()
    await keyring.kill()
    await keyring.unlock()
    expect((await shown()).pendingRequest).toBeNull()
    expect(await createRequest()).toBeTruthy()
  })

  it('is not affected by a certificate with a key of its own', async () => {
    const { publicKeySha256 } = await createRequest()
    await setUp(session, bank)
    expect(await shown()).toMatchObject({
      pendingRequest: { publicKeySha256 },
      certificate: { requestedAt: null },
    })
  })
})

it('a rotation goes from a request to the proven certificate, and back', async () => {
  await setUp(session, bank)
  await session.must('connection.checkHealth')
  const first = leafOf((await shown()).certificate)
  const { request } = await createRequest()
  await takeAnswer(request)
  const { certificate, previousCertificate } = await shown()
  expect(leafOf(previousCertificate)).toBe(first)
  expect(leafOf(certificate)).not.toBe(first)

  await session.must('certificates.restorePrevious')
  const back = await shown()
  expect(leafOf(back.certificate)).toBe(first)
  // Its key exists only here, so going back must not lose it.
  expect(leafOf(back.previousCertificate)).toBe(leafOf(certificate))
  await session.must('connection.checkHealth')
  await session.must('certificates.restorePrevious')
  expect(leafOf((await shown()).certificate)).toBe(leafOf(certificate))
  expect(await session.must('connection.checkHealth')).toMatchObject({ status: 200 })
  const proven = await shown()
  expect(proven.certificate?.provenAt).not.toBeNull()
  expect(proven.previousCertificate).toBeNull()
})

describe('the steps that a person says were done', () => {
  const tick = (step: string, on: string | null) =>
    session.call('certificates.tickStep', { step, on })

  it('are about one request or certificate, and are open again with another', async () => {
    expect(await tick('to-authority', '2026-11-20')).toMatchObject({
      error: { code: 'not-found' },
    })
    const { request } = await createRequest()
    expect(await tick('to-authority', '2026-11-20')).toMatchObject({ ok: true })
    expect(await tick('to-bank', '2026-11-20')).toMatchObject({ error: { code: 'not-found' } })
    await takeAnswer(request)
    // The certificate has the key of the request that went to the authority.
    expect((await shown()).certificateTicks['to-authority']).toMatchObject({ on: '2026-11-20' })
    await tick('to-bank', '2026-11-21')
    expect((await shown()).certificateTicks['to-bank']).toMatchObject({ on: '2026-11-21' })

    await createRequest()
    expect((await shown()).certificateTicks).toEqual({ 'to-authority': null, 'to-bank': null })
    await tick('to-authority', '2026-11-22')
    await tick('to-authority', null)
    expect((await shown()).certificateTicks['to-authority']).toBeNull()
    await session.workstation.close()
    const acts = await actsIn(folder, keyring.env, id)
    expect(acts.filter((kind) => kind.includes('step'))).toEqual([
      'profile.certificate-step-done',
      'profile.certificate-step-done',
      'profile.certificate-step-done',
      'profile.certificate-step-undone',
    ])
    session = await openWorkstation(folder, keyring.env)
  })
})

describe('warnings', () => {
  const warnings = () => session.must<CertificateWarning[]>('certificates.getWarnings')

  it('report what expires soon and when a request was created, and end with the certificate', async () => {
    expect(await warnings()).toEqual([])
    await setUp(session, bank)
    const [warning, ...others] = await warnings()
    expect(others).toEqual([])
    expect(warning).toMatchObject({ use: 'client', reached: 30, daysLeft: 19, successor: null })
    const { request, createdAt } = await createRequest()
    expect((await warnings())[0]?.successor).toEqual({ kind: 'request', createdAt })
    await takeAnswer(request)
    expect(await warnings()).toEqual([])
    await session.must('certificates.restorePrevious')
    expect((await warnings())[0]?.successor).toMatchObject({ kind: 'certificate' })
  })

  it('are not given of a profile that is retired', async () => {
    await setUp(session, bank)
    await session.must('profiles.retire', { confirmation: 'Ridgeway' })
    expect(await warnings()).toEqual([])
  })
})
