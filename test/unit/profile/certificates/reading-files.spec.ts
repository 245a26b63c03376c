import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../../main/profile/certificates/read-files.ts'
import {
  all,
  expectTaken,
  findingsOf,
  inspect,
  password,
  wholePem,
  type Files,
} from './support/inspected.ts'
import { Generated, makeChain, rsa, type TestChain } from './support/test-certificates.ts'
import * as generated from './support/test-encryptions.ts'
import { above } from './support/test-pki.ts'

let ec: TestChain
let old: TestChain
beforeAll(async () => {
  ;[ec, old] = await Promise.all([makeChain(), makeChain(rsa(2048))])
})

describe('files of every form come to the same chain and key', () => {
  const key = () => ec.leaf.key
  const forms: Readonly<Record<string, () => Files>> = {
    'DER certificates and a DER key in PKCS#8': () => ({
      'leaf.cer': ec.leaf.der,
      'ca.crt': ec.intermediate.der,
      'root.cer': ec.root.der,
      'a.key': generated.keyDer(key()),
    }),
    'a DER file with a line end behind it': () => ({
      'leaf.cer': Buffer.concat([ec.leaf.der, Buffer.from('\r\n')]),
      'ca.pem': above(ec),
      'a.key': Buffer.concat([generated.keyDer(key()), Buffer.from('\n')]),
    }),
    'a key in SEC 1, DER': () => ({
      'a.pem': wholePem(ec),
      'a.key': generated.keyDer(key(), 'sec1'),
    }),
    'a key in SEC 1, PEM, with its parameters before it': () => ({
      'a.pem': wholePem(ec),
      'a.key':
        generated.pem('EC PARAMETERS', Buffer.from('06082a8648ce3d030107', 'hex')) +
        generated.pem('EC PRIVATE KEY', generated.keyDer(key(), 'sec1')),
    }),
    'PKCS#7 in DER': () => ({ 'a.p7b': generated.pkcs7(all(ec)), 'a.key': key() }),
    'PKCS#7 in PEM': () => ({
      'a.p7b': generated.pem('PKCS7', generated.pkcs7(all(ec))),
      'a.key': key(),
    }),
    'UTF-16, the big end first': () => ({
      'a.pem': Buffer.from(`\uFEFF${wholePem(ec)}${key()}`, 'utf16le').swap16(),
    }),
    'a request beside the certificate': () => ({
      'a.pem':
        generated.pem('CERTIFICATE REQUEST', Buffer.from('3000', 'hex')) + wholePem(ec) + key(),
    }),
    'text that begins like DER': () => ({
      'a.pem': `0 s:/CN=Workstation\n${wholePem(ec)}${key()}`,
    }),
    'trusted certificates of OpenSSL': () => ({
      'a.pem':
        generated.pem(
          'TRUSTED CERTIFICATE',
          Buffer.concat([ec.leaf.der, Buffer.from('3000', 'hex')]),
        ) + above(ec),
      'a.key': key(),
    }),
  }

  it.each(Object.entries(forms))('%s', (_, files) => {
    expectTaken(ec, files())
  })

  it('a key in PKCS#1, PEM and DER', () => {
    const der = generated.keyDer(old.leaf.key, 'pkcs1')
    expectTaken(old, { 'a.pem': wholePem(old), 'a.key': der })
    const pem = generated.pem('RSA PRIVATE KEY', generated.keyDer(old.leaf.key, 'pkcs1'))
    expectTaken(old, { 'a.pem': wholePem(old), 'a.key': pem })
  })

  it('takes a trailing attribute text such as OpenSSL writes it for text', () => {
    const bag = 'Bag Attributes\n    friendlyName: Arbeitsplatz\n    localKeyID: 01 02\n'
    expectTaken(ec, { 'a.pem': bag + ec.leaf.key + bag + wholePem(ec) })
  })
})

