/**
 * Files that are built to waste time: a key is derived for as many rounds as the file says, before
 * anything else of it is checked.
 */
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createCertificateDrafts,
  createCaDrafts,
} from '../../../../main/profile/certificate-drafts.ts'
import { Passwords } from '../../../../main/profile/certificates/passwords.ts'
import { readFiles } from '../../../../main/profile/certificates/read-files.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import { filesOf, makeChain, type TestChain } from './support/test-certificates.ts'
import * as generated from './support/test-encryptions.ts'
import { readerScript } from '../../support/programs/reader-scripts.ts'

let chain: TestChain
beforeAll(async () => {
  chain = await makeChain()
})

const key = (how: generated.Encryption): Buffer => generated.encryptedKey(chain.leaf.key, '', how)
const pem = (how: generated.Encryption): string => generated.pem('ENCRYPTED PRIVATE KEY', key(how))
const cheap = generated.aesByPbkdf2(1)
const store = (how: generated.Encryption, more: Parameters<typeof generated.pkcs12>[4]): Buffer =>
  generated.pkcs12([chain.root], chain.leaf.key, '', { certificates: cheap, key: how }, more)
const lightMac = { digest: 'sha256', rounds: 1 } as const
const pbmac1 = { prf: 'sha256', hmac: 'sha256', rounds: 1 } as const

/** Counts attempts instead of deriving keys: every derivation is one attempt of a password. */
class CountedTries extends Passwords {
  tries = 0

  override open(): { readonly kind: 'password-needed' } {
    this.tries += 1
    return { kind: 'password-needed' }
  }
}

describe('a file that demands more rounds than are allowed', () => {
  const files: readonly (readonly [string, () => Buffer | string])[] = [
    [
      'six key bags of ten million PBKDF2 rounds',
      () => store(generated.aesByPbkdf2(1, 10_000_000), { mac: lightMac, keys: 6 }),
    ],
    ['a MAC of 2,000,000,000 rounds', () => store(cheap, { mac: { ...lightMac, claimed: 2e9 } })],
    ['a PBMAC1 of 2,000,000,000 rounds', () => store(cheap, { mac: { ...pbmac1, claimed: 2e9 } })],
    [
      'a PBMAC1 and six keys that are too much together',
      () => store(generated.aesByPbkdf2(1, 7e6), { mac: { ...pbmac1, claimed: 1e7 }, keys: 6 }),
    ],
    ['a key of 2,000,000,000 PBKDF2 rounds', () => key(generated.aesByPbkdf2(1, 2e9))],
    ['a key of 2,000,000,000 PKCS#12 rounds', () => key(generated.tripleDesClaiming(2e9))],
    [
      'twelve keys of PEM, each of ten million',
      () => pem(generated.aesByPbkdf2(1, 1e7)).repeat(12),
    ],
    [
      'forty keys of scrypt at 256 MB',
      () => pem(generated.scryptClaiming([2 ** 18, 1])).repeat(40),
    ],
  ]

  it.each(files)('is refused before one is computed: %s', (_, bytes) => {
    const passwords = new CountedTries(null)
    const { findings, closed } = readFiles(filesOf({ 'a.p12': bytes() }), passwords)
    expect(new Set(findings.map(({ problem, about }) => `${problem} ${about ?? ''}`))).toEqual(
      new Set(['too-slow a.p12']),
    )
    expect(closed.size).toBe(1)
    expect(passwords.tries).toBe(0)
  })

  it('is refused too where the rounds show only when its safe is opened', () => {
    const hidden = store(generated.aesByPbkdf2(1, 2e9), { mac: lightMac, keys: 6, hidden: true })
    const { findings, certificates, keys } = readFiles(
      filesOf({ 'a.p12': hidden }),
      new Passwords(null),
    )
    expect(findings).toEqual([{ problem: 'too-slow', about: 'a.p12' }])
    expect([...certificates, ...keys]).toEqual([])
  })

  it.each([
    ['AES by PBKDF2', generated.aesByPbkdf2(1, 600_000)],
    ['AES by scrypt', generated.scryptClaiming([2 ** 18, 1])],
    ['3DES, as Windows wrote it', generated.tripleDesClaiming(600_000)],
  ])('is none of 600,000 rounds for the MAC and for each encryption: %s', (_, how) => {
    const passwords = new CountedTries(null)
    const mac = { digest: 'sha512', rounds: 1, claimed: 600_000 } as const
    const encryptions = { certificates: how, key: how }
    const exported = generated.pkcs12([chain.leaf], chain.leaf.key, 'x', encryptions, { mac })
    const { findings } = readFiles(filesOf({ 'a.p12': exported }), passwords)
    expect(findings).toEqual([{ problem: 'password-needed', about: 'a.p12' }])
    expect(passwords.tries).toBe(1)
  })

  it('leaves unencrypted content beside it, and the other files, as they are', () => {
    const beside = chain.leaf.pem + pem(generated.aesByPbkdf2(1, 2e9))
    const files = filesOf({ 'a.pem': beside, 'ca.pem': chain.root.pem, 'a.key': chain.leaf.key })
    const { certificates, keys, findings } = readFiles(files, new Passwords(null))
    expect(certificates).toHaveLength(2)
    expect(keys).toHaveLength(1)
    expect(findings).toEqual([{ problem: 'too-slow', about: 'a.pem' }])
  })
})

