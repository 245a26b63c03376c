/** Takes files of any kind apart: certificates, keys, and what could not be opened or understood. */
import type { KeyObject } from 'node:crypto'
import type {
  CertificateFinding,
  CertificateProblem,
} from '../../preload/contract/certificate-inspection.ts'
import { readCertificate, type Certificate } from './certificate.ts'
import { octetStringOf, partsOf, readDer, type Der } from './der.ts'
import { canDecrypt, canDecryptTraditional, decrypt } from './password-encryption.ts'
import { decryptTraditional, type Decryption } from './password-encryption.ts'
import type { Opening, Passwords } from './passwords.ts'
import { pemBlocks, textOf, type PemBlock } from './pem.ts'
import { openPkcs12 } from './pkcs12.ts'
import { pkcs7Certificates } from './pkcs7.ts'
import { readPrivateKey } from './private-key.ts'

/** A file as it was chosen: its name without a folder, and its bytes. */
export interface CertificateFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Everything that the files hold. */
export interface Reading {
  /** Each once, in the order of the files. */
  readonly certificates: readonly Certificate[]
  readonly keys: readonly KeyObject[]
  readonly findings: readonly CertificateFinding[]
  /** What stayed encrypted: a key, or a store that may hold anything. */
  readonly closed: ReadonlySet<'key' | 'store'>
}

/** A certificate with its chain and key takes some kilobytes; the whole list of known roots some hundreds. */
export const limits = { fileBytes: 1_000_000, files: 20, certificates: 200 }

type Item =
  | { readonly kind: 'certificate'; readonly certificate: Certificate }
  | { readonly kind: 'key'; readonly key: KeyObject }
  | {
      readonly kind: 'closed'
      readonly holds: 'key' | 'store'
      readonly why: Extract<
        CertificateProblem,
        'password-needed' | 'wrong-password' | 'unsupported-encryption'
      >
    }
  | { readonly kind: 'damaged' }

/** Reads all files with the passwords there are. Never throws, whatever the bytes. */
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
    const items = itemsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), passwords)
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

const problemOf = (item: Extract<Item, { kind: 'closed' | 'damaged' }>): CertificateProblem =>
  item.kind === 'closed' ? item.why : 'not-a-certificate'

/** DER first: a binary file may hold what looks like the beginning of a PEM block. */
function itemsOf(bytes: Buffer, passwords: Passwords): Item[] {
  const binary = bytes[0] === 0x30 ? itemsOfDer(bytes, passwords) : []
  if (binary.length > 0) return binary
  return pemBlocks(textOf(bytes)).flatMap((block) => itemsOfBlock(block, passwords))
}

function itemsOfDer(bytes: Buffer, passwords: Passwords): Item[] {
  const der = readDer(bytes)
  // Not left to X509Certificate: of a PEM text it would take the first certificate and drop the rest.
  if (!der) return []
  const certificate = readCertificate(bytes)
  if (certificate) return [{ kind: 'certificate', certificate }]
  const key = readPrivateKey(bytes)
  if (key) return [{ kind: 'key', key }]
  const bundle = pkcs7Certificates(der)
  if (bundle) return bundle.map(itemOfCertificate)
  return itemsOfStore(der, passwords) ?? itemsOfEncryptedKey(der, passwords)
}

const itemOfCertificate = (der: Buffer): Item => {
  const certificate = readCertificate(der)
  return certificate ? { kind: 'certificate', certificate } : { kind: 'damaged' }
}

const itemOfKey = (der: Buffer): Item => {
  const key = readPrivateKey(der)
  // What node:crypto keeps is its own copy.
  der.fill(0)
  return key ? { kind: 'key', key } : { kind: 'damaged' }
}

function itemsOfStore(der: Der | undefined, passwords: Passwords): Item[] | undefined {
  const opening = openPkcs12(der, passwords)
  if (!opening) return undefined
  if (opening.kind !== 'opened') return [{ kind: 'closed', holds: 'store', why: opening.kind }]
  const { certificates, keys } = opening.value
  return [...certificates.map(itemOfCertificate), ...keys.map(itemOfKey)]
}

/** EncryptedPrivateKeyInfo (RFC 5958, 3): an algorithm and an OCTET STRING. */
function itemsOfEncryptedKey(der: Der | undefined, passwords: Passwords): Item[] {
  const [algorithm, sealedPart, ...rest] = partsOf(der)
  const sealed = octetStringOf(sealedPart)
  if (!sealed || rest.length > 0 || partsOf(algorithm).length === 0) return []
  return [
    openKey(passwords, canDecrypt(algorithm), (password) => decrypt(algorithm, sealed, password)),
  ]
}

function openKey(
  passwords: Passwords,
  supported: boolean,
  attempt: (password: string | null) => Decryption,
): Item {
  const closed = { kind: 'closed', holds: 'key' } as const
  if (!supported) return { ...closed, why: 'unsupported-encryption' }
  const opening: Opening<Buffer> = passwords.open((password) => {
    const decryption = attempt(password)
    if (decryption.kind === 'opened') return { kind: 'opened', value: decryption.bytes }
    if (decryption.kind === 'wrong-password') return decryption
    return { kind: 'unsupported-encryption' }
  })
  return opening.kind === 'opened' ? itemOfKey(opening.value) : { ...closed, why: opening.kind }
}

function itemsOfBlock({ label, headers, body }: PemBlock, passwords: Passwords): Item[] {
  switch (label) {
    case 'CERTIFICATE':
    case 'X509 CERTIFICATE':
    case 'TRUSTED CERTIFICATE':
      return [body ? itemOfCertificate(body) : { kind: 'damaged' }]
    case 'PRIVATE KEY':
    case 'RSA PRIVATE KEY':
    case 'EC PRIVATE KEY':
      return [body ? keyOfBlock(headers.get('DEK-Info'), body, passwords) : { kind: 'damaged' }]
    case 'ENCRYPTED PRIVATE KEY':
      return orDamaged(body && itemsOfEncryptedKey(readDer(body), passwords))
    case 'PKCS7':
    case 'CMS':
      return orDamaged(body && pkcs7Certificates(readDer(body))?.map(itemOfCertificate))
    default:
      // Requests, parameters and public keys often stand beside a key. They are nothing to sign in with.
      return []
  }
}

const orDamaged = (items: Item[] | undefined): Item[] =>
  items && items.length > 0 ? items : [{ kind: 'damaged' }]

function keyOfBlock(dekInfo: string | undefined, body: Buffer, passwords: Passwords): Item {
  if (dekInfo === undefined) return itemOfKey(body)
  return openKey(passwords, canDecryptTraditional(dekInfo), (password) =>
    decryptTraditional(dekInfo, body, password),
  )
}
