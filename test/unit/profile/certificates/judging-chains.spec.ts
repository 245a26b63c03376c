import { beforeAll, describe, expect, it } from 'vitest'
import { inspectFiles } from '../../../../main/profile/certificates/inspect-files.ts'
import type { CertificateFinding } from '../../../../preload/contract/api/certificates/certificate-inspection.ts'
import * as make from './support/test-certificates.ts'
import { Generated, type TestChain } from './support/test-certificates.ts'
import { above } from './support/test-pki.ts'

const { authorityExtensions, leafExtensions } = make
const dayMs = 24 * 3_600_000
const inDays = (days: number): Date => new Date(Date.now() + days * dayMs)
const nameOf = (name: string): string => `CN=${name}, O=Ridgeway, C=US`

let chain: TestChain
let other: TestChain
beforeAll(async () => {
  ;[chain, other] = await Promise.all([make.makeChain(), make.makeChain(make.ec, 'Other ')])
})

const inspect = (texts: readonly string[], knownRoots?: readonly string[]) =>
  inspectFiles(make.filesOf({ 'a.pem': texts.join('') }), null, new Date(), knownRoots)
const findingsOf = (texts: readonly string[], knownRoots?: readonly string[]) =>
  inspect(texts, knownRoots).inspection.findings
const rolesOf = (texts: readonly string[]) =>
  inspect(texts).inspection.chain.map(({ role, subject }) => `${role} ${subject}`)

describe('bank note 12: missing parts of the chain are named', () => {
  const missing = (problem: CertificateFinding['problem'], about: string | null) => ({
    problem,
    about,
  })

  it('the intermediate, above a leaf with or without a root beside it', () => {
    const { leaf, root } = chain
    const wanted = [missing('intermediate-missing', nameOf('Workstation'))]
    expect(findingsOf([leaf.pem, leaf.key])).toEqual(wanted)
    expect(findingsOf([leaf.pem, root.pem, leaf.key])).toEqual(wanted)
    expect(inspect([leaf.pem, root.pem, leaf.key]).inspection.leftOut).toMatchObject([
      { role: 'root', subject: nameOf('Root') },
    ])
  })

  it('the intermediate between a leaf and the root that issued it: the document requires all three', async () => {
    const leaf = await chain.root.issue({ name: 'Directly', extensions: leafExtensions })
    const texts = [leaf.pem, chain.root.pem, leaf.key]
    expect(findingsOf(texts)).toEqual([missing('intermediate-missing', nameOf('Directly'))])
  })

  it('the root above an intermediate, or an intermediate more when a root lies apart', async () => {
    const second = await chain.intermediate.issue({
      name: 'Second',
      extensions: authorityExtensions,
    })
    const leaf = await second.issue({ name: 'Low', extensions: leafExtensions })
    expect(findingsOf([leaf.pem, second.pem, leaf.key])).toEqual([
      missing('root-missing', nameOf('Second')),
    ])
    expect(findingsOf([leaf.pem, second.pem, chain.root.pem, leaf.key])).toEqual([
      missing('intermediate-missing', nameOf('Second')),
    ])
    expect(
      rolesOf([chain.root.pem, leaf.pem, second.pem, chain.intermediate.pem, leaf.key]),
    ).toEqual([
      `leaf ${nameOf('Low')}`,
      `intermediate ${nameOf('Second')}`,
      `intermediate ${nameOf('Intermediate')}`,
      `root ${nameOf('Root')}`,
    ])
  })

  it('the leaf, where the files are those of authorities', () => {
    expect(findingsOf([above(chain), chain.leaf.key])).toEqual([missing('leaf-missing', null)])
    expect(findingsOf([chain.root.pem, chain.leaf.key])).toEqual([
      missing('leaf-missing', null),
      missing('intermediate-missing', nameOf('Root')),
    ])
    expect(rolesOf([above(chain)])).toEqual([
      `intermediate ${nameOf('Intermediate')}`,
      `root ${nameOf('Root')}`,
    ])
  })

  it('the key, or its own certificate', () => {
    const { leaf } = chain
    expect(findingsOf([leaf.pem, above(chain)])).toEqual([missing('key-missing', null)])
    const { inspection } = inspect([leaf.pem, above(chain), other.leaf.key])
    expect(inspection.findings).toEqual([missing('key-of-another', nameOf('Workstation'))])
    expect(inspection.key).toEqual({ state: 'read', keyKind: 'EC P-256', matchesLeaf: false })
  })

  it('nothing at all', () => {
    expect(findingsOf([])).toEqual([missing('not-a-certificate', 'a.pem')])
    expect(inspectFiles([], null, new Date()).inspection.findings).toEqual([
      missing('leaf-missing', null),
      missing('key-missing', null),
    ])
  })
})