describe('base64 without the lines that begin and end it', () => {
  const inLines = (der: Buffer, end: string): string =>
    (der.toString('base64').match(/.{1,64}/g) ?? []).join(end) + end
  const how = { certificates: generated.aesByPbkdf2(100), key: generated.aesByPbkdf2(100) }
  const contents: Readonly<Record<string, () => readonly [Buffer, Files]>> = {
    'a certificate': () => [ec.leaf.der, { 'ca.pem': above(ec), 'a.key': ec.leaf.key }],
    'a bundle of PKCS#7': () => [generated.pkcs7(all(ec)), { 'a.key': ec.leaf.key }],
    'a store of PKCS#12': () => [generated.pkcs12(all(ec), ec.leaf.key, password, how), {}],
    'a key': () => [generated.keyDer(ec.leaf.key), { 'a.pem': wholePem(ec) }],
  }

  it.each(Object.entries(contents))('%s', (_, content) => {
    const [der, beside] = content()
    const whole = der.toString('base64')
    const texts = [
      whole,
      `${whole}\n`,
      `\n  ${whole}`,
      inLines(der, '\r\n'),
      inLines(der, '\n'),
      `\uFEFF${inLines(der, '\r\n')}`,
      Buffer.from(`\uFEFF${inLines(der, '\r\n')}`, 'utf16le'),
    ]
    for (const text of texts) expectTaken(ec, { 'a.txt': text, ...beside }, password)
  })

  it('is no certificate where it is cut off, or of something else', () => {
    const whole = ec.leaf.der.toString('base64')
    for (const text of [
      whole.slice(0, 200),
      `${whole}?`,
      Buffer.from('0, nothing').toString('base64'),
    ])
      expect(findingsOf({ 'a.txt': text })).toEqual([
        { problem: 'not-a-certificate', about: 'a.txt' },
      ])
  })
})

describe('a keystore of Java', () => {
  it.each([
    ['JKS', 'feedfeed00000002'],
    ['JCEKS', 'cececece00000002'],
  ])('is named as a keystore, and nothing is called missing that it may hold: %s', (_, head) => {
    const keystore = Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(300, 7)])
    const besides: readonly Files[] = [{}, { 'a.pem': ec.leaf.pem }]
    for (const beside of besides)
      for (const secret of [null, password])
        expect(findingsOf({ ...beside, 'a.jks': keystore }, secret)).toEqual([
          { problem: 'java-keystore', about: 'a.jks' },
        ])
  })
})

describe('bounds', () => {
  it('a file above the bound is not read, and named', () => {
    const large = Buffer.concat([Buffer.from(wholePem(ec)), Buffer.alloc(limits.fileBytes, ' ')])
    expect(findingsOf({ 'a.pem': large })).toEqual([{ problem: 'too-large', about: 'a.pem' }])
    const { inspection } = inspect({ 'a.pem': wholePem(ec), 'a.key': ec.leaf.key, b: large })
    expect(inspection.findings).toEqual([{ problem: 'too-large', about: 'b' }])
    expect(inspection.chain).toHaveLength(3)
  })

  it('more certificates than the bound are not put in order', async () => {
    const { keys } = ec.leaf
    const many = await Promise.all(
      Array.from({ length: limits.certificates + 1 }, (_, at) =>
        Generated.make({ name: `${at}`, extensions: [], keys }),
      ),
    )
    expect(findingsOf({ 'a.pem': many.map(({ pem }) => pem).join('') })).toEqual([
      { problem: 'too-large', about: null },
    ])
  })

  it('more files than the bound are not read at all', () => {
    const names = Array.from({ length: limits.files + 1 }, (_, at) => `${at}.pem`)
    const files = Object.fromEntries(names.map((name) => [name, wholePem(ec)]))
    const { inspection } = inspect(files)
    expect(inspection.findings).toEqual([{ problem: 'too-large', about: null }])
    expect(inspection.chain).toEqual([])
  })
})

describe('shown data holds no secret', () => {
  it('neither a key nor a password, opened or not', () => {
    const how = { certificates: generated.aesByPbkdf2(), key: generated.aesByPbkdf2() }
    const files = {
      'a.p12': generated.pkcs12(all(ec), ec.leaf.key, password, how),
      'b.key': generated.pem(
        'ENCRYPTED PRIVATE KEY',
        generated.encryptedKey(ec.leaf.key, 'b', how.key),
      ),
      'c.pem': wholePem(ec) + ec.leaf.key,
    }
    for (const secret of [password, 'wrong-password-typed']) {
      const { inspection } = inspect(files, secret)
      expect(JSON.stringify(inspection)).not.toContain(secret)
      const shown = JSON.stringify(inspection).replaceAll(/\\n|\s/g, '')
      for (const secretPart of secretPartsOf(ec.leaf.key)) expect(shown).not.toContain(secretPart)
    }
  })

  /** Pieces of the key in base64 and in hex. */
  function secretPartsOf(key: string): string[] {
    const base64 = key.replaceAll(/-----[A-Z ]+-----|\s/g, '')
    const scalar = generated.keyDer(key).subarray(36, 68)
    const hex = scalar.toString('hex')
    return [base64.slice(40, 72), hex, hex.toUpperCase(), scalar.toString('base64').slice(0, 40)]
  }
})
