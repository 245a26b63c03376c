/**
 * Opens PKCS#12 stores (RFC 7292), new ones with AES and the old RC2/3DES exports alike. node-forge's
 * own reader is not used: it gives one password to both derivations, so that a password with an umlaut
 * never opens an AES store, and it does not say whether the password or the encryption was the trouble.
 */
import { timingSafeEqual } from 'node:crypto'
import forge from 'node-forge'
import { countOf, hasContextTag, octetStringOf, octetsOf, oidOf, partsOf, readDer } from './der.ts'
import { writeDer, type Der } from './der.ts'
import { canDecrypt, decrypt, isBearable, pkcs12Key } from './password-encryption.ts'
import type { Digest, Password } from './password-encryption.ts'
import type { Opening, Passwords } from './passwords.ts'

/** What a store holds, each in DER. */
export interface StoreContent {
  readonly certificates: readonly Buffer[]
  /** PKCS#8, no longer encrypted. */
  readonly keys: readonly Buffer[]
}

const oids = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  safeBag: '1.2.840.113549.1.12.10.1.6',
}

const digests: Readonly<Record<string, { readonly name: Digest; readonly bytes: number }>> = {
  '1.3.14.3.2.26': { name: 'sha1', bytes: 20 },
  '2.16.840.1.101.3.4.2.1': { name: 'sha256', bytes: 32 },
  '2.16.840.1.101.3.4.2.2': { name: 'sha384', bytes: 48 },
  '2.16.840.1.101.3.4.2.3': { name: 'sha512', bytes: 64 },
}

interface Store {
  /** The bytes that the MAC is over: the safes. */
  readonly authenticated: Buffer
  readonly safes: readonly Der[]
  readonly mac: Der | undefined
}

/** What ends the reading of a store, thrown and caught in this file only. */
class Stopped extends Error {
  readonly opening: { readonly kind: 'wrong-password' | 'unsupported-encryption' }

  constructor(kind: 'wrong-password' | 'unsupported-encryption') {
    super(kind)
    this.opening = { kind }
  }
}

/** The content of `[0] EXPLICIT`, where it is one. */
function explicitContent(der: Der | undefined): Der | undefined {
  return der && hasContextTag(der, 0) ? partsOf(der)[0] : undefined
}

function storeOf(der: Der | undefined): Store | undefined {
  const [version, contentInfo, mac] = partsOf(der)
  const [type, content] = partsOf(contentInfo)
  if (countOf(version) !== 3 || oidOf(type) !== oids.data) return undefined
  const authenticated = octetStringOf(explicitContent(content))
  if (!authenticated) return undefined
  return { authenticated, safes: partsOf(readDer(authenticated)), mac }
}

/** Opens a store; undefined when the value is none. Empty and absent passwords are tried unasked. */
export function openPkcs12(
  der: Der | undefined,
  passwords: Passwords,
): Opening<StoreContent> | undefined {
  const store = storeOf(der)
  if (!store) return undefined
  // Said before a password is asked for: no password would help.
  if (!store.safes.every(isReadable)) return { kind: 'unsupported-encryption' }
  return passwords.open((password) => openWith(store, password), [null, ''])
}

const isReadable = (safe: Der): boolean => {
  const [type, content] = partsOf(safe)
  if (oidOf(type) === oids.data) return true
  return oidOf(type) === oids.encryptedData && canDecrypt(sealedPart(content)?.algorithm)
}

function openWith(store: Store, password: Password) {
  try {
    if (!passesMac(store, password)) return { kind: 'wrong-password' } as const
    const content = { certificates: [] as Buffer[], keys: [] as Buffer[] }
    for (const safe of store.safes) collect(readDer(safeBytes(safe, password)), password, content)
    return { kind: 'opened', value: content } as const
  } catch (error) {
    if (error instanceof Stopped) return error.opening
    throw error
  }
}

/** False only when the MAC is of another password; one of an unknown make says nothing either way. */
function passesMac({ authenticated, mac }: Store, password: Password): boolean {
  const [digestInfo, saltPart, countPart] = partsOf(mac)
  const [algorithm, expectedPart] = partsOf(digestInfo)
  const digest = digests[oidOf(partsOf(algorithm)[0]) ?? '']
  const salt = octetStringOf(saltPart)
  const expected = octetStringOf(expectedPart)
  const iterations = countPart === undefined ? 1 : countOf(countPart)
  if (!digest || !salt || !expected || !iterations) return true
  if (!isBearable(iterations)) throw new Stopped('unsupported-encryption')
  const key = pkcs12Key(password, salt, iterations, {
    purpose: 3,
    bytes: digest.bytes,
    digest: digest.name,
  })
  const hmac = forge.hmac.create()
  hmac.start(digest.name, key.toString('latin1'))
  hmac.update(authenticated.toString('latin1'))
  const actual = Buffer.from(hmac.digest().getBytes(), 'latin1')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** The algorithm and the encrypted bytes of an EncryptedData. */
function sealedPart(content: Der | undefined) {
  const [, info] = partsOf(explicitContent(content))
  const [, algorithm, sealed] = partsOf(info)
  return sealed && { algorithm, bytes: octetsOf(sealed) }
}

function safeBytes(safe: Der, password: Password): Buffer {
  const [type, content] = partsOf(safe)
  if (oidOf(type) === oids.data) return octetStringOf(explicitContent(content)) ?? Buffer.alloc(0)
  const sealed = sealedPart(content)
  return opened(sealed?.algorithm, sealed?.bytes, password)
}

function opened(algorithm: Der | undefined, sealed: Buffer | undefined, password: Password) {
  const decryption = decrypt(algorithm, sealed ?? Buffer.alloc(0), password)
  if (decryption.kind === 'opened') return decryption.bytes
  throw new Stopped(decryption.kind === 'unsupported' ? 'unsupported-encryption' : 'wrong-password')
}

interface Collected {
  readonly certificates: Buffer[]
  readonly keys: Buffer[]
}

function collect(bags: Der | undefined, password: Password, content: Collected): void {
  for (const bag of partsOf(bags)) {
    const [type, valuePart] = partsOf(bag)
    const value = explicitContent(valuePart)
    if (!value) continue
    switch (oidOf(type)) {
      case oids.certificateBag:
        content.certificates.push(...certificatesOf(value))
        break
      case oids.keyBag:
        content.keys.push(writeDer(value))
        break
      case oids.shroudedKeyBag: {
        const [algorithm, sealed] = partsOf(value)
        content.keys.push(opened(algorithm, octetStringOf(sealed), password))
        break
      }
      case oids.safeBag:
        collect(value, password, content)
        break
      default:
      // CRLs and secrets of other kinds are nothing to sign in with.
    }
  }
}

/** A certificate bag holds an X.509 certificate or, never seen, an SDSI one. */
function certificatesOf(value: Der): Buffer[] {
  const certificate = octetStringOf(explicitContent(partsOf(value)[1]))
  return certificate ? [certificate] : []
}
