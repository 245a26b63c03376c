import forge from 'node-forge'
import { beforeAll, describe, expect, it } from 'vitest'
import { all, expectTaken, findingsOf, inspect, password, wholePem } from './support/inspected.ts'
import { makeChain, rsa, type TestChain } from './support/test-certificates.ts'
import * as generated from './support/test-encryptions.ts'
import { traditionalKey } from './support/test-pki.ts'

let ec: TestChain
let old: TestChain
beforeAll(async () => {
  ;[ec, old] = await Promise.all([makeChain(), makeChain(rsa(2048))])
})

describe('everything that a password locks opens with it', () => {
  const encryptions = {
    'AES by PBKDF2': generated.aesByPbkdf2(),
    'AES by scrypt': generated.aesByScrypt,
    'RC2 with 40 bits': generated.rc2Of40,
    'RC2 with 128 bits': generated.rc2Of128,
    '3DES': generated.tripleDes,
    '3DES of two keys': generated.tripleDesOfTwoKeys,
  }

  it.each(Object.entries(encryptions))('a store under %s', (_, encryption) => {
    const how = { certificates: encryption, key: encryption }
    const store = generated.pkcs12(all(ec), ec.leaf.key, password, how)
    expectTaken(ec, { 'a.p12': store }, password)
    expectTaken(ec, { 'a.p12': generated.inBer(store) }, password)
    expect(findingsOf({ 'a.p12': store }, 'wrong')).toEqual([
      { problem: 'wrong-password', about: 'a.p12' },
    ])
  })

  it.each(Object.entries(encryptions))('a key under %s', (_, encryption) => {
    const der = generated.encryptedKey(ec.leaf.key, password, encryption)
    expectTaken(ec, { 'a.pem': wholePem(ec), 'a.key': der }, password)
    const pem = generated.pem('ENCRYPTED PRIVATE KEY', der)
    expectTaken(ec, { 'a.pem': wholePem(ec), 'a.key': pem }, password)
    expect(findingsOf({ 'a.pem': wholePem(ec), 'a.key': pem }, 'wrong')).toEqual([
      { problem: 'wrong-password', about: 'a.key' },
    ])
  })

  it.each(['aes-128-cbc', 'aes-192-cbc', 'aes-256-cbc', 'des-ede3-cbc'])(
    'a traditional PEM key under %s',
    (cipher) => {
      const key = traditionalKey(ec.leaf, password, cipher)
      for (const lineEnd of ['\n', '\r\n', '\r']) {
        const text = key.replaceAll('\n', lineEnd)
        expectTaken(ec, { 'a.pem': wholePem(ec), 'a.key': text }, password)
      }
      expect(findingsOf({ 'a.pem': wholePem(ec), 'a.key': key }, 'wrong')).toEqual([
        { problem: 'wrong-password', about: 'a.key' },
      ])
    },
  )

  it.each(['aes128', 'aes256', '3des'] as const)(
    'a store that node-forge wrote: %s',
    (algorithm) => {
      const chain = all(old).map(({ pem }) => forge.pki.certificateFromPem(pem))
      const key = forge.pki.privateKeyFromPem(old.leaf.key)
      const store = forge.pkcs12.toPkcs12Asn1(key, chain, 'plain', { algorithm })
      const bytes = Buffer.from(forge.asn1.toDer(store).getBytes(), 'latin1')
      expectTaken(old, { 'a.pfx': bytes }, 'plain')
    },
  )

  it('a store without a password is opened unasked', () => {
    const how = { certificates: generated.aesByPbkdf2(), key: generated.tripleDes }
    expectTaken(ec, { 'a.p12': generated.pkcs12(all(ec), ec.leaf.key, '', how) })
  })

  it('says that an encryption is not known before it asks for a password', () => {
    const how = { certificates: generated.desByMd5, key: generated.desByMd5 }
    const store = generated.pkcs12(all(ec), ec.leaf.key, password, how)
    for (const secret of [null, password, 'wrong'])
      expect(findingsOf({ 'a.p12': store }, secret)).toEqual([
        { problem: 'unsupported-encryption', about: 'a.p12' },
      ])
  })

  it('distinguishes an unknown encryption of the key from a wrong password of the store', () => {
    const how = { certificates: generated.aesByPbkdf2(), key: generated.desByMd5 }
    const store = generated.pkcs12(all(ec), ec.leaf.key, password, how)
    const problem = (secret: string | null) =>
      findingsOf({ 'a.p12': store }, secret).map((finding) => finding.problem)
    expect(problem(null)).toEqual(['password-needed'])
    expect(problem('wrong')).toEqual(['wrong-password'])
    expect(problem(password)).toEqual(['unsupported-encryption'])
  })

  // Slow, because the MAC's rounds are computed in JavaScript: once to write it, and once per
  // password.
  it('a store of 600,000 rounds for its MAC and each encryption, another password tried before', () => {
    const how = {
      certificates: generated.aesByPbkdf2(600_000),
      key: generated.aesByPbkdf2(600_000),
    }
    const mac = { digest: 'sha256', rounds: 600_000 } as const
    const files = { 'a.p12': generated.pkcs12(all(ec), ec.leaf.key, password, how, { mac }) }
    const { inspection, usefulPasswords } = inspect(files, password, ['of another file'])
    expect(inspection.findings).toEqual([])
    expect(usefulPasswords).toEqual([password])
  })

  it('does not open a store that was changed since it was written', () => {
    const how = { certificates: generated.tripleDes, key: generated.tripleDes }
    const store = generated.pkcs12(all(ec), ec.leaf.key, password, how)
    // Changes the salt of the MAC, which nothing else reads.
    const at = store.length - 6
    store[at] = (store[at] ?? 0) ^ 1
    expect(findingsOf({ 'a.p12': store }, password)).toEqual([
      { problem: 'wrong-password', about: 'a.p12' },
    ])
  })

  const digests = ['sha1', 'sha224', 'sha256', 'sha384', 'sha512'] as const
  const underPbmac1 = (mac: generated.Pbmac1, secret = password): Buffer => {
    const how = { certificates: generated.aesByPbkdf2(100), key: generated.aesByPbkdf2(100) }
    return generated.pkcs12(all(ec), ec.leaf.key, secret, how, { mac })
  }

  it.each(digests.map((hmac, at) => ({ hmac, prf: digests[(at + 1) % digests.length] ?? hmac })))(
    'a store whose MAC is PBMAC1 with $hmac under a key by $prf',
    (how) => {
      const store = underPbmac1(how)
      expectTaken(ec, { 'a.p12': store }, password)
      expectTaken(ec, { 'a.p12': generated.inBer(store) }, password)
      expect(findingsOf({ 'a.p12': store })).toEqual([
        { problem: 'password-needed', about: 'a.p12' },
      ])
      expect(findingsOf({ 'a.p12': store }, 'wrong')).toEqual([
        { problem: 'wrong-password', about: 'a.p12' },
      ])
      expectTaken(ec, { 'a.p12': underPbmac1({ ...how, keyBytes: 64 }, '') })
    },
  )

  it.each<readonly [string, Partial<generated.Pbmac1>]>([
    [
      'changed',
      { spoil: (value) => Buffer.concat([Buffer.from([~(value[0] ?? 0)]), value.subarray(1)]) },
    ],
    ['cut short', { spoil: (value) => value.subarray(0, 8) }],
    ['empty', { spoil: () => Buffer.alloc(0) }],
    ['created with other rounds than it states', { claimed: 2049 }],
  ])('does not open a store whose PBMAC1 is %s', (_, part) => {
    const store = underPbmac1({ prf: 'sha256', hmac: 'sha256', ...part })
    expect(findingsOf({ 'a.p12': store }, password)).toEqual([
      { problem: 'wrong-password', about: 'a.p12' },
    ])
  })

  it.each<readonly [string, Partial<generated.Pbmac1>]>([
    ['does not state the length of its key', { keyBytes: null }],
    ['has a key that many passwords come to', { keyBytes: 1 }],
    ['has a key of 19 bytes', { keyBytes: 19 }],
    ['has a key longer than any digest', { keyBytes: 65 }],
    ['derives its key in another way', { derivation: '1.3.6.1.4.1.11591.4.11' }],
  ])('refuses a store whose PBMAC1 %s, before it asks for a password', (_, part) => {
    const store = underPbmac1({ prf: 'sha256', hmac: 'sha256', ...part })
    for (const secret of [null, password])
      expect(findingsOf({ 'a.p12': store }, secret)).toEqual([
        { problem: 'unsupported-encryption', about: 'a.p12' },
      ])
  })

  it('opens two files of two passwords, one after the other', () => {
    const files = {
      'ca.p12': generated.pkcs12([ec.intermediate, ec.root], ec.leaf.key, 'first', {
        certificates: generated.aesByPbkdf2(),
        key: generated.aesByPbkdf2(),
      }),
      'a.pem': ec.leaf.pem,
      'a.key': traditionalKey(ec.leaf, 'second'),
    }
    const first = inspect(files, 'first')
    expect(first.usefulPasswords).toEqual(['first'])
    expect(first.inspection.findings).toEqual([{ problem: 'wrong-password', about: 'a.key' }])
    const again = inspect(files, null, first.usefulPasswords)
    expect(again.inspection.findings).toEqual([{ problem: 'password-needed', about: 'a.key' }])
    const second = inspect(files, 'second', first.usefulPasswords)
    expect(second.inspection.ready).toBe(true)
    expect(second.usefulPasswords).toEqual(['first', 'second'])
  })

  it('leaves open which of two certificates is meant while a locked key may say it', () => {
    const files = {
      'a.pem': wholePem(ec) + wholePem(old),
      'a.key': traditionalKey(ec.leaf, password),
    }
    expect(findingsOf(files)).toEqual([{ problem: 'password-needed', about: 'a.key' }])
    expect(inspect(files, password).inspection).toMatchObject({ ready: true, findings: [] })
  })

  it('calls nothing missing that a locked store may hold', () => {
    const how = { certificates: generated.aesByPbkdf2(), key: generated.aesByPbkdf2() }
    const store = generated.pkcs12(all(ec), ec.leaf.key, password, how)
    const { inspection } = inspect({ 'a.pem': ec.leaf.pem, 'a.p12': store })
    expect(inspection.findings).toEqual([{ problem: 'password-needed', about: 'a.p12' }])
    expect(inspection.key).toEqual({ state: 'locked' })
  })
})
