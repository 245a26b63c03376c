/**
 * The 26 cases measured before the import was built: the import's findings for each, and the result
 * of the same files in a real handshake on this machine.
 */
import { createPrivateKey } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import { inspectFiles } from '../../../../main/profile/certificates/inspect-files.ts'
import { inspectPrivateCa } from '../../../../main/profile/certificates/private-ca.ts'
import type { CertificateProblem } from '../../../../preload/contract/api/certificates/certificate-inspection.ts'
import { filesOf } from './support/test-certificates.ts'
import {
  aesByPbkdf2,
  aesByScrypt,
  desByMd5,
  encryptedKey,
  pem,
  pkcs12,
  rc2Of40,
  tripleDes,
} from './support/test-encryptions.ts'
import { above, callUnder, makePki, traditionalKey, type Pki } from './support/test-pki.ts'

const password = 'Zürich 2026'
const versions = ['TLSv1.3', 'TLSv1.2'] as const
const aes = { certificates: aesByPbkdf2(), key: aesByPbkdf2() }
const oldWindows = { certificates: rc2Of40, key: tripleDes }

type Files = Readonly<Record<string, string | Buffer>>
type Outcomes = Readonly<Record<(typeof versions)[number], RegExp>>

let pki: Pki
beforeAll(async () => {
  pki = await makePki()
})

const whole = (generated = pki.leaf): string => generated.pem + above(pki)
const crlf = (text: string): string => text.replaceAll('\n', '\r\n')
const store = (how: typeof aes): Buffer =>
  pkcs12([pki.leaf, pki.intermediate, pki.root], pki.leaf.key, password, how)
const lockedKey = (how: typeof aesByScrypt): string =>
  pem('ENCRYPTED PRIVATE KEY', encryptedKey(pki.leaf.key, password, how))

const inspect = (files: Files, secret: string | null = null, knownRoots?: string[]) =>
  inspectFiles(filesOf(files), secret, new Date(), knownRoots)

/** Closed by the server after a handshake that TLS 1.3 calls complete; nothing names the reason. */
const closed = /^(UND_ERR_SOCKET: other side closed|ECONNRESET: |EPIPE: )/
const reset = /^(ECONNRESET: |UND_ERR_SOCKET: )/
const mismatch = /^ERR_OSSL_X509_KEY_VALUES_MISMATCH: /
const unexplained: Outcomes = { 'TLSv1.3': closed, 'TLSv1.2': reset }

interface Taken {
  readonly name: string
  readonly files: () => Files
  readonly secret?: string
  /** The root is missing from the files because Node's list has it. */
  readonly rootIsKnown?: true
}

const taken: readonly Taken[] = [
  {
    name: 'leaf and intermediate, the root known',
    files: () => ({ 'a.pem': pki.leaf.pem + pki.intermediate.pem, 'a.key': pki.leaf.key }),
    rootIsKnown: true,
  },
  {
    name: 'leaf, intermediate and root',
    files: () => ({ 'a.pem': whole(), 'a.key': pki.leaf.key }),
  },
  { name: 'a .p12 with AES', files: () => ({ 'a.p12': store(aes) }), secret: password },
  {
    name: 'an encrypted PKCS#8 key with AES',
    files: () => ({ 'a.pem': whole(), 'a.key': lockedKey(aesByPbkdf2()) }),
    secret: password,
  },
  {
    name: 'an encrypted PKCS#8 key with scrypt',
    files: () => ({ 'a.pem': whole(), 'a.key': lockedKey(aesByScrypt) }),
    secret: password,
  },
  {
    name: 'a traditional PEM key with AES',
    files: () => ({ 'a.pem': whole(), 'a.key': traditionalKey(pki.leaf, password) }),
    secret: password,
  },
  {
    name: 'CRLF line ends',
    files: () => ({ 'a.pem': crlf(whole()), 'a.key': crlf(pki.leaf.key) }),
  },
  {
    name: 'a byte order mark',
    files: () => ({
      'a.pem': `\uFEFF${whole()}`,
      'a.key': Buffer.from(`\uFEFF${pki.leaf.key}`, 'utf16le'),
    }),
  },
]

