import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { inspectPrivateCa } from '../../../../main/profile/certificates/private-ca.ts'
import { sameFingerprint } from '../../../../main/profile/certificate-drafts.ts'
import { limits } from '../../../../main/profile/certificates/read-files.ts'
import { privateCaDraft } from '../../../../preload/contract/api/certificates/certificate-inspection.ts'
import * as make from './support/test-certificates.ts'
import { Generated, type TestChain } from './support/test-certificates.ts'
import { aesByPbkdf2, pkcs12 } from './support/test-encryptions.ts'

const dayMs = 24 * 3_600_000
const about = (name: string): string => `CN=${name}, O=Ridgeway, C=US`

let chain: TestChain
beforeAll(async () => {
  chain = await make.makeChain()
})

const inspect = (content: string | Buffer, now = new Date()) =>
  inspectPrivateCa({ name: 'ca.pem', bytes: Buffer.from(content) }, now)
const findingsOf = (content: string | Buffer, now?: Date) => inspect(content, now).draft.findings

describe('a private CA', () => {
  it('is taken as one root, in PEM or DER, with text around it', () => {
    const { root } = chain
    for (const content of [root.pem, root.der, `Bank root\r\n${root.pem}`, root.pem + root.pem]) {
      const { draft, pem } = inspect(content)
      expect(draft).toMatchObject({ file: 'ca.pem', findings: [], certificate: { role: 'root' } })
      expect(pem).toBe(root.pem)
    }
  })

  it('must be an authority that may issue', async () => {
    const alone = await Generated.make({ name: 'Alone', extensions: make.leafExtensions })
    const mute = await Generated.make({
      name: 'Mute',
      extensions: [make.authority(), make.uses(make.digitalSignature)],
    })
    expect(findingsOf(alone.pem)).toEqual([{ problem: 'wrong-use', about: about('Alone') }])
    expect(findingsOf(mute.pem)).toEqual([{ problem: 'wrong-use', about: about('Mute') }])
    expect(findingsOf(chain.leaf.pem)).toEqual([
      { problem: 'wrong-use', about: about('Workstation') },
      { problem: 'root-missing', about: about('Workstation') },
    ])
  })

  it('must be valid now', () => {
    const { root } = chain
    const in2Days = new Date(Date.now() + 2 * dayMs)
    const before2Days = new Date(Date.now() - 2 * dayMs)
    expect(findingsOf(root.pem, in2Days)).toEqual([{ problem: 'expired', about: about('Root') }])
    expect(findingsOf(root.pem, before2Days)).toEqual([
      { problem: 'not-yet-valid', about: about('Root') },
    ])
    expect(inspect(root.pem, in2Days).pem).toBeNull()
  })

  it('must have a strong key', async () => {
    const small = await Generated.make({
      name: 'Small',
      extensions: make.authorityExtensions,
      algorithm: make.rsa(1024),
    })
    expect(findingsOf(small.pem)).toEqual([{ problem: 'key-too-small', about: about('Small') }])
  })

  it('must be one certificate in a file that is whole', () => {
    const { root, intermediate } = chain
    const how = { certificates: aesByPbkdf2(), key: aesByPbkdf2() }
    const store = pkcs12([root], chain.leaf.key, 'secret', how)
    const cases: readonly (readonly [string | Buffer, string])[] = [
      ['', 'not-a-ca'],
      ['garbage', 'not-a-ca'],
      [chain.leaf.key, 'not-a-ca'],
      [root.pem + root.pem.slice(0, 90), 'not-a-ca'],
      [store, 'not-a-ca'],
      [Buffer.from('feedfeed00000002', 'hex'), 'ca-in-keystore'],
      [root.pem + intermediate.pem, 'several-leaves'],
      [Buffer.alloc(limits.fileBytes + 1, ' '), 'too-large'],
    ]
    for (const [content, problem] of cases) {
      const { draft, pem } = inspect(content)
      expect(draft).toEqual({
        file: 'ca.pem',
        certificate: null,
        findings: [{ problem, about: 'ca.pem' }],
      })
      expect(pem).toBeNull()
    }
  })

  it('of any bytes is refused without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const { draft, pem } = inspect(Buffer.from(bytes))
        privateCaDraft.omit({ draftId: true }).parse(draft)
        expect(pem).toBeNull()
      }),
    )
  })
})

describe('a fingerprint', () => {
  const digits = fc.stringMatching(/^[0-9A-F]{64}$/)
  const paired = (hex: string, between: string): string => (hex.match(/../g) ?? []).join(between)

  it('is the same however it is written', () => {
    const between = fc.constantFrom('', ':', ' ', '-', ' : ')
    const prefix = fc.constantFrom('', 'SHA256:', 'sha-256 ', 'SHA256 Fingerprint=', ' ')
    fc.assert(
      fc.property(digits, between, prefix, fc.boolean(), (hex, sign, before, lower) => {
        const typed = before + paired(lower ? hex.toLowerCase() : hex, sign) + '\n'
        expect(sameFingerprint(typed, paired(hex, ':'))).toBe(true)
      }),
    )
  })

  it('is another when one digit is, or is missing, or is one too many', () => {
    fc.assert(
      fc.property(digits, fc.nat(63), fc.stringMatching(/^[0-9A-F]$/), (hex, at, digit) => {
        const changed = hex.slice(0, at) + digit + hex.slice(at + 1)
        expect(sameFingerprint(changed, hex)).toBe(changed === hex)
        expect(sameFingerprint(hex.slice(0, at), hex)).toBe(false)
        expect(sameFingerprint(hex + digit, hex)).toBe(false)
      }),
    )
  })

  it('of nothing, of a part or of other letters is none', () => {
    for (const typed of ['', 'SHA256:', 'AB:CD:EF:01', 'a'.repeat(63), 'g'.repeat(64)])
      expect(sameFingerprint(typed, typed)).toBe(false)
  })
})
