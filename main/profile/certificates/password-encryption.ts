/**
 * Decrypts password-encrypted PKCS#8, PKCS#12 and OpenSSL's traditional PEM. Electron's BoringSSL
 * reads fewer of these than Node's OpenSSL, so the ciphers are node-forge's JavaScript and only
 * PBKDF2, scrypt, HMAC and MD5 come from node:crypto. Single DES and RC4 are left out on purpose:
 * they do not protect a key, and OpenSSL 3 refuses them too.
 */
import { createHash, createHmac, pbkdf2Sync, scryptSync } from 'node:crypto'
import forge from 'node-forge'
import { countOf, isOneSequence, octetStringOf, oidOf, partsOf, type Der } from './der.ts'

/** The result of one attempt to decrypt. */
export type Decryption =
  | { readonly kind: 'opened'; readonly bytes: Buffer }
  | { readonly kind: 'wrong-password' }
  | { readonly kind: 'unsupported' }
  /** The cost is more than the file's remaining budget. */
  | { readonly kind: 'too-slow' }

/** A password. Null is PKCS#12's "no password", which differs from the empty password. */
export type Password = string | null

interface Cipher {
  readonly name: 'AES-CBC' | '3DES-CBC' | 'RC2-CBC'
  readonly keyBytes: number
}

/** A cipher and its key derivation. */
interface Scheme {
  readonly cipher: Cipher
  /** Cost of one derivation, in the units of {@link Budget}. */
  readonly cost: number
  derive(password: Password): { readonly key: Buffer; readonly iv: Buffer }
}

const aes = (keyBytes: number): Cipher => ({ name: 'AES-CBC', keyBytes })
const tripleDes: Cipher = { name: '3DES-CBC', keyBytes: 24 }

const pbes2Ciphers: Readonly<Record<string, Cipher>> = {
  '2.16.840.1.101.3.4.1.2': aes(16),
  '2.16.840.1.101.3.4.1.22': aes(24),
  '2.16.840.1.101.3.4.1.42': aes(32),
  '1.2.840.113549.3.7': tripleDes,
}

/**
 * The ciphers of RFC 7292, appendix C, that exports have used: 3DES for keys, RC2-40 for
 * certificates.
 */
const pkcs12Ciphers: Readonly<Record<string, Cipher>> = {
  '1.2.840.113549.1.12.1.3': tripleDes,
  '1.2.840.113549.1.12.1.4': { name: '3DES-CBC', keyBytes: 16 },
  '1.2.840.113549.1.12.1.5': { name: 'RC2-CBC', keyBytes: 16 },
  '1.2.840.113549.1.12.1.6': { name: 'RC2-CBC', keyBytes: 5 },
}

const traditionalCiphers: Readonly<Record<string, Cipher>> = {
  'AES-128-CBC': aes(16),
  'AES-192-CBC': aes(24),
  'AES-256-CBC': aes(32),
  'DES-EDE3-CBC': tripleDes,
}

interface Digest {
  readonly name: 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'
  readonly bytes: number
  /** Cost of a round: digests with 64-bit words take three times as long. */
  readonly cost: 1 | 3
}

/** A digest that node-forge supports for PKCS#12 key derivation. */
export type Pkcs12Digest = Digest & { readonly name: Exclude<Digest['name'], 'sha224'> }

const sha1: Pkcs12Digest = { name: 'sha1', bytes: 20, cost: 1 }
const sha256: Pkcs12Digest = { name: 'sha256', bytes: 32, cost: 1 }
const sha384: Pkcs12Digest = { name: 'sha384', bytes: 48, cost: 3 }
const sha512: Pkcs12Digest = { name: 'sha512', bytes: 64, cost: 3 }

/** The digests of a MAC, by their identifiers. */
export const macDigests: Readonly<Record<string, Pkcs12Digest>> = {
  '1.3.14.3.2.26': sha1,
  '2.16.840.1.101.3.4.2.1': sha256,
  '2.16.840.1.101.3.4.2.2': sha384,
  '2.16.840.1.101.3.4.2.3': sha512,
}