describe('which certificate is meant', () => {
  it('is decided by the key; without it more than one leaf is too many', () => {
    const texts = [other.leaf.pem, chain.leaf.pem, above(chain)]
    const undecided = inspect(texts).inspection
    expect(undecided.findings).toEqual([
      { problem: 'several-leaves', about: null },
      { problem: 'key-missing', about: null },
    ])
    expect(undecided.chain).toEqual([])
    expect(undecided.leftOut).toHaveLength(4)
    const { inspection } = inspect([...texts, chain.leaf.key])
    expect(inspection).toMatchObject({ ready: true, leftOut: [{ role: 'leaf' }] })
  })

  it('of two renewals of one key is the valid one that ends last', async () => {
    const { intermediate, leaf } = chain
    const renewal = { name: 'Workstation', extensions: leafExtensions, keys: leaf.keys }
    const [later, early] = await Promise.all([
      intermediate.issue({ ...renewal, validTo: inDays(300) }),
      intermediate.issue({ ...renewal, validFrom: inDays(1), validTo: inDays(400) }),
    ])
    const { material } = inspect([leaf.pem, early.pem, later.pem, above(chain), leaf.key])
    expect(material?.certificateChain).toBe(later.pem + above(chain))
  })

  it('is undecided where two keys fit two unrelated certificates', () => {
    const texts = [other.leaf.pem, other.leaf.key, chain.leaf.pem, above(chain), chain.leaf.key]
    expect(findingsOf(texts)).toEqual([{ problem: 'several-leaves', about: null }])
  })

  it('is not an authority whose key was chosen by mistake', () => {
    const { leaf, intermediate } = chain
    expect(findingsOf([leaf.pem, above(chain), intermediate.key])).toEqual([
      { problem: 'key-of-another', about: nameOf('Workstation') },
    ])
    expect(findingsOf([above(chain), intermediate.key])).toEqual([
      { problem: 'intermediate-missing', about: nameOf('Intermediate') },
      { problem: 'wrong-use', about: nameOf('Intermediate') },
    ])
  })
})

describe('all problems are named at once', () => {
  it('of an issuer that is no authority, while there is no key to identify the leaf', async () => {
    const by = await chain.root.issue({ name: 'By', extensions: [make.noAuthority()] })
    const leaf = await by.issue({ name: 'Low', extensions: leafExtensions })
    expect(findingsOf([by.pem, chain.root.pem, leaf.pem])).toEqual([
      { problem: 'wrong-use', about: nameOf('By') },
      { problem: 'key-missing', about: null },
    ])
  })

  it('of the leaf, of the authority and of the key', async () => {
    const weak = await chain.root.issue({
      name: 'Weak',
      extensions: [make.authority()],
      algorithm: make.rsa(1024),
      validTo: inDays(-0.5),
      validFrom: inDays(-3),
    })
    const leaf = await weak.issue({
      name: 'Low',
      extensions: [make.purposes(make.serverAuth)],
      validFrom: inDays(2),
      validTo: inDays(3),
    })
    expect(findingsOf([leaf.pem, leaf.pem, weak.pem, weak.pem, other.leaf.key])).toEqual([
      { problem: 'root-missing', about: nameOf('Weak') },
      { problem: 'not-yet-valid', about: nameOf('Low') },
      { problem: 'wrong-use', about: nameOf('Low') },
      { problem: 'expired', about: nameOf('Weak') },
      { problem: 'key-too-small', about: nameOf('Weak') },
      { problem: 'key-of-another', about: nameOf('Low') },
    ])
  })

  it('of a certificate that signed itself as an authority', async () => {
    const alone = await Generated.make({ name: 'Alone', extensions: [make.authority()] })
    expect(findingsOf([alone.pem, alone.key])).toEqual([
      { problem: 'self-signed', about: nameOf('Alone') },
      { problem: 'wrong-use', about: nameOf('Alone') },
    ])
  })
})

it('describes a certificate as a person checks it', () => {
  const { inspection } = inspect([chain.leaf.pem, above(chain), chain.leaf.key])
  expect(inspection.chain[0]).toEqual({
    role: 'leaf',
    subject: 'CN=Workstation, O=Ridgeway, C=US',
    issuer: 'CN=Intermediate, O=Ridgeway, C=US',
    serialNumber: chain.leaf.certificate.serialNumber.toUpperCase(),
    validFrom: chain.leaf.certificate.notBefore.toISOString(),
    validTo: chain.leaf.certificate.notAfter.toISOString(),
    keyKind: 'EC P-256',
    uses: ['digitalSignature', 'clientAuth'],
    sha256: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) as string,
    from: 'files',
  })
})

it('shows no character that could reorder its line', async () => {
  const leaf = await chain.intermediate.issue({
    name: 'Work\u202Estation\u200B',
    extensions: leafExtensions,
  })
  const { inspection } = inspect([leaf.pem, above(chain), leaf.key])
  expect(inspection.chain[0]?.subject).toBe('CN=Work\uFFFDstation\uFFFD, O=Ridgeway, C=US')
})