const neverAnswers = readerScript('setInterval(() => {}, 1000)')

describe('files are read beside main', () => {
  const draftsWith = (reader: { readonly script?: URL; readonly answerTimeoutMs?: number } = {}) =>
    createCertificateDrafts({ clock: systemClock, newId: () => 'a-draft', reader })
  let drafts = draftsWith()
  afterEach(() => drafts.forget())
  const costly = () =>
    filesOf({ 'a.p12': store(generated.aesByPbkdf2(300_000), { mac: lightMac }) })

  it('and main is free while the rounds of a file are computed', async () => {
    drafts = draftsWith()
    let over = false
    const opening = Promise.resolve(drafts.open(costly())).finally(() => {
      over = true
    })
    await setImmediate()
    expect(over).toBe(false)
    expect((await opening)?.findings).not.toContainEqual({ problem: 'too-slow', about: 'a.p12' })
    const unlocking = Promise.resolve(drafts.unlock('a-draft', 'wrong')).finally(() => {
      over = true
    })
    over = false
    await setImmediate()
    expect(over).toBe(false)
    await unlocking
  })

  it('also those of a private CA', async () => {
    const cas = createCaDrafts({ clock: systemClock, newId: () => 'a-ca' })
    let over = false
    const [file] = costly()
    if (!file) throw new Error('One file was to be created')
    const opening = Promise.resolve(cas.open(file)).finally(() => {
      over = true
    })
    await setImmediate()
    expect(over).toBe(false)
    await opening
  })

  const outOfMemory = 'answerMain(() => { const a = []; for (;;) a.push(new Array(3e7).fill(1)) })'
  it.each([
    ['takes too long', 'too-slow', neverAnswers, 300],
    ['takes too much memory', 'too-large', readerScript(outOfMemory), 50_000],
  ])('and a reading that %s is ended and reported', async (_, problem, script, answerTimeoutMs) => {
    drafts = draftsWith({ script, answerTimeoutMs })
    expect(await drafts.open(costly())).toEqual({
      draftId: 'a-draft',
      files: ['a.p12'],
      chain: [],
      leftOut: [],
      key: { state: 'absent' },
      rootFrom: null,
      findings: [{ problem, about: null }],
      ready: false,
    })
    expect(await drafts.take('a-draft')).toEqual({
      kind: 'refused',
      findings: [{ problem, about: null }],
    })
  })

  it('ends with the draft: its files are overwritten at once, and nothing comes of it', async () => {
    drafts = draftsWith({ script: neverAnswers })
    const files = costly()
    const opening = drafts.open(files)
    await setImmediate()
    drafts.forget()
    expect(files.every(({ bytes }) => bytes.every((byte) => byte === 0))).toBe(true)
    expect(await opening).toBeUndefined()
  })

  it('and a process that failed is no finding about the files', async () => {
    drafts = draftsWith({ script: readerScript('answerMain(() => { throw new Error("broken") })') })
    await expect(Promise.resolve(drafts.open(costly()))).rejects.toThrow('failed: broken')
  })
})
