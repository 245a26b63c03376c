/**
 * Passphrases are stored as scrypt hashes, with salt and cost beside them, so the cost can be
 * raised later. Wrong ones in a row cause a pause.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from '../../preload/contract/kernel/zod.ts'
import { guessCost, passphraseKey, type ScryptCost } from '../platform/passphrase-key.ts'

const storedHash = z.object({
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

/**
 * Returns whether the passphrase matches. Without a stored hash, takes as long and returns false.
 */
export async function fitsPassphrase(
  passphrase: string,
  stored: string | null,
  cost: ScryptCost = guessCost,
): Promise<boolean> {
  const against =
    stored === null ? { ...cost, ...nothingFits } : storedHash.parse(JSON.parse(stored))
  const given = await passphraseKey(passphrase, Buffer.from(against.salt, 'base64'), against)
  const fits = timingSafeEqual(given, Buffer.from(against.hash, 'base64'))
  return fits && stored !== null
}

/** The pause after failed sign-ins in a row (NIST SP 800-63B, 5.2.2: rate limiting). */
const firstPaused = 5
const pausesMs = [30_000, 60_000, 120_000, 300_000, 900_000] as const

/** Returns the pause in milliseconds: 0 before the fifth failure, at most 15 minutes. */
export function pauseAfter(failures: number): number {
  if (failures < firstPaused) return 0
  return pausesMs[Math.min(failures - firstPaused, pausesMs.length - 1)] ?? 0
}
