/**
 * The key that signs the audit chain's ends: Ed25519 (RFC 8032). A real profile's stands in the OS keychain alone
 * (design P5); practice has a fixed one in the source, because practice is not secret.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { ok, type Result } from '../../../preload/contract/kernel/result.ts'

/** A key that can sign; the private half never leaves it. */
export interface AuditKey {
  /** SPKI, DER in base64. */
  readonly publicKey: string
  /** SHA-256 over that DER, in lower-case hex: what people compare. */
  readonly fingerprint: string
  /** The signature over the UTF-8 of a text, in base64. */
  sign(text: string): string
}

/** Where a profile's key comes from. */
export interface AuditKeys {
  /** Everybody may know it: it needs no act that names it. */
  readonly isPublic: boolean
  /** The key that is there; makes none. */
  held(): AuditKey | undefined
  /** The key, made once where there is none; or why the keychain does not take it. */
  take(): Promise<Result<AuditKey, Failure<'keychain-problem'>>>
}

/** A new private key: PKCS#8, DER in base64. */
export const newAuditKey = (): string =>
  generateKeyPairSync('ed25519')
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64')

/** SHA-256 over a public key's DER, in hex; the key is given in base64. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex')

/**
 * The key of a private key in PKCS#8, DER in base64.
 *
 * @throws what node:crypto throws for a text that is none.
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

/** Whether a signature (base64) over the UTF-8 of a text was made by this key (SPKI, base64). False for what is neither. */
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

/** Practice's key: in the source on purpose, as its store's is. What it signs proves order, never a person. */
const practicePkcs8 = 'MC4CAQAwBQYDK2VwBCIEIG3usqWtS2q0Q7D2IIf23hGgBACfVMOepkihKN70V6qM'

/** The keys of practice. */
export function practiceAuditKeys(): AuditKeys {
  const key = auditKeyFrom(practicePkcs8)
  return { isPublic: true, held: () => key, take: () => Promise.resolve(ok(key)) }
}
