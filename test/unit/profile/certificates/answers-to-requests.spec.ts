/**
 * Bank note 12, and the answer to a request created here: its key is in the keychain and in none of
 * the files.
 */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCertificateRequest } from '../../../../main/profile/certificates/certificate-request.ts'
import { createCertificateDrafts } from '../../../../main/profile/certificate-drafts.ts'
import { inspectFiles } from '../../../../main/profile/certificates/inspect-files.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import { filesOf, leafExtensions, makeChain, Generated } from './support/test-certificates.ts'
import { noAuthority, purposes, serverAuth, type TestChain } from './support/test-certificates.ts'
import { above } from './support/test-pki.ts'

const createdAt = '2026-11-20T09:00:00.000Z'
const name = {
  commonName: 'ridgeway',
  organization: 'Ridgeway',
  unit: '',
  locality: '',
  state: '',
  country: 'US',
}
let chain: TestChain
let key: ReturnType<typeof createPrivateKey>
let publicKey: Buffer

beforeAll(async () => {
  chain = await makeChain()
  const generated = await createCertificateRequest('rsa-3072', name)
  key = createPrivateKey(generated.privateKey)
  publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
})

const answer = (part: object = {}): Promise<Generated> =>
  chain.intermediate.issue({ name: 'Answer', extensions: leafExtensions, publicKey, ...part })
const inspect = (files: Readonly<Record<string, string>>, requested = true) =>
  inspectFiles(
    filesOf(files),
    ...([null, new Date(), undefined, [], 'client'] as const),
    requested ? { key, createdAt } : undefined,
  )

describe('the answer to a request created here', () => {
  it('is taken without a key in its files, and paired with the one that waits', async () => {
    const { pem } = await answer()
    const { inspection, material } = inspect({ 'answer.pem': pem + above(chain) })
    expect(inspection.findings).toEqual([])
    expect(inspection.key).toEqual({
      state: 'requested',
      keyKind: 'RSA 3072',
      requestedAt: createdAt,
    })
    expect(material?.certificateChain).toBe(pem + above(chain))
    expect(createPrivateKey(material?.privateKey ?? '').equals(key)).toBe(true)
  })

  it('needs its key where no request waits', async () => {
    const { pem } = await answer()
    const { inspection, material } = inspect({ 'answer.pem': pem + above(chain) }, false)
    expect(inspection.findings).toEqual([{ problem: 'key-missing', about: null }])
    expect(material).toBeNull()
  })

  it.each([
    ['expired', { validFrom: new Date('2020-01-01'), validTo: new Date('2021-01-01') }, 'expired'],
    ['for servers alone', { extensions: [noAuthority(), purposes(serverAuth)] }, 'wrong-use'],
  ])('is judged like any other: one that is %s is not taken', async (_what, part, problem) => {
    const { pem } = await answer(part)
    const { inspection, material } = inspect({ 'answer.pem': pem + above(chain) })
    expect(inspection.findings.map((one) => one.problem)).toEqual([problem])
    expect(material).toBeNull()
  })

  it('bank note 12: is not taken without its intermediate', async () => {
    const { pem } = await answer()
    const { inspection, material } = inspect({ 'answer.pem': pem })
    expect(inspection.findings.map((one) => one.problem)).toEqual(['intermediate-missing'])
    expect(material).toBeNull()
  })

  it('is found among several leaves by the key that waits', async () => {
    const { pem } = await answer()
    const { inspection } = inspect({ 'all.pem': chain.leaf.pem + pem + above(chain) })
    expect(inspection.findings).toEqual([])
    expect(inspection.chain[0]?.subject).toContain('CN=Answer')
    expect(inspection.leftOut).toHaveLength(1)
  })
})

describe('a certificate for another key than the one requested here', () => {
  const other = { problem: 'key-not-requested', requestedAt: createdAt }
  it('is reported, with the day of the request', () => {
    const { inspection, material } = inspect({ 'other.pem': chain.leaf.pem + above(chain) })
    expect(inspection.findings).toEqual([{ ...other, about: inspection.chain[0]?.subject }])
    expect(inspection.key).toEqual({ state: 'absent' })
    expect(material).toBeNull()
  })

  it('is taken with its own key in the files, without a finding about the request', () => {
    const { inspection } = inspect({
      'other.pem': chain.leaf.pem + above(chain),
      'other.key': chain.leaf.key,
    })
    expect(inspection.findings).toEqual([])
    expect(inspection.key).toMatchObject({ state: 'read', matchesLeaf: true })
  })

  it('is reported with both facts where the key in its files is a third', async () => {
    const third = await makeChain()
    const { inspection } = inspect({
      'other.pem': chain.leaf.pem + above(chain),
      'third.key': third.leaf.key,
    })
    expect(inspection.findings.map((one) => one.problem)).toEqual([
      'key-of-another',
      'key-not-requested',
    ])
  })
})

it('bank note 12: a certificate that the requested key signed itself is not taken', async () => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const own = await Generated.make({ name: 'Own', extensions: leafExtensions, keys })
  const requested = { key: createPrivateKey(own.key), createdAt }
  const { inspection } = inspectFiles(
    filesOf({ 'own.pem': own.pem }),
    ...([null, new Date(), undefined, [], 'client'] as const),
    requested,
  )
  expect(inspection.findings.map((one) => one.problem)).toEqual(['self-signed'])
})

it('a request for signing in answers nothing for the listener', async () => {
  const drafts = createCertificateDrafts({
    clock: systemClock,
    newId: () => 'd',
    requested: () => ({ key, createdAt }),
  })
  const { pem } = await answer({ extensions: [noAuthority(), purposes(serverAuth)] })
  const files = filesOf({ 'answer.pem': pem + above(chain) })
  const { findings } = (await drafts.open(files, 'listener')) ?? {}
  expect(findings).toEqual([{ problem: 'key-missing', about: null }])
  drafts.forget()
})
