/** Encryptions that neither Node nor node-forge writes, assembled from their parts. */
import { createCipheriv, createHash, createHmac, createPrivateKey } from 'node:crypto'
import { pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto'
import forge from 'node-forge'
import type { Generated } from './test-certificates.ts'

type Der = forge.asn1.Asn1
const { asn1 } = forge
const { Class, Type } = asn1
const latin1 = (bytes: Buffer): string => bytes.toString('latin1')

const universal = (type: forge.asn1.Type, value: string | Der[]): Der =>
  asn1.create(Class.UNIVERSAL, type, typeof value !== 'string', value)
const sequence = (...parts: Der[]): Der => universal(Type.SEQUENCE, parts)
const octets = (bytes: Buffer): Der => universal(Type.OCTETSTRING, latin1(bytes))
const integer = (value: number): Der => universal(Type.INTEGER, asn1.integerToDer(value).getBytes())
const oid = (name: string): Der => universal(Type.OID, asn1.oidToDer(name).getBytes())
const tagged = (parts: Der[] | string): Der =>
  asn1.create(Class.CONTEXT_SPECIFIC, Type.NONE, typeof parts !== 'string', parts)
const bytesOf = (der: Der): Buffer => Buffer.from(asn1.toDer(der).getBytes(), 'latin1')
const treeOf = (der: Buffer): Der => asn1.fromDer(latin1(der))

/** PEM of any label. */
export function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

/** Returns the key of a PEM in DER. */
export const keyDer = (key: string, type: 'pkcs8' | 'pkcs1' | 'sec1' = 'pkcs8'): Buffer => {
  const object = createPrivateKey(key)
  return type === 'pkcs8'
    ? object.export({ format: 'der', type: 'pkcs8' })
    : object.export({ format: 'der', type: type as 'pkcs1' })
}

/** An algorithm with its parameters, and its encryption of a plain text. */
interface Sealing {
  readonly algorithm: Der
  readonly seal: (plain: Buffer) => Buffer
}
/** Chooses salts and derives a key from a password. */
export type Encryption = (password: string) => Sealing

function pbes2(derivation: Der, key: Buffer): Sealing {
  const iv = randomBytes(16)
  const cipher = sequence(oid('2.16.840.1.101.3.4.1.42'), octets(iv))
  return {
    algorithm: sequence(oid('1.2.840.113549.1.5.13'), sequence(derivation, cipher)),
    seal: (plain) => {
      const run = createCipheriv('aes-256-cbc', key, iv)
      return Buffer.concat([run.update(plain), run.final()])
    },
  }
}

/** PBES2 with PBKDF2 and AES-256; `claimed` lies about the iterations. */
export const aesByPbkdf2 =
  (iterations = 2048, claimed = iterations): Encryption =>
  (password) => {
    const salt = randomBytes(16)
    const sha256 = sequence(oid('1.2.840.113549.2.9'), universal(Type.NULL, ''))
    const parameters = sequence(octets(salt), integer(claimed), sha256)
    const key = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
    return pbes2(sequence(oid('1.2.840.113549.1.5.12'), parameters), key)
  }

/** PBES2 with scrypt and AES-256; `claimed` lies about the cost and the parallelization. */
const byScrypt =
  (claimed: readonly [number, number]): Encryption =>
  (password) => {
    const salt = randomBytes(16)
    const [cost, parallelization] = claimed
    const parameters = sequence(octets(salt), integer(cost), integer(8), integer(parallelization))
    return pbes2(
      sequence(oid('1.3.6.1.4.1.11591.4.11'), parameters),
      scryptSync(password, salt, 32, { cost: 16_384, blockSize: 8, parallelization: 1 }),
    )
  }
export const aesByScrypt = byScrypt([16_384, 1])
export const scryptClaiming = byScrypt

/** PBES1 with MD5 and single DES, the weakest still in use. */
export const desByMd5: Encryption = (password) => {
  const salt = randomBytes(8)
  let key = Buffer.concat([Buffer.from(password), salt])
  for (let round = 0; round < 2048; round += 1) key = createHash('md5').update(key).digest()
  return {
    algorithm: sequence(oid('1.2.840.113549.1.5.3'), sequence(octets(salt), integer(2048))),
    seal: (plain) => {
      const run = forge.cipher.createCipher('DES-CBC', latin1(key.subarray(0, 8)))
      run.start({ iv: latin1(key.subarray(8, 16)) })
      run.update(forge.util.createBuffer(latin1(plain)))
      run.finish()
      return Buffer.from(run.output.getBytes(), 'latin1')
    },
  }
}

/** `claimed` lies about the iterations. */
const oldExport =
  (
    name: string,
    keyBytes: number,
    start: (key: string, iv: string) => OldCipher,
    rounds = 2000,
    claimed = rounds,
  ): Encryption =>
  (password) => {
    const salt = randomBytes(8)
    const part = (purpose: 1 | 2, bytes: number) =>
      forge.pkcs12
        .generateKey(password, forge.util.createBuffer(latin1(salt)), purpose, rounds, bytes)
        .getBytes()
    return {
      algorithm: sequence(oid(name), sequence(octets(salt), integer(claimed))),
      seal: (plain) => {
        const run = start(part(1, keyBytes), part(2, 8))
        run.update(forge.util.createBuffer(latin1(plain)))
        run.finish()
        return Buffer.from(run.output.getBytes(), 'latin1')
      },
    }
  }
interface OldCipher {
  update(input: forge.util.ByteBuffer): void
  finish(): boolean
  readonly output: forge.util.ByteBuffer
}

const startRc2 = (bits: number) => (key: string, iv: string) => {
  const run = forge.rc2.createEncryptionCipher(key, bits)
  run.start(iv)
  return run
}
const startTripleDes = (key: string, iv: string) => {
  const run = forge.cipher.createCipher('3DES-CBC', key.length === 16 ? key + key.slice(0, 8) : key)
  run.start({ iv })
  return run
}

/**
 * The encryption that Windows wrote for decades: RC2 with 40 bits for certificates, 3DES for keys.
 */
export const rc2Of40 = oldExport('1.2.840.113549.1.12.1.6', 5, startRc2(40))
export const rc2Of128 = oldExport('1.2.840.113549.1.12.1.5', 16, startRc2(128))
export const tripleDes = oldExport('1.2.840.113549.1.12.1.3', 24, startTripleDes)
export const tripleDesClaiming = (iterations: number): Encryption =>
  oldExport('1.2.840.113549.1.12.1.3', 24, startTripleDes, 2000, iterations)
export const tripleDesOf = (rounds: number): Encryption =>
  oldExport('1.2.840.113549.1.12.1.3', 24, startTripleDes, rounds)
export const tripleDesOfTwoKeys = oldExport('1.2.840.113549.1.12.1.4', 16, startTripleDes)

/** An encrypted PKCS#8 key in DER. */
export function encryptedKey(key: string, password: string, encryption: Encryption): Buffer {
  const { algorithm, seal } = encryption(password)
  return bytesOf(sequence(algorithm, octets(seal(keyDer(key)))))
}

const data = (content: Buffer): Der =>
  sequence(oid('1.2.840.113549.1.7.1'), tagged([octets(content)]))

function sealed(content: Buffer, { algorithm, seal }: Sealing): Der {
  const info = sequence(oid('1.2.840.113549.1.7.1'), algorithm, tagged(latin1(seal(content))))
  return sequence(oid('1.2.840.113549.1.7.6'), tagged([sequence(integer(0), info)]))
}

const certificateBag = ({ der }: Generated): Der =>
  sequence(
    oid('1.2.840.113549.1.12.10.1.3'),
    tagged([sequence(oid('1.2.840.113549.1.9.22.1'), tagged([octets(der)]))]),
  )

/** The MAC of a store; `claimed` lies about the rounds. */
export interface MacRounds {
  readonly digest: 'sha1' | 'sha256' | 'sha512'
  readonly rounds: number
  readonly claimed?: number
}

const digests = {
  sha1: { oid: '1.3.14.3.2.26', bytes: 20 },
  sha256: { oid: '2.16.840.1.101.3.4.2.1', bytes: 32 },
  sha512: { oid: '2.16.840.1.101.3.4.2.3', bytes: 64 },
}

function mac(content: Buffer, password: string, { digest, rounds, claimed = rounds }: MacRounds) {
  const salt = randomBytes(8)
  const buffer = forge.util.createBuffer(latin1(salt))
  const { oid: name, bytes } = digests[digest]
  const md = forge.md[digest].create()
  const key = forge.pkcs12.generateKey(password, buffer, 3, rounds, bytes, md)
  const hmac = forge.hmac.create()
  hmac.start(digest, key)
  hmac.update(latin1(content))
  const algorithm = sequence(oid(name), universal(Type.NULL, ''))
  const value = octets(Buffer.from(hmac.digest().getBytes(), 'latin1'))
  return sequence(sequence(algorithm, value), octets(salt), integer(claimed))
}

const hmacs = { sha1: 7, sha224: 8, sha256: 9, sha384: 10, sha512: 11 }

/** A PBMAC1 (RFC 9879). `keyBytes` null: not stated. `spoil` changes the computed value. */
export interface Pbmac1 {
  readonly prf: keyof typeof hmacs
  readonly hmac: keyof typeof hmacs
  readonly rounds?: number
  /** Lies about the rounds. */
  readonly claimed?: number
  readonly keyBytes?: number | null
  /** The name of the derivation. */
  readonly derivation?: string
  readonly spoil?: (value: Buffer) => Buffer
}

function pbmac1(content: Buffer, password: string, how: Pbmac1): Der {
  const { prf, hmac, rounds = 2048, claimed = rounds, keyBytes = 32 } = how
  const { derivation = '1.2.840.113549.1.5.12', spoil = (value: Buffer) => value } = how
  const salt = randomBytes(16)
  const key = pbkdf2Sync(password, salt, rounds, keyBytes ?? 32, prf)
  const value = spoil(createHmac(hmac, key).update(content).digest())
  const named = (digest: keyof typeof hmacs): Der =>
    sequence(oid(`1.2.840.113549.2.${hmacs[digest]}`), universal(Type.NULL, ''))
  const length = keyBytes === null ? [] : [integer(keyBytes)]
  // PBKDF2 defines SHA-1 as the default when the field is absent.
  const prfPart = prf === 'sha1' ? [] : [named(prf)]
  const parameters = sequence(octets(salt), integer(claimed), ...length, ...prfPart)
  const algorithm = sequence(sequence(oid(derivation), parameters), named(hmac))
  const info = sequence(sequence(oid('1.2.840.113549.1.5.14'), algorithm), octets(value))
  return sequence(info, octets(Buffer.from('NOT USED')), integer(1))
}

/**
 * Unusual parts of a store: its MAC, the copies of its key, and whether they are in the encrypted
 * safe.
 */
interface Unusual {
  readonly mac?: MacRounds | Pbmac1
  readonly keys?: number
  readonly hidden?: boolean
}

/** A PKCS#12 store of any key, with an encryption each for the certificates and the key. */
export function pkcs12(
  certificates: readonly Generated[],
  key: string,
  password: string,
  encryptions: { readonly certificates: Encryption; readonly key: Encryption },
  { mac: how = { digest: 'sha1', rounds: 2000 }, keys = 1, hidden = false }: Unusual = {},
): Buffer {
  const shrouded = treeOf(encryptedKey(key, password, encryptions.key))
  const keyBag = sequence(oid('1.2.840.113549.1.12.10.1.2'), tagged([shrouded]))
  const keyBags = Array.from({ length: keys }, () => keyBag)
  const inSafe = [...certificates.map(certificateBag), ...(hidden ? keyBags : [])]
  const safes = bytesOf(
    sequence(
      sealed(bytesOf(sequence(...inSafe)), encryptions.certificates(password)),
      ...(hidden ? [] : [data(bytesOf(sequence(...keyBags)))]),
    ),
  )
  const generated = 'prf' in how ? pbmac1(safes, password, how) : mac(safes, password, how)
  return bytesOf(sequence(integer(3), data(safes), generated))
}

/** Returns a sequence of `count` empty values, of two bytes each. */
export function emptyValues(count: number): Buffer {
  const head = Buffer.from([0x30, 0x84, 0, 0, 0, 0])
  head.writeUInt32BE(2 * count, 2)
  return Buffer.concat([head, Buffer.alloc(2 * count, Buffer.from([Type.NULL, 0]))])
}

/** Returns a PKCS#7 bundle of certificates only. */
export function pkcs7(certificates: readonly Pick<Generated, 'der'>[]): Buffer {
  const bundle = tagged(certificates.map(({ der }) => treeOf(der)))
  const signedData = sequence(
    integer(1),
    universal(Type.SET, []),
    sequence(oid('1.2.840.113549.1.7.1')),
    bundle,
    universal(Type.SET, []),
  )
  return bytesOf(sequence(oid('1.2.840.113549.1.7.2'), tagged([signedData])))
}

/**
 * Returns the same value in BER as old programs wrote it: indefinite lengths, strings in pieces.
 */
export function inBer(der: Buffer): Buffer {
  return berOf(treeOf(der))
}

const end = Buffer.from([0, 0])

function berOf(node: Der): Buffer {
  if (typeof node.value !== 'string') return indefinite(node, node.value.map(berOf))
  const isString = node.tagClass === Class.CONTEXT_SPECIFIC || node.type === Type.OCTETSTRING
  if (!isString) return bytesOf(node)
  const bytes = Buffer.from(node.value, 'latin1')
  const middle = bytes.length >> 1
  return indefinite(
    node,
    [bytes.subarray(0, middle), bytes.subarray(middle)].map((piece) => bytesOf(octets(piece))),
  )
}

const indefinite = (node: Der, parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([node.tagClass | 0x20 | node.type, 0x80]), ...parts, end])
