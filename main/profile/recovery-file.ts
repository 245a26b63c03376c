/**
 * The recovery file: a store's key, encrypted with a passphrase, in case the keychain is lost. The
 * file makes the journal readable again; credentials and certificate must be entered again. The
 * file starts with a plain-text note that explains its purpose to anyone who finds it.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { realEnvironment, type RealEnvironment } from '../../preload/contract/domain/environment.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { guessCost, passphraseKey, type ScryptCost } from '../platform/passphrase-key.ts'
import { storeKeyBytes, type StoreKey } from '../store/store-key.ts'

/** The highest scrypt cost accepted: four times ours, so that no file can exhaust the computer. */
const largest = { N: 2 ** 18, r: 8, p: 2 }
const begin = '-----BEGIN COUNTERSIGN RECOVERY-----'
const end = '-----END COUNTERSIGN RECOVERY-----'

const head = {
  format: z.literal(1),
  profileId: z.string().max(40),
  profileName: z.string().max(60),
  environment: realEnvironment,
  writtenAt: z.iso.datetime(),
  hint: z.string().max(200),
}
const block = z.object({
  ...head,
  kdf: z.object({
    name: z.literal('scrypt'),
    N: z
      .int()
      .min(2)
      .max(largest.N)
      .refine((n) => Number.isInteger(Math.log2(n))),
    r: z.int().min(1).max(largest.r),
    p: z.int().min(1).max(largest.p),
    salt: z.base64(),
  }),
  cipher: z.object({ name: z.literal('aes-256-gcm'), nonce: z.base64(), tag: z.base64() }),
  wrapped: z.base64(),
})
/** A recovery file as read; its key is still encrypted. */
export type RecoveryFile = z.infer<typeof block>

/** The owner of the key. */
export interface RecoveryHead {
  readonly profileId: string
  readonly profileName: string
  readonly environment: RealEnvironment
  readonly writtenAt: string
  readonly hint: string
}

/** The head is authenticated with the key: a file with a changed note does not open. */
const boundTo = ({ profileId, profileName, environment, writtenAt, hint }: RecoveryHead): Buffer =>
  Buffer.from(JSON.stringify([1, profileId, profileName, environment, writtenAt, hint]))

const note = ({ profileName, environment, writtenAt, hint }: RecoveryHead): string =>
  [
    'COUNTERSIGN RECOVERY FILE',
    '',
    `Profile:      ${profileName}`,
    `Environment:  ${environment}`,
    `Written:      ${writtenAt.slice(0, 10)}`,
    `Hint:         ${hint === '' ? '(none)' : hint}`,
    '',
    'Purpose: if the keychain of this computer loses the key of this profile,',
    'Countersign opens its records with this file and its passphrase. Select the',
    'profile under Connection, then choose "Open with the recovery file".',
    'The file holds no certificate and no bank credentials: enter those again.',
    '',
    'Store the file away from this computer, and the passphrase away from the file.',
    'Anyone with both, and the store, can read every record in it.',
  ].join('\n')

/** Encrypts a store's key and returns the text of the whole file. */
export async function writeRecoveryFile(
  owner: RecoveryHead,
  key: StoreKey,
  passphrase: string,
  cost: ScryptCost = guessCost,
): Promise<string> {
  const salt = randomBytes(32)
  const nonce = randomBytes(12)
  const wrapping = await passphraseKey(passphrase, salt, cost)
  const cipher = createCipheriv('aes-256-gcm', wrapping, nonce).setAAD(boundTo(owner))
  const wrapped = Buffer.concat([cipher.update(key), cipher.final()])
  const body: RecoveryFile = {
    format: 1,
    ...owner,
    kdf: { name: 'scrypt', ...cost, salt: salt.toString('base64') },
    cipher: {
      name: 'aes-256-gcm',
      nonce: nonce.toString('base64'),
      tag: cipher.getAuthTag().toString('base64'),
    },
    wrapped: wrapped.toString('base64'),
  }
  const armoured = Buffer.from(JSON.stringify(body)).toString('base64')
  const lines = armoured.match(/.{1,64}/g) ?? []
  return [note(owner), '', begin, ...lines, end, ''].join('\n')
}

/** Reads a file without decrypting its key; the error is one line that names the problem. */
export function readRecoveryFile(bytes: Buffer): Result<RecoveryFile, string> {
  const text = bytes.toString('utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) return err('The file is not a Countersign recovery file.')
  try {
    const armoured = text.slice(from + begin.length, to).replaceAll(/\s/g, '')
    const parsed = block.safeParse(JSON.parse(Buffer.from(armoured, 'base64').toString('utf8')))
    if (parsed.success) return ok(parsed.data)
  } catch {
    // A damaged block is reported below.
  }
  return err('The file is damaged or from a newer version.')
}

/** Decrypts the key; undefined when the passphrase is wrong or the file was changed. */
export async function openRecoveryFile(
  file: RecoveryFile,
  passphrase: string,
): Promise<StoreKey | undefined> {
  const { kdf, cipher, wrapped } = file
  try {
    const wrapping = await passphraseKey(passphrase, Buffer.from(kdf.salt, 'base64'), kdf)
    const decipher = createDecipheriv(
      'aes-256-gcm',
      wrapping,
      Buffer.from(cipher.nonce, 'base64'),
      { authTagLength: 16 },
    )
      .setAAD(boundTo(file))
      .setAuthTag(Buffer.from(cipher.tag, 'base64'))
    const key = Buffer.concat([decipher.update(Buffer.from(wrapped, 'base64')), decipher.final()])
    return key.length === storeKeyBytes ? new Uint8Array(key) : undefined
  } catch {
    return undefined
  }
}