/** The digests for HMAC, used by PBKDF2 and by PBMAC1. */
const hmacDigests: Readonly<Record<string, Digest>> = {
  '1.2.840.113549.2.7': sha1,
  '1.2.840.113549.2.8': { name: 'sha224', bytes: 28, cost: 1 },
  '1.2.840.113549.2.9': sha256,
  '1.2.840.113549.2.10': sha384,
  '1.2.840.113549.2.11': sha512,
}

/**
 * Limit on key derivation for one file, over all passwords tried on it, in rounds of PBKDF2 with
 * SHA-256: seven to ten seconds. Exports use up to 600,000 rounds, also of PKCS#12's own
 * derivation, for the MAC and for each encryption.
 */
const mostRounds = 50_000_000
/** PKCS#12 rounds run in JavaScript, and scrypt's rounds are limited by memory access. */
const costOfRound = { pkcs12: 8, scrypt: 5 }
const mostScryptBytes = 256 * 1024 * 1024

/** The remaining cost of key derivation allowed for one file. */
export class Budget {
  #left: number

  constructor(rounds = mostRounds) {
    this.#left = rounds
  }

  covers(cost: number): boolean {
    return cost <= this.#left
  }

  /** Returns false, and spends nothing, when the budget does not cover the cost. */
  spend(cost: number): boolean {
    if (!this.covers(cost)) return false
    this.#left -= cost
    return true
  }
}

const utf8 = (password: Password): Buffer => Buffer.from(password ?? '', 'utf8')
const ivBytesOf = (cipher: Cipher): number => (cipher.name === 'AES-CBC' ? 16 : 8)

/** PKCS#12's own derivation (RFC 7292, appendix B). `purpose`: 1 key, 2 IV, 3 MAC. */
function pkcs12Key(
  password: Password,
  salt: Buffer,
  iterations: number,
  options: { readonly purpose: 1 | 2 | 3; readonly bytes: number; readonly digest?: Pkcs12Digest },
): Buffer {
  const { purpose, bytes, digest = sha1 } = options
  const saltBuffer = forge.util.createBuffer(salt.toString('latin1'))
  const md = forge.md[digest.name].create()
  const key = forge.pkcs12.generateKey(password, saltBuffer, purpose, iterations, bytes, md)
  return Buffer.from(key.getBytes(), 'latin1')
}

/** Cost of {@link pkcs12Key} for this number of bytes. */
const costOfPkcs12Key = (iterations: number, bytes: number, digest = sha1): number =>
  iterations * costOfRound.pkcs12 * costOfBlocks(bytes, digest)

const costOfBlocks = (bytes: number, digest: Digest): number =>
  Math.ceil(bytes / digest.bytes) * digest.cost

function pkcs12Scheme(cipher: Cipher, parameters: Der | undefined): Scheme | undefined {
  const [saltPart, countPart] = partsOf(parameters)
  const salt = octetStringOf(saltPart)
  const iterations = countOf(countPart)
  if (!salt || !iterations) return undefined
  const costOf = (bytes: number) => costOfPkcs12Key(iterations, bytes)
  return {
    cipher,
    cost: costOf(cipher.keyBytes) + costOf(ivBytesOf(cipher)),
    derive: (password) => ({
      key: pkcs12Key(password, salt, iterations, { purpose: 1, bytes: cipher.keyBytes }),
      iv: pkcs12Key(password, salt, iterations, { purpose: 2, bytes: ivBytesOf(cipher) }),
    }),
  }
}

interface Derivation {
  readonly cost: number
  derive(password: Password): Buffer
}

function pbkdf2(parameters: Der | undefined, keyBytes: number): Derivation | undefined {
  const [saltPart, countPart, ...rest] = partsOf(parameters)
  const salt = octetStringOf(saltPart)
  const iterations = countOf(countPart)
  const named = rest.map((part) => oidOf(partsOf(part)[0])).find((oid) => oid !== undefined)
  const digest = named === undefined ? sha1 : hmacDigests[named]
  if (!salt || !iterations || !digest) return undefined
  return {
    cost: iterations * costOfBlocks(keyBytes, digest),
    derive: (password) => pbkdf2Sync(utf8(password), salt, iterations, keyBytes, digest.name),
  }
}