describe('bank note 12: a chain of leaf, intermediate and root is taken, however it is wrapped', () => {
  it.each(taken)('$name: 200 under TLS 1.3 and 1.2', async ({ files, secret, rootIsKnown }) => {
    const known = rootIsKnown ? [pki.root.pem] : undefined
    const { inspection, material } = inspect(files(), secret, known)
    expect(inspection.findings).toEqual([])
    expect(inspection.chain.map(({ role }) => role)).toEqual(['leaf', 'intermediate', 'root'])
    expect(inspection.rootFrom).toBe(rootIsKnown ? 'known-roots' : 'files')
    expect(material).not.toBeNull()
    for (const version of versions)
      expect(await callUnder(pki, version, material ?? {})).toEqual({ outcome: 200, seen: 1 })
  })

  it('does not take leaf and intermediate while the root is unknown, though the bank might', async () => {
    const chain = pki.leaf.pem + pki.intermediate.pem
    const { inspection } = inspect({ 'a.pem': chain, 'a.key': pki.leaf.key })
    expect(inspection.findings).toEqual([
      { problem: 'root-missing', about: 'CN=Intermediate, O=Ridgeway, C=US' },
    ])
    const client = { certificateChain: chain, privateKey: pki.leaf.key }
    for (const version of versions)
      expect(await callUnder(pki, version, client)).toEqual({ outcome: 200, seen: 1 })
  })

  it('puts an intermediate that is before the leaf behind it; as it was, OpenSSL takes the key for a stranger', async () => {
    const shuffled = pki.intermediate.pem + pki.leaf.pem + pki.root.pem
    const asItIs = { certificateChain: shuffled, privateKey: pki.leaf.key }
    const { material } = inspect({ 'a.pem': shuffled, 'a.key': pki.leaf.key })
    for (const version of versions) {
      expect(await callUnder(pki, version, asItIs)).toEqual({
        outcome: expect.stringMatching(mismatch) as string,
        seen: 0,
      })
      expect(await callUnder(pki, version, material ?? {})).toEqual({ outcome: 200, seen: 1 })
    }
  })

  it('takes an old Windows export, which OpenSSL does not load', async () => {
    const old = store(oldWindows)
    expect(() => createSecureContext({ pfx: old, passphrase: password })).toThrow(
      'Unsupported PKCS12 PFX data',
    )
    const { inspection, material } = inspect({ 'a.pfx': old }, password)
    expect(inspection.ready).toBe(true)
    for (const version of versions)
      expect(await callUnder(pki, version, material ?? {})).toEqual({ outcome: 200, seen: 1 })
  })
})

interface Refused {
  readonly name: string
  readonly chain: () => string
  readonly key: () => string
  readonly problem: CertificateProblem
  readonly about: string | null
  /** The results that the bank's side would give. */
  readonly outcomes: Outcomes
}

const about = (name: string): string => `CN=${name}, O=Ridgeway, C=US`

const refused: readonly Refused[] = [
  {
    name: 'the key of another certificate',
    chain: () => whole(),
    key: () => pki.other.key,
    problem: 'key-of-another',
    about: about('Workstation'),
    outcomes: { 'TLSv1.3': mismatch, 'TLSv1.2': mismatch },
  },
  {
    name: 'the leaf only',
    chain: () => pki.leaf.pem,
    key: () => pki.leaf.key,
    problem: 'intermediate-missing',
    about: about('Workstation'),
    outcomes: unexplained,
  },
  {
    name: 'self-signed',
    chain: () => pki.selfSigned.pem,
    key: () => pki.selfSigned.key,
    problem: 'self-signed',
    about: about('Alone'),
    outcomes: unexplained,
  },
  {
    name: 'expired',
    chain: () => whole(pki.expired),
    key: () => pki.expired.key,
    problem: 'expired',
    about: about('Expired'),
    outcomes: unexplained,
  },
  {
    name: 'not yet valid',
    chain: () => whole(pki.notYetValid),
    key: () => pki.notYetValid.key,
    problem: 'not-yet-valid',
    about: about('Tomorrow'),
    outcomes: unexplained,
  },
  {
    name: 'for servers only',
    chain: () => whole(pki.forServers),
    key: () => pki.forServers.key,
    problem: 'wrong-use',
    about: about('Server'),
    outcomes: unexplained,
  },
]

describe('a chain that the bank would refuse is named at import', () => {
  it.each(refused)('$name: $problem', async ({ chain, key, problem, about: whom, outcomes }) => {
    const { inspection, material } = inspect({ 'a.pem': chain(), 'a.key': key() })
    expect(inspection.findings).toEqual([{ problem, about: whom }])
    expect(material).toBeNull()
    const client = { certificateChain: chain(), privateKey: key() }
    for (const version of versions)
      expect(await callUnder(pki, version, client)).toEqual({
        outcome: expect.stringMatching(outcomes[version]) as string,
        seen: 0,
      })
  })

  it('no certificate at all', async () => {
    const { inspection } = inspect({ 'a.key': pki.leaf.key })
    expect(inspection.findings.map(({ problem }) => problem)).toEqual(['leaf-missing'])
    expect(await callUnder(pki, 'TLSv1.3', {})).toEqual({
      outcome: expect.stringMatching(closed) as string,
      seen: 0,
    })
    expect(await callUnder(pki, 'TLSv1.2', {})).toEqual({
      outcome: expect.stringMatching(/HANDSHAKE_FAILURE/) as string,
      seen: 0,
    })
  })
})

