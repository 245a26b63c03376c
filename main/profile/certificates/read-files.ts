/**
 * Splits files of any kind into certificates, keys, and items that could not be opened or
 * understood.
 */
import type { KeyObject } from 'node:crypto'
import type {
  CertificateFinding,
  CertificateProblem,
} from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import { readCertificate, type Certificate } from './certificate.ts'
import { octetStringOf, partsOf, readDer, type Der } from './der.ts'
import { Budget, costOfDecrypting, costOfTraditional, decrypt } from './password-encryption.ts'
import { decryptTraditional, type Decryption } from './password-encryption.ts'
import type { Attempt, Passwords } from './passwords.ts'
import { bareBase64, pemBlocks, textOf, type PemBlock } from './pem.ts'
import { readPkcs12, type StoreContent } from './pkcs12.ts'
import { pkcs7Certificates } from './pkcs7.ts'
import { isForSigningIn, isUnsupportedKey, readPrivateKey } from './private-key.ts'

/** A chosen file: its name without a folder, and its bytes. */
export interface CertificateFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface Reading {
  /** Without duplicates, in the order of the files. */
  readonly certificates: readonly Certificate[]
  readonly keys: readonly KeyObject[]
  readonly findings: readonly CertificateFinding[]
  /** Items that stayed encrypted: a key, or a store that may hold anything. */
  readonly closed: ReadonlySet<'key' | 'store'>
}

/**
 * A certificate with its chain and key takes a few kilobytes; the whole list of known roots a few
 * hundred.
 */
export const limits = { fileBytes: 1_000_000, files: 20, certificates: 200 }

type Item =
  | { readonly kind: 'certificate'; readonly certificate: Certificate }
  | { readonly kind: 'key'; readonly key: KeyObject }
  | {
      readonly kind: 'closed'
      readonly holds: 'key' | 'store'
      readonly why: Extract<
        CertificateProblem,
        | 'password-needed'
        | 'wrong-password'
        | 'unsupported-encryption'
        | 'java-keystore'
        | 'too-slow'
      >
    }
  | { readonly kind: 'unsupported-key' }
  | { readonly kind: 'damaged' }

/** An encrypted item before any password is tried. */
interface Locked {
  readonly kind: 'locked'
  readonly holds: 'key' | 'store'
  /** Cost of one attempt, as far as the file states it. */
  readonly statedCost: number
  readonly open: (passwords: Passwords, budget: Budget) => Item[]
}
type Part = Item | Locked

/** Reads all files with the passwords given. Never throws, whatever the bytes. */
export function readFiles(files: readonly CertificateFile[], passwords: Passwords): Reading {
  if (files.length > limits.files) return nothingBut({ problem: 'too-large', about: null })
  const certificates = new Map<string, Certificate>()
  const keys: KeyObject[] = []
  const findings: CertificateFinding[] = []
  const closed = new Set<'key' | 'store'>()
  for (const { name, bytes } of files) {
    if (bytes.length > limits.fileBytes) {
      findings.push({ problem: 'too-large', about: name })
      continue
    }
    const parts = readParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    const items = openParts(parts, passwords)
    if (items.length === 0) findings.push({ problem: 'not-a-certificate', about: name })
    for (const item of items) {
      if (item.kind === 'certificate') certificates.set(item.certificate.sha256, item.certificate)
      else if (item.kind === 'key') keys.push(item.key)
      else findings.push({ problem: problemOf(item), about: name })
      if (item.kind === 'closed') closed.add(item.holds)
    }
  }
  if (certificates.size > limits.certificates)
    return nothingBut({ problem: 'too-large', about: null })
  return { certificates: [...certificates.values()], keys, findings, closed }
}

const nothingBut = (finding: CertificateFinding): Reading => ({
  certificates: [],
  keys: [],
  findings: [finding],
  closed: new Set(),
})

function problemOf(
  item: Extract<Item, { kind: 'closed' | 'unsupported-key' | 'damaged' }>,
): CertificateProblem {
  if (item.kind === 'closed') return item.why
  return item.kind === 'damaged' ? 'not-a-certificate' : item.kind
}

/**
 * One budget per file: checked against the stated rounds before any is computed, and spent while
 * reading.
 */
function openParts(parts: readonly Part[], passwords: Passwords): Item[] {
  const budget = new Budget()
  const stated = parts.reduce(
    (cost, part) => cost + (part.kind === 'locked' ? part.statedCost : 0),
    0,
  )
  return parts.flatMap((part) => {
    if (part.kind !== 'locked') return [part]
    if (!budget.covers(stated)) return [{ kind: 'closed', holds: part.holds, why: 'too-slow' }]
    return part.open(passwords, budget)
  })
}

/** Tries DER first: a binary file may contain bytes that look like the start of a PEM block. */
function readParts(bytes: Buffer): Part[] {
  if (isJavaKeystore(bytes)) return [{ kind: 'closed', holds: 'store', why: 'java-keystore' }]
  const binary = bytes[0] === 0x30 ? partsOfDer(bytes) : []
  if (binary.length > 0) return binary
  const text = textOf(bytes)
  const bare = bareBase64(text)
  return bare?.[0] === 0x30 ? partsOfDer(bare) : pemBlocks(text).flatMap(partsOfBlock)
}

