import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { inspectFiles } from '../../../../main/profile/certificates/inspect-files.ts'
import {
  isForSigningIn,
  isStrongEnough,
  keyKindOf,
  readPrivateKey,
} from '../../../../main/profile/certificates/private-key.ts'
import * as make from './support/test-certificates.ts'
import { Generated, type TestChain } from './support/test-certificates.ts'
import { handshake, makeServerSide, type ServerSide } from './support/handshakes.ts'
import { above } from './support/test-pki.ts'

const { leafExtensions } = make
const nameOf = (name: string): string => `CN=${name}, O=Ridgeway, C=US`

let chain: TestChain
let server: ServerSide
beforeAll(async () => {
  ;[chain, server] = await Promise.all([make.makeChain(), makeServerSide()])
})

const findingsOf = (texts: readonly string[]) =>
  inspectFiles(make.filesOf({ 'a.pem': texts.join('') }), null, new Date()).inspection.findings

describe('the use', () => {
  const { authority, keyCertSign, noAuthority, purposes, uses } = make
  const anyPurpose = '2.5.29.37.0'
  const both = [authority(), uses(keyCertSign)]
  type Extensions = readonly ReturnType<typeof authority>[]
  const wrong: readonly (readonly [
    string,
    string,
    { leaf?: Extensions; by?: Extensions; root?: Extensions },
  ])[] = [
    ['a leaf for any purpose', 'Low', { leaf: [purposes(anyPurpose)] }],
    ['a leaf that may not sign', 'Low', { leaf: [uses(make.keyEncipherment)] }],
    ['an intermediate that is no authority', 'By', { by: [noAuthority()] }],
    ['an intermediate without a stated use', 'By', { by: [] }],
    [
      'an intermediate without keyCertSign',
      'By',
      { by: [authority(), uses(make.digitalSignature)] },
    ],
    ['an intermediate for servers', 'By', { by: [...both, purposes(make.serverAuth)] }],
    ['an intermediate for any purpose', 'By', { by: [...both, purposes(anyPurpose)] }],
    ['a root that is no authority', 'Top', { root: [noAuthority()] }],
    ['a root without extensions', 'Top', { root: [] }],
    ['a root that allows no intermediate', 'Top', { root: [authority(0), uses(keyCertSign)] }],
  ]

  it.each(wrong)('of %s is wrong, and the server closes the connection', async (_, name, parts) => {
    const root = await Generated.make({ name: 'Top', extensions: parts.root ?? both })
    const by = await root.issue({ name: 'By', extensions: parts.by ?? both })
    const leaf = await by.issue({ name: 'Low', extensions: parts.leaf ?? leafExtensions })
    const certificateChain = leaf.pem + by.pem + root.pem
    expect(findingsOf([certificateChain, leaf.key])).toEqual([
      { problem: 'wrong-use', about: nameOf(name) },
    ])
    const client = { certificateChain, privateKey: leaf.key }
    for (const version of ['TLSv1.3', 'TLSv1.2'] as const) {
      const { outcome, seen } = await handshake(server, root, version, client)
      expect(outcome).toMatch(/^(UND_ERR_SOCKET|ECONNRESET|EPIPE): /)
      expect(seen).toBe(0)
    }
  })

  it('is told apart from one under a UUID, whose number no other number holds', async () => {
    const own = `2.25.${String(2n ** 128n - 1n)}`
    const extensions = [...leafExtensions.slice(0, 2), purposes(make.clientAuth, own)]
    const leaf = await chain.intermediate.issue({ name: 'Own', extensions })
    const certificateChain = leaf.pem + above(chain)
    expect(findingsOf([certificateChain, leaf.key])).toEqual([])
  })

  it('of a leaf that says nothing is every use', async () => {
    const leaf = await chain.intermediate.issue({ name: 'Silent', extensions: [] })
    const certificateChain = leaf.pem + above(chain)
    expect(findingsOf([certificateChain, leaf.key])).toEqual([])
    const client = { certificateChain, privateKey: leaf.key }
    expect(await handshake(server, chain.root, 'TLSv1.3', client)).toEqual({
      outcome: 200,
      seen: 1,
    })
  })
})

describe('the key', () => {
  const pair = (type: 'rsa' | 'rsa-pss', modulusLength: number) =>
    generateKeyPairSync(type as 'rsa', { modulusLength }).publicKey
  const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).publicKey

  it.each([
    ['RSA 1024', () => pair('rsa', 1024), false, true],
    ['RSA 2048', () => pair('rsa', 2048), true, true],
    ['RSA-PSS 2048', () => pair('rsa-pss', 2048), true, false],
    ['EC secp224r1', () => curve('secp224r1'), false, false],
    ['EC P-256', () => curve('prime256v1'), true, true],
    ['EC P-384', () => curve('secp384r1'), true, true],
    ['EC P-521', () => curve('secp521r1'), true, true],
    ['EC secp256k1', () => curve('secp256k1'), true, false],
    ['Ed25519', () => generateKeyPairSync('ed25519').publicKey, true, true],
    ['Ed448', () => generateKeyPairSync('ed448').publicKey, true, false],
  ] as const)('%s: named, measured, and known to TLS or not', (name, key, strong, known) => {
    expect(keyKindOf(key())).toBe(name)
    expect(isStrongEnough(key())).toBe(strong)
    expect(isForSigningIn(key())).toBe(known)
  })

  it('of RSA with 1024 bits is too small for a leaf', async () => {
    const leaf = await chain.intermediate.issue({
      name: 'Small',
      extensions: leafExtensions,
      algorithm: make.rsa(1024),
    })
    expect(findingsOf([leaf.pem, above(chain), leaf.key])).toEqual([
      { problem: 'key-too-small', about: nameOf('Small') },
    ])
  })

  it('of a curve that TLS does not know is of no use', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    const leaf = await chain.intermediate.issue({
      name: 'Curve',
      extensions: leafExtensions,
      publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    })
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(findingsOf([leaf.pem, above(chain), key])).toEqual([
      { problem: 'unsupported-key', about: 'a.pem' },
      { problem: 'unsupported-key', about: nameOf('Curve') },
    ])
  })

  it.each(['pkcs8', 'sec1'] as const)(
    'is named as one that cannot be used where the TLS library cannot even read it: %s',
    (type) => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      const der = privateKey.export({ type, format: 'der' })
      // Of P-256, the last number of its identifier: now a curve that no library knows.
      const known = Buffer.from('2a8648ce3d030107', 'hex')
      der[der.indexOf(known) + known.length - 1] = 0x63
      expect(readPrivateKey(der)).toBeUndefined()
      const files = make.filesOf({ 'a.pem': chain.leaf.pem + above(chain), 'a.key': der })
      expect(inspectFiles(files, null, new Date()).inspection.findings).toEqual([
        { problem: 'unsupported-key', about: 'a.key' },
      ])
    },
  )

  it('identifier of another issuer separates an authority from its leaf, here and for the server', async () => {
    const { root } = chain
    const by = await root.issue({
      name: 'By',
      extensions: [...make.authorityExtensions, make.keyNamed('aa'.repeat(20))],
    })
    const leaf = await by.issue({
      name: 'Low',
      extensions: [...leafExtensions, make.issuerNamed('bb'.repeat(20))],
    })
    const certificateChain = leaf.pem + by.pem + root.pem
    expect(findingsOf([certificateChain, leaf.key])).toEqual([
      { problem: 'intermediate-missing', about: nameOf('Low') },
    ])
    const client = { certificateChain, privateKey: leaf.key }
    expect((await handshake(server, root, 'TLSv1.3', client)).seen).toBe(0)
  })
})