/** Proves that a store is unchanged since the holder of its password wrote it. */
export interface StoreMac {
  /** Cost of one computation, in the units of {@link Budget}. */
  readonly cost: number
  of(password: Password, content: Buffer): Buffer
}

const pbkdf2Name = '1.2.840.113549.1.5.12'
/** Many passwords give the same short key, and no key is longer than the longest digest. */
const macKeyBytes = { least: 20, most: 64 }

/**
 * Reads PBMAC1 parameters: an HMAC whose key PBKDF2 derives from the password in UTF-8, with the
 * key length stated (RFC 9579, now RFC 9879). Undefined for other algorithms or a key length out of
 * range.
 */
export function pbmac1(parameters: Der | undefined): StoreMac | undefined {
  const [derivationPart, schemePart] = partsOf(parameters)
  const [derivationName, derivationParameters] = partsOf(derivationPart)
  const digest = hmacDigests[oidOf(partsOf(schemePart)[0]) ?? '']
  const keyBytes = countOf(partsOf(derivationParameters)[2]) ?? 0
  if (oidOf(derivationName) !== pbkdf2Name || !digest) return undefined
  if (keyBytes < macKeyBytes.least || keyBytes > macKeyBytes.most) return undefined
  const derivation = pbkdf2(derivationParameters, keyBytes)
  return (
    derivation && {
      cost: derivation.cost,
      of: (password, content) =>
        createHmac(digest.name, derivation.derive(password)).update(content).digest(),
    }
  )
}

/** Returns the MAC of PKCS#12's own derivation (RFC 7292, appendix B). */
export const pkcs12Mac = (digest: Pkcs12Digest, salt: Buffer, iterations: number): StoreMac => ({
  cost: costOfPkcs12Key(iterations, digest.bytes, digest),
  of: (password, content) => {
    const key = pkcs12Key(password, salt, iterations, { purpose: 3, bytes: digest.bytes, digest })
    return createHmac(digest.name, key).update(content).digest()
  },
})

function scrypt(parameters: Der | undefined, keyBytes: number): Derivation | undefined {
  const [saltPart, ...costs] = partsOf(parameters)
  const salt = octetStringOf(saltPart)
  const [cost = 0, blockSize = 0, parallelization = 0] = costs.map((part) => countOf(part) ?? 0)
  if (!salt || cost * blockSize === 0 || parallelization < 1 || parallelization > 16)
    return undefined
  if (128 * cost * blockSize > mostScryptBytes) return undefined
  const options = { cost, blockSize, parallelization, maxmem: 2 * mostScryptBytes }
  return {
    cost: cost * blockSize * parallelization * costOfRound.scrypt,
    derive: (password) => scryptSync(utf8(password), salt, keyBytes, options),
  }
}

function pbes2Scheme(parameters: Der | undefined): Scheme | undefined {
  const [derivationPart, cipherPart] = partsOf(parameters)
  const [derivationName, derivationParameters] = partsOf(derivationPart)
  const [cipherName, ivPart] = partsOf(cipherPart)
  const cipher = pbes2Ciphers[oidOf(cipherName) ?? '']
  const iv = octetStringOf(ivPart)
  if (!cipher || iv?.length !== ivBytesOf(cipher)) return undefined
  const derivationOid = oidOf(derivationName)
  const derivation =
    derivationOid === pbkdf2Name
      ? pbkdf2(derivationParameters, cipher.keyBytes)
      : derivationOid === '1.3.6.1.4.1.11591.4.11'
        ? scrypt(derivationParameters, cipher.keyBytes)
        : undefined
  if (!derivation) return undefined
  return {
    cipher,
    cost: derivation.cost,
    derive: (password) => ({ key: derivation.derive(password), iv }),
  }
}

