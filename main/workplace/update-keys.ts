/**
 * The keys whose signature on a manifest is trusted: public Ed25519 keys from
 * `build/update-keys.json`.
 */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import built from '../../build/update-keys.json' with { type: 'json' }

export interface UpdateKey {
  readonly key: KeyObject
  /** SHA-256 of its SPKI in hex, for comparison by a person. */
  readonly fingerprint: string
}

/** SPKI, DER in base64, of the built-in keys. There are two while one replaces the other. */
export const builtInKeys: readonly string[] = built

/** Reads keys. Throws for an invalid one: a build with it would silently trust no manifest. */
export const readUpdateKeys = (texts: readonly string[]): readonly UpdateKey[] =>
  texts.map((text) => {
    const spki = Buffer.from(text, 'base64')
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('an update key that is not Ed25519')
    return { key, fingerprint: createHash('sha256').update(spki).digest('hex') }
  })