describe('an OpenSSL error code is explained by a sentence', () => {
  const problemsOf = (files: Files, secret: string | null) =>
    inspect(files, secret).inspection.findings

  it('a wrong password of a .p12', () => {
    const pfx = store(aes)
    expect(() => createSecureContext({ pfx, passphrase: 'wrong' })).toThrow('mac verify failure')
    expect(() => createSecureContext({ pfx, passphrase: password })).not.toThrow()
    expect(problemsOf({ 'a.p12': pfx }, 'wrong')).toEqual([
      { problem: 'wrong-password', about: 'a.p12' },
    ])
    expect(problemsOf({ 'a.p12': pfx }, null)).toEqual([
      { problem: 'password-needed', about: 'a.p12' },
    ])
  })

  it.each([null, password])('a key under MD5 and DES, the password being %s', (secret) => {
    const key = lockedKey(desByMd5)
    expect(() => createPrivateKey({ key, passphrase: password })).toThrow(
      expect.objectContaining({ code: 'ERR_OSSL_EVP_UNSUPPORTED' }) as Error,
    )
    expect(problemsOf({ 'a.pem': whole(), 'a.key': key }, secret)).toEqual([
      { problem: 'unsupported-encryption', about: 'a.key' },
    ])
  })

  it.each([
    ['AES', () => lockedKey(aesByPbkdf2())],
    ['scrypt', () => lockedKey(aesByScrypt)],
    ['traditional PEM', () => traditionalKey(pki.leaf, password)],
  ])('an encrypted key (%s) without its password', (_, generated) => {
    const key = generated()
    expect(() => createSecureContext({ key, passphrase: password })).not.toThrow()
    expect(() => createSecureContext({ key })).toThrow(
      // One wrong key in 256 leaves a padding that looks valid; the content then fails to parse.
      expect.objectContaining({
        code: expect.stringMatching(/^ERR_OSSL_(BAD_DECRYPT|UNSUPPORTED)$/) as string,
      }) as Error,
    )
    expect(problemsOf({ 'a.pem': whole(), 'a.key': key }, null)).toEqual([
      { problem: 'password-needed', about: 'a.key' },
    ])
    expect(problemsOf({ 'a.pem': whole(), 'a.key': key }, 'wrong')).toEqual([
      { problem: 'wrong-password', about: 'a.key' },
    ])
  })
})

describe('the other side of the connection', () => {
  const good = () => ({ certificateChain: whole(), privateKey: pki.leaf.key })
  const callWith = (client: object) => callUnder(pki, 'TLSv1.3', { ...good(), ...client })
  const draftOf = (content: string | Buffer) => {
    const [file] = filesOf({ 'ca.pem': content })
    if (!file) throw new Error('One file was to be created')
    return inspectPrivateCa(file, new Date())
  }

  it('a server of another CA is not trusted', async () => {
    expect(await callWith({ ca: pki.root.pem })).toEqual({
      outcome: expect.stringMatching(/^UNABLE_TO_GET_ISSUER_CERT_LOCALLY: /) as string,
      seen: 0,
    })
  })

  it('an intermediate alone does not serve as CA, and is not taken for one', async () => {
    expect(await callWith({ ca: pki.server.intermediate.pem })).toEqual({
      outcome: expect.stringMatching(/^UNABLE_TO_GET_ISSUER_CERT: /) as string,
      seen: 0,
    })
    const { draft, pem: ca } = draftOf(pki.server.intermediate.pem)
    expect(draft.findings).toEqual([{ problem: 'root-missing', about: about('Bank Intermediate') }])
    expect(ca).toBeNull()
  })

  it('another host than the certificate names is not taken for it', async () => {
    expect(await callWith({ host: '127.0.0.1' })).toEqual({
      outcome: expect.stringMatching(/^ERR_TLS_CERT_ALTNAME_INVALID: /) as string,
      seen: 0,
    })
  })

  it('garbage as CA is refused at import, because TLS silently accepts it', () => {
    expect(() => createSecureContext({ ca: 'garbage' })).not.toThrow()
    const { draft, pem: ca } = draftOf('garbage')
    expect(draft.findings).toEqual([{ problem: 'not-a-ca', about: 'ca.pem' }])
    expect(ca).toBeNull()
  })

  it('the right CA is taken, and the server under it is trusted', async () => {
    const { pem: ca } = draftOf(pki.server.root.pem)
    expect(await callWith({ ca: ca ?? '' })).toEqual({ outcome: 200, seen: 1 })
  })
})
