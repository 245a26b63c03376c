/**
 * Opens PKCS#12 stores (RFC 7292), new ones with AES and old RC2/3DES exports alike. node-forge's
 * own reader is not used: it gives one password encoding to both derivations, so a password with an
 * umlaut never opens an AES store, and it does not report whether the password or the encryption
 * failed.
 */
import { timingSafeEqual } from 'node:crypto'
import { countOf, hasContextTag, octetStringOf, octetsOf, oidOf, partsOf, readDer } from './der.ts'
import { writeDer, type Der } from './der.ts'
import { costOfDecrypting, decrypt, type Budget, type Password } from './password-encryption.ts'
import { macDigests, pbmac1, pkcs12Mac, type StoreMac } from './password-encryption.ts'
import type { Attempt } from './passwords.ts'

/** Contents of a store, each in DER. */
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
  pbmac1: '1.2.840.113549.1.5.14',
}

/** A store that is not opened yet. */
export interface ClosedStore {
  /**
   * Cost of one attempt, from the parts outside the encrypted safes; undefined when no password
   * would help.
   */
  readonly statedCost: number | undefined
  /**
   * One attempt. Rounds found only inside an opened safe are charged to the budget before they are
   * computed.
   */
  readonly open: (password: Password, budget: Budget) => ReturnType<Attempt<StoreContent>>
}

interface Mac extends StoreMac {
  readonly expected: Buffer
}

/** A safe: its bags, or the encrypted bytes of them. */
type Safe =
  | { readonly kind: 'plain'; readonly bags: Der | undefined }
  | { readonly kind: 'sealed'; readonly algorithm: Der | undefined; readonly bytes: Buffer }
  /** Encrypted with a certificate's key, or of an unknown kind. */
  | { readonly kind: 'unknown' }

interface Store {
  /** The bytes that the MAC covers: the safes. */
  readonly authenticated: Buffer
  readonly safes: readonly Safe[]
  /**
   * Undefined when there is no MAC, or one of an unknown kind. `unsafe`: a PBMAC1 that proves
   * nothing.
   */
  readonly mac: Mac | 'unsafe' | undefined
}

type StoppedKind = 'wrong-password' | 'unsupported-encryption' | 'too-slow'

/** Ends the reading of a store. Thrown and caught in this file only. */
class Stopped extends Error {
  readonly opening: { readonly kind: StoppedKind }

  constructor(kind: StoppedKind) {
    super(kind)
    this.opening = { kind }
  }
}

/** Returns the content of `[0] EXPLICIT`; undefined for any other value. */
function explicitContent(der: Der | undefined): Der | undefined {
  return der && hasContextTag(der, 0) ? partsOf(der)[0] : undefined
}

function storeOf(der: Der | undefined): Store | undefined {
  const [version, contentInfo, mac] = partsOf(der)
  const [type, content] = partsOf(contentInfo)
  if (countOf(version) !== 3 || oidOf(type) !== oids.data) return undefined
  const authenticated = octetStringOf(explicitContent(content))
  if (!authenticated) return undefined
  return { authenticated, safes: partsOf(readDer(authenticated)).map(safeOf), mac: macOf(mac) }
}

function safeOf(safe: Der): Safe {
  const [type, content] = partsOf(safe)
  if (oidOf(type) === oids.data)
    return { kind: 'plain', bags: readDer(octetStringOf(explicitContent(content)) ?? nothing) }
  if (oidOf(type) !== oids.encryptedData) return { kind: 'unknown' }
  const [, info] = partsOf(explicitContent(content))
  const [, algorithm, sealed] = partsOf(info)
  return { kind: 'sealed', algorithm, bytes: octetsOf(sealed) ?? nothing }
}
const nothing = Buffer.alloc(0)

function macOf(mac: Der | undefined): Store['mac'] {
  const [digestInfo, saltPart, countPart] = partsOf(mac)
  const [algorithm, expectedPart] = partsOf(digestInfo)
  const [name, parameters] = partsOf(algorithm)
  const expected = octetStringOf(expectedPart)
  if (oidOf(name) === oids.pbmac1) {
    // PBMAC1 has its salt and rounds in its parameters; the fields after them are not used.
    const parsed = pbmac1(parameters)
    return parsed && expected ? { ...parsed, expected } : 'unsafe'
  }
  const digest = macDigests[oidOf(name) ?? '']
  const salt = octetStringOf(saltPart)
  const iterations = countPart === undefined ? 1 : countOf(countPart)
  if (!digest || !salt || !expected || !iterations) return undefined
  return { ...pkcs12Mac(digest, salt, iterations), expected }
}

