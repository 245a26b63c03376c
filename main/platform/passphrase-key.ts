/**
 * Derives a key from a passphrase with scrypt, so that each guess is expensive (RFC 7914; OWASP
 * Password Storage).
 */
import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(
  (
    passphrase: Buffer,
    salt: Buffer,
    bytes: number,
    cost: { N: number; r: number; p: number; maxmem: number },
    done: (problem: Error | null, key: Buffer) => void,
  ) => scrypt(passphrase, salt, bytes, cost, done),
)

/** Cost of one guess. */
export interface ScryptCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** 128 MB and about half a second for each guess. */
export const guessCost: ScryptCost = { N: 2 ** 17, r: 8, p: 1 }

/** Normalizes the passphrase, because keyboards compose letters differently. */
const passphraseBytes = (text: string): Buffer => Buffer.from(text.normalize('NFKC'), 'utf8')

/** Derives 32 bytes. Rejects if the required memory is not available. */
export const passphraseKey = (
  passphrase: string,
  salt: Buffer,
  { N, r, p }: ScryptCost,
): Promise<Buffer> =>
  derive(passphraseBytes(passphrase), salt, 32, { N, r, p, maxmem: 256 * N * r + 2 ** 20 })