function schemeOf(algorithm: Der | undefined): Scheme | undefined {
  const [name, parameters] = partsOf(algorithm)
  const oid = oidOf(name) ?? ''
  if (oid === '1.2.840.113549.1.5.13') return pbes2Scheme(parameters)
  const cipher = pkcs12Ciphers[oid]
  return cipher && pkcs12Scheme(cipher, parameters)
}

/**
 * Cost of one attempt of `decrypt` by an AlgorithmIdentifier; undefined for an unknown encryption.
 */
export const costOfDecrypting = (algorithm: Der | undefined): number | undefined =>
  schemeOf(algorithm)?.cost

/**
 * Decrypts by an AlgorithmIdentifier. The plain text must be one SEQUENCE, as keys and safes are.
 */
export function decrypt(
  algorithm: Der | undefined,
  sealed: Buffer,
  password: Password,
  budget: Budget,
): Decryption {
  return decryptBy(schemeOf(algorithm), sealed, password, budget)
}

function traditionalScheme(dekInfo: string): Scheme | undefined {
  const [name = '', hex = ''] = dekInfo.split(',').map((part) => part.trim())
  const cipher = traditionalCiphers[name]
  const iv = Buffer.from(hex, 'hex')
  if (!cipher || iv.length !== ivBytesOf(cipher)) return undefined
  return { cipher, cost: 1, derive: (password) => ({ key: opensslKey(password, iv, cipher), iv }) }
}

/** OpenSSL's EVP_BytesToKey with MD5 and one round, as used by `Proc-Type: 4,ENCRYPTED`. */
function opensslKey(password: Password, iv: Buffer, { keyBytes }: Cipher): Buffer {
  const seed = Buffer.concat([utf8(password), iv.subarray(0, 8)])
  let key = Buffer.alloc(0)
  let previous = Buffer.alloc(0)
  while (key.length < keyBytes) {
    previous = createHash('md5').update(previous).update(seed).digest()
    key = Buffer.concat([key, previous])
  }
  return key.subarray(0, keyBytes)
}

/**
 * Cost of one attempt of `decryptTraditional` by a `DEK-Info` header; undefined for an unknown
 * encryption.
 */
export const costOfTraditional = (dekInfo: string): number | undefined =>
  traditionalScheme(dekInfo)?.cost

/** Decrypts a traditional PEM body by its `DEK-Info` header. */
export function decryptTraditional(
  dekInfo: string,
  sealed: Buffer,
  password: Password,
  budget: Budget,
): Decryption {
  return decryptBy(traditionalScheme(dekInfo), sealed, password, budget)
}

function decryptBy(
  scheme: Scheme | undefined,
  sealed: Buffer,
  password: Password,
  budget: Budget,
): Decryption {
  if (!scheme) return { kind: 'unsupported' }
  if (!budget.spend(scheme.cost)) return { kind: 'too-slow' }
  try {
    const { key, iv } = scheme.derive(password)
    const bytes = decipher(scheme.cipher, key, iv, sealed)
    return bytes && isOneSequence(bytes) ? { kind: 'opened', bytes } : { kind: 'wrong-password' }
  } catch {
    // This machine's TLS library refuses the parameters of the derivation.
    return { kind: 'unsupported' }
  }
}

function decipher(cipher: Cipher, key: Buffer, iv: Buffer, sealed: Buffer): Buffer | undefined {
  const input = forge.util.createBuffer(sealed.toString('latin1'))
  const run = startedCipher(cipher, key.toString('latin1'), iv.toString('latin1'))
  run.update(input)
  return run.finish() ? Buffer.from(run.output.getBytes(), 'latin1') : undefined
}

function startedCipher({ name, keyBytes }: Cipher, key: string, iv: string) {
  if (name === 'RC2-CBC') {
    const rc2 = forge.rc2.createDecryptionCipher(key, keyBytes * 8)
    rc2.start(iv)
    return rc2
  }
  // Two-key 3DES is three-key 3DES whose third key is the first.
  const whole = name === '3DES-CBC' && keyBytes === 16 ? key + key.slice(0, 8) : key
  const block = forge.cipher.createDecipher(name, whole)
  block.start({ iv })
  return block
}