/** Reads a store as far as possible without a password; undefined when the value is no store. */
export function readPkcs12(der: Der | undefined): ClosedStore | undefined {
  const store = storeOf(der)
  return (
    store && {
      statedCost: statedCost(store),
      open: (password, budget) => openWith(store, { password, budget }),
    }
  )
}

function statedCost({ mac, safes }: Store): number | undefined {
  if (mac === 'unsafe') return undefined
  let cost = mac?.cost ?? 0
  for (const safe of safes) {
    if (safe.kind === 'plain') cost += costOfBags(safe.bags)
    else {
      const ofSafe = safe.kind === 'sealed' ? costOfDecrypting(safe.algorithm) : undefined
      if (ofSafe === undefined) return undefined
      cost += ofSafe
    }
  }
  return cost
}

/**
 * A key with an unknown encryption costs nothing; its problem is reported once the password was
 * right.
 */
function costOfBags(bags: Der | undefined): number {
  let cost = 0
  for (const [type, value] of bagsOf(bags)) {
    if (type === oids.shroudedKeyBag) cost += costOfDecrypting(partsOf(value)[0]) ?? 0
    if (type === oids.safeBag) cost += costOfBags(value)
  }
  return cost
}

const bagsOf = (bags: Der | undefined): (readonly [string | undefined, Der])[] =>
  partsOf(bags).flatMap((bag) => {
    const [type, valuePart] = partsOf(bag)
    const value = explicitContent(valuePart)
    return value ? [[oidOf(type), value] as const] : []
  })

interface Try {
  readonly password: Password
  readonly budget: Budget
}

function openWith({ mac, safes, authenticated }: Store, opening: Try) {
  if (mac === 'unsafe') return { kind: 'unsupported-encryption' } as const
  try {
    if (mac && !passesMac(mac, authenticated, opening)) return { kind: 'wrong-password' } as const
    const content = { certificates: [] as Buffer[], keys: [] as Buffer[] }
    for (const safe of safes) collect(bagsOfSafe(safe, opening), opening, content)
    return { kind: 'opened', value: content } as const
  } catch (error) {
    if (error instanceof Stopped) return error.opening
    throw error
  }
}

/** Whether this password produces the MAC. */
function passesMac(mac: Mac, authenticated: Buffer, { password, budget }: Try): boolean {
  const { expected, cost } = mac
  if (!budget.spend(cost)) throw new Stopped('too-slow')
  const actual = macBy(mac, password, authenticated)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function macBy(mac: Mac, password: Password, authenticated: Buffer): Buffer {
  try {
    return mac.of(password, authenticated)
  } catch {
    // This machine's TLS library refuses the digest.
    throw new Stopped('unsupported-encryption')
  }
}

function bagsOfSafe(safe: Safe, opening: Try): Der | undefined {
  if (safe.kind === 'plain') return safe.bags
  return safe.kind === 'sealed' ? readDer(opened(safe.algorithm, safe.bytes, opening)) : undefined
}

function opened(algorithm: Der | undefined, sealed: Buffer, { password, budget }: Try): Buffer {
  const decryption = decrypt(algorithm, sealed, password, budget)
  if (decryption.kind === 'opened') return decryption.bytes
  throw new Stopped(decryption.kind === 'unsupported' ? 'unsupported-encryption' : decryption.kind)
}

interface Collected {
  readonly certificates: Buffer[]
  readonly keys: Buffer[]
}

function collect(bags: Der | undefined, opening: Try, content: Collected): void {
  for (const [type, value] of bagsOf(bags)) {
    switch (type) {
      case oids.certificateBag:
        content.certificates.push(...certificatesOf(value))
        break
      case oids.keyBag:
        content.keys.push(writeDer(value))
        break
      case oids.shroudedKeyBag: {
        const [algorithm, sealed] = partsOf(value)
        content.keys.push(opened(algorithm, octetStringOf(sealed) ?? nothing, opening))
        break
      }
      case oids.safeBag:
        collect(value, opening, content)
        break
      default:
      // CRLs and other secrets are of no use for signing in.
    }
  }
}

/** A certificate bag holds an X.509 certificate or, never seen in practice, an SDSI one. */
function certificatesOf(value: Der): Buffer[] {
  const certificate = octetStringOf(explicitContent(partsOf(value)[1]))
  return certificate ? [certificate] : []
}