/**
 * Recognizes JKS and JCEKS by their first four bytes. Newer Java keystores are PKCS#12, whatever
 * their file name.
 */
const isJavaKeystore = (bytes: Buffer): boolean =>
  bytes.length >= 4 && [0xfeedfeed, 0xcececece].includes(bytes.readUInt32BE(0))

function partsOfDer(bytes: Buffer): Part[] {
  const der = readDer(bytes)
  // Not left to X509Certificate: from a PEM text it would take the first certificate and drop the
  // rest.
  if (!der) return []
  const certificate = readCertificate(bytes)
  if (certificate) return [{ kind: 'certificate', certificate }]
  const key = keyIn(bytes)
  if (key) return [key]
  const bundle = pkcs7Certificates(der)
  if (bundle) return bundle.map(itemOfCertificate)
  return storeIn(der) ?? encryptedKeyIn(der)
}

const itemOfCertificate = (der: Buffer): Item => {
  const certificate = readCertificate(der)
  return certificate ? { kind: 'certificate', certificate } : { kind: 'damaged' }
}

function keyIn(der: Buffer): Item | undefined {
  const key = readPrivateKey(der)
  const isUnsupported = key ? !isForSigningIn(key) : isUnsupportedKey(der)
  if (isUnsupported) return { kind: 'unsupported-key' }
  return key && { kind: 'key', key }
}

const itemOfKey = (der: Buffer): Item => {
  const item = keyIn(der) ?? ({ kind: 'damaged' } as const)
  // node:crypto holds its own copy.
  der.fill(0)
  return item
}

/**
 * Wraps an encrypted item. Reports an unknown encryption before the operator is asked for a
 * password.
 */
function locked<T>(
  holds: 'key' | 'store',
  statedCost: number | undefined,
  attempt: (password: string | null, budget: Budget) => ReturnType<Attempt<T>>,
  itemsOf: (value: T) => Item[],
  withoutPrompt: readonly (string | null)[] = [],
): Part {
  const closed = { kind: 'closed', holds } as const
  if (statedCost === undefined) return { ...closed, why: 'unsupported-encryption' }
  return {
    kind: 'locked',
    holds,
    statedCost,
    open: (passwords, budget) => {
      const opening = passwords.open<T>((password) => attempt(password, budget), withoutPrompt)
      return opening.kind === 'opened' ? itemsOf(opening.value) : [{ ...closed, why: opening.kind }]
    },
  }
}

/** Stores are often written with an empty password, or with no password. */
function storeIn(der: Der | undefined): Part[] | undefined {
  const store = readPkcs12(der)
  if (!store) return undefined
  const itemsOf = ({ certificates, keys }: StoreContent): Item[] => [
    ...certificates.map(itemOfCertificate),
    ...keys.map(itemOfKey),
  ]
  return [locked('store', store.statedCost, store.open, itemsOf, [null, ''])]
}

/** EncryptedPrivateKeyInfo (RFC 5958, 3): an algorithm and an OCTET STRING. */
function encryptedKeyIn(der: Der | undefined): Part[] {
  const [algorithm, sealedPart, ...rest] = partsOf(der)
  const sealed = octetStringOf(sealedPart)
  if (!sealed || rest.length > 0 || partsOf(algorithm).length === 0) return []
  return [
    lockedKey(costOfDecrypting(algorithm), (password, budget) =>
      decrypt(algorithm, sealed, password, budget),
    ),
  ]
}

const lockedKey = (
  statedCost: number | undefined,
  attempt: (password: string | null, budget: Budget) => Decryption,
): Part =>
  locked<Buffer>(
    'key',
    statedCost,
    (password, budget) => {
      const decryption = attempt(password, budget)
      if (decryption.kind === 'opened') return { kind: 'opened', value: decryption.bytes }
      return decryption.kind === 'unsupported' ? { kind: 'unsupported-encryption' } : decryption
    },
    (der) => [itemOfKey(der)],
  )

function partsOfBlock({ label, headers, body }: PemBlock): Part[] {
  switch (label) {
    case 'CERTIFICATE':
    case 'X509 CERTIFICATE':
    case 'TRUSTED CERTIFICATE':
      return [body ? itemOfCertificate(body) : { kind: 'damaged' }]
    case 'PRIVATE KEY':
    case 'RSA PRIVATE KEY':
    case 'EC PRIVATE KEY':
      return [body ? keyOfBlock(headers.get('DEK-Info'), body) : { kind: 'damaged' }]
    case 'ENCRYPTED PRIVATE KEY':
      return orDamaged(body && encryptedKeyIn(readDer(body)))
    case 'PKCS7':
    case 'CMS':
      return orDamaged(body && pkcs7Certificates(readDer(body))?.map(itemOfCertificate))
    default:
      // Requests, parameters and public keys often accompany a key. They are of no use for signing
      // in.
      return []
  }
}

const orDamaged = (parts: Part[] | undefined): Part[] =>
  parts && parts.length > 0 ? parts : [{ kind: 'damaged' }]

function keyOfBlock(dekInfo: string | undefined, body: Buffer): Part {
  if (dekInfo === undefined) return itemOfKey(body)
  return lockedKey(costOfTraditional(dekInfo), (password, budget) =>
    decryptTraditional(dekInfo, body, password, budget),
  )
}
