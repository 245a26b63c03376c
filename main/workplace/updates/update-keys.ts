/** The keys whose signature on a manifest is believed: Ed25519, public, as they stand in `build/update-keys.json`. */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import built from '../../../build/update-keys.json' with { type: 'json' }

/** One key. */
export interface UpdateKey {
  readonly key: KeyObject
  /** SHA-256 of its SPKI, in hexadecimal: what a person compares. */
  readonly fingerprint: string
}

/** SPKI, DER in base64, of those that were built in. Two while one takes the other's place. */
export const builtInKeys: readonly string[] = built

/** Reads keys. Throws for one that is none: a build with it would believe nothing without a word. */
export const readUpdateKeys = (texts: readonly string[]): readonly UpdateKey[] =>
  texts.map((text) => {
    const spki = Buffer.from(text, 'base64')
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('an update key that is not Ed25519')
    return { key, fingerprint: createHash('sha256').update(spki).digest('hex') }
  })
