/**
 * The key that signs the end of the audit chain: Ed25519 (RFC 8032). The key of a real profile is
 * stored in the OS keychain only (Promise P5); practice has a fixed key in the source, because
 * practice is not secret.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { ok, type Result } from '../../preload/contract/kernel/result.ts'

/** A key that can sign; the private half is never exposed. */
export interface AuditKey {
  /** SPKI, DER in base64. */
  readonly publicKey: string
  /** SHA-256 of that DER, in lower-case hex: the value that people compare. */
  readonly fingerprint: string
  /** Returns the signature of the text's UTF-8 bytes, in base64. */
  sign(text: string): string
}

export interface AuditKeys {
  /** The key is public, so no act has to name it. */
  readonly isPublic: boolean
  /** Returns the existing key; never creates one. */
  currentKey(): AuditKey | undefined
  /**
   * Returns the key, creating it if there is none, or the reason why the keychain does not store
   * it.
   */
  take(): Promise<Result<AuditKey, Failure<'keychain-problem'>>>
}

/** Returns a new private key: PKCS#8, DER in base64. */
export const newAuditKey = (): string =>
  generateKeyPairSync('ed25519')
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64')

/** Returns the SHA-256 of a public key's DER, in hex; the key is given in base64. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex')

/**
 * Returns the signing key of a private key in PKCS#8, DER in base64.
 *
 * @throws the error of node:crypto if the text is not such a key.
 */
export function auditKeyFrom(pkcs8: string): AuditKey {
  const privateKey = createPrivateKey({
    key: Buffer.from(pkcs8, 'base64'),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey)
    .export({ format: 'der', type: 'spki' })
    .toString('base64')
  return {
    publicKey,
    fingerprint: fingerprintOf(publicKey),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64'),
  }
}

/**
 * True if this key (SPKI, base64) made the signature (base64) of the text's UTF-8 bytes. False for
 * malformed input.
 */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    if (key.asymmetricKeyType !== 'ed25519') return false
    return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/**
 * Practice's key: public in the source on purpose, like the key of its store. Its signature proves
 * order, never a person.
 */
const practicePkcs8 = 'MC4CAQAwBQYDK2VwBCIEIG3usqWtS2q0Q7D2IIf23hGgBACfVMOepkihKN70V6qM'

export function practiceAuditKeys(): AuditKeys {
  const key = auditKeyFrom(practicePkcs8)
  return { isPublic: true, currentKey: () => key, take: () => Promise.resolve(ok(key)) }
}
