import { sign, verify, X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { certificateInspection } from '../../../../preload/contract/api/certificates/certificate-inspection.ts'
import { all, expectTaken, findingsOf, inspect, wholePem } from './support/inspected.ts'
import { makeChain, type TestChain } from './support/test-certificates.ts'
import * as generated from './support/test-encryptions.ts'
import { traditionalKey } from './support/test-pki.ts'

let ec: TestChain
beforeAll(async () => {
  ec = await makeChain()
})

describe('whatever the bytes', () => {
  const junk = fc.constantFrom(
    '',
    '\n\n',
    'Bag Attributes\r\n    friendlyName: Ä\r\n',
    'subject=CN = Workstation: 1\n',
    '-----\n',
  )

  it('any order, doubling, line end, byte order mark and text around give the same material', () => {
    const blocks = [...all(ec).map(({ pem }) => pem), ec.leaf.key]
    const anyText = fc
      .tuple(
        fc.shuffledSubarray([...blocks, ...blocks], { minLength: 4 }),
        fc.array(junk, { minLength: 9, maxLength: 9 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom('', '\uFEFF'),
        fc.constantFrom('utf8', 'utf16le'),
      )
      .filter(([chosen]) => new Set(chosen).size === blocks.length)
    fc.assert(
      fc.property(anyText, ([chosen, around, lineEnd, mark, encoding]) => {
        const text = chosen.map((block, at) => (around[at] ?? '') + block).join('')
        const start = encoding === 'utf16le' ? '\uFEFF' : mark
        const bytes = Buffer.from(start + text.replaceAll(/\r?\n/g, lineEnd), encoding as 'utf8')
        expectTaken(ec, { 'a.pem': bytes })
      }),
      { numRuns: 60 },
    )
  })

  it('blocks spread over files in any way give the same material', () => {
    const blocks = [...all(ec).map(({ pem }) => pem), ec.leaf.key]
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }), (places) => {
        const files: Record<string, string> = {}
        for (const [at, block] of blocks.entries()) {
          const name = `${places[at] ?? 0}.pem`
          files[name] = (files[name] ?? '') + block
        }
        expectTaken(ec, files)
      }),
      { numRuns: 40 },
    )
  })

  it('random bytes are refused and never throw', () => {
    const header = fc.constantFrom('', '30', '3082', '308201', '3080', 'fffe', 'feff')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), header, (tail, head) => {
        const bytes = Buffer.concat([Buffer.from(head, 'hex'), tail])
        const { inspection, material } = inspect({ 'a.bin': bytes }, 'x')
        expect(inspection.findings).toEqual([{ problem: 'not-a-certificate', about: 'a.bin' }])
        expect(material).toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  it('a damaged file gives the right material or a finding, and never throws', () => {
    const how = { certificates: generated.aesByPbkdf2(100), key: generated.aesByPbkdf2(100) }
    const originals = [
      Buffer.from(wholePem(ec) + ec.leaf.key),
      generated.pkcs12(all(ec), ec.leaf.key, '', how),
      generated.pkcs7(all(ec)),
      ec.leaf.der,
      generated.keyDer(ec.leaf.key),
      generated.encryptedKey(ec.leaf.key, '', generated.aesByPbkdf2(100)),
      Buffer.from(traditionalKey(ec.leaf, 'x')),
    ]
    const damage = fc.record({ at: fc.nat(5_000), to: fc.nat(255), cut: fc.boolean() })
    fc.assert(
      fc.property(
        fc.constantFrom(...originals),
        fc.array(damage, { minLength: 1 }),
        (whole, all) => {
          let bytes = Buffer.from(whole)
          for (const { at, to, cut } of all) {
            if (cut && all.length < 3) bytes = bytes.subarray(0, at % (bytes.length + 1))
            else if (bytes.length > 0) bytes[at % bytes.length] = to
          }
          const { inspection, material } = inspect({ 'a.bin': bytes }, 'x')
          certificateInspection.omit({ draftId: true }).parse(inspection)
          expect(inspection.ready).toBe(inspection.findings.length === 0)
          if (material) expect(canSignIn(material.privateKey)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('a key with one wrong bit is taken only when it still signs for the leaf', () => {
    const original = generated.keyDer(ec.leaf.key)
    for (let at = 0; at < original.length; at += 1) {
      const damaged = Buffer.from(original)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      const { inspection, material } = inspect({ 'a.pem': wholePem(ec), 'a.key': damaged })
      if (material) expect(canSignIn(material.privateKey)).toBe(true)
      else expect(inspection.findings).not.toEqual([])
    }
  })

  it('a truncated block is named although the rest is complete', () => {
    const cut = ec.root.pem.slice(0, 200)
    expect(findingsOf({ 'a.pem': wholePem(ec) + cut, 'a.key': ec.leaf.key })).toEqual([
      { problem: 'not-a-certificate', about: 'a.pem' },
    ])
  })

  it('a megabyte of beginnings is read in one pass', () => {
    const text = '-----BEGIN CERTIFICATE-----'.repeat(36_000)
    expect(findingsOf({ 'a.pem': text })).toEqual([
      { problem: 'not-a-certificate', about: 'a.pem' },
    ])
  })

  const light = generated.aesByPbkdf2(1)
  const store = (): Buffer =>
    generated.pkcs12(all(ec), ec.leaf.key, '', { certificates: light, key: light })
  it.each([
    ['the content of a store', '2a864886f70d010701', 'not-a-certificate', store],
    ['the encryption of a safe', '2a864886f70d01050d', 'unsupported-encryption', store],
    ['a bundle', '2a864886f70d010702', 'not-a-certificate', () => generated.pkcs7(all(ec))],
    [
      'the encryption of a key',
      '2a864886f70d01050d',
      'unsupported-encryption',
      () => generated.encryptedKey(ec.leaf.key, '', light),
    ],
  ])('an unrepresentable identifier is not a known one: %s', (_, known, problem, file) => {
    const bytes = file()
    const at = bytes.indexOf(`0609${known}`, 0, 'hex')
    expect(at).toBeGreaterThan(0)
    bytes.write('ffffffffffffffff7f', at + 2, 'hex')
    expect(findingsOf({ 'a.bin': bytes })).toContainEqual({ problem, about: 'a.bin' })
  })

  it('a megabyte of an identifier is refused', () => {
    const head = Buffer.from([0x30, 0x83, 0, 0, 0, 0x06, 0x83, 0, 0, 0])
    head.writeUIntBE(900_005, 2, 3)
    head.writeUIntBE(900_000, 7, 3)
    const bytes = Buffer.concat([head, Buffer.alloc(900_000, 0xff)])
    expect(findingsOf({ 'a.p7b': bytes })).toEqual([
      { problem: 'not-a-certificate', about: 'a.p7b' },
    ])
  })

  it('deeply nested values are refused', () => {
    const nested = Buffer.alloc(100_000, Buffer.from([0x30, 0x80]))
    expect(findingsOf({ 'a.der': nested })).toEqual([
      { problem: 'not-a-certificate', about: 'a.der' },
    ])
  })
})

/** Whether a signature of the key verifies with the leaf. */
function canSignIn(privateKey: string): boolean {
  const { publicKey } = new X509Certificate(ec.leaf.der)
  const signature = sign('sha256', Buffer.from('in'), privateKey)
  return verify('sha256', Buffer.from('in'), publicKey, signature)
}
