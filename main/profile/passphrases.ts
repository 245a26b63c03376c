/**
 * Passphrases are stored as scrypt hashes, with salt and cost beside them, so the cost can be
 * raised later.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from '../../preload/contract/kernel/zod.ts'
import { guessCost, passphraseKey, type ScryptCost } from '../platform/passphrase-key.ts'

const kept = z.object({
  kdf: z.literal('scrypt'),
  N: z.int(),
  r: z.int(),
  p: z.int(),
  salt: z.base64(),
  hash: z.base64(),
})

/**
 * Returns the text to store: JSON of the cost, 16 random bytes of salt and the hash, never the
 * passphrase.
 */
export async function hashPassphrase(
  passphrase: string,
  cost: ScryptCost = guessCost,
): Promise<string> {
  const salt = randomBytes(16)
  const hash = await passphraseKey(passphrase, salt, cost)
  return JSON.stringify({
    kdf: 'scrypt',
    ...cost,
    salt: salt.toString('base64'),
    hash: hash.toString('base64'),
  })
}

/**
 * A hash that no passphrase matches. Compared when there is no operator, so that both cases take
 * the same time.
 */
const nothingFits = {
  salt: Buffer.alloc(16).toString('base64'),
  hash: Buffer.alloc(32).toString('base64'),
}

/** Whether the passphrase matches. Without a stored hash, takes as long and returns false. */
export async function fitsPassphrase(
  passphrase: string,
  stored: string | null,
  cost: ScryptCost = guessCost,
): Promise<boolean> {
  const against = stored === null ? { ...cost, ...nothingFits } : kept.parse(JSON.parse(stored))
  const given = await passphraseKey(passphrase, Buffer.from(against.salt, 'base64'), against)
  const fits = timingSafeEqual(given, Buffer.from(against.hash, 'base64'))
  return fits && stored !== null
}
