import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCertificateRequest } from '../../../main/profile/certificates/certificate-request.ts'
import { layOut, readManifest, valueOf } from '../../../main/profile/keychain/entry.ts'
import { chunkBytesFor } from '../../../main/profile/keychain/vault.ts'
import {
  firstSecrets,
  readSecrets,
  writeSecrets,
  type ProfileSecrets,
} from '../../../main/profile/profile-secrets.ts'
import { storeKeyBytes } from '../../../main/store/store-key.ts'

const key = new Uint8Array(storeKeyBytes).fill(7)

/** An entry without a request. */
const entry = JSON.stringify({
  format: 1,
  storeKey: Buffer.from(key).toString('base64'),
  credentials: { consumerKey: { value: 'ck', storedAt: '2026-01-02T03:04:05.000Z' } },
  certificate: {
    certificateChain: 'chain',
    privateKey: 'key',
    takenAt: '2026-01-02T03:04:05.000Z',
    provenAt: null,
  },
  previousCertificate: null,
  listener: { certificate: null, credentials: null, previous: null },
})

it('an entry is written with its listener, and reads the same', () => {
  const createdAt = '2026-11-21T10:00:00.000Z'
  const secrets: ProfileSecrets = {
    ...(readSecrets(entry) ?? firstSecrets(key)),
    listener: {
      certificate: { chain: 'c', privateKey: 'k', isCreatedHere: true, takenAt: createdAt },
      credentials: { userName: 'countersign-a1b2c3', password: 'p', createdAt },
      previous: { userName: 'countersign-d4e5f6', password: 'q', createdAt },
    },
  }
  expect(readSecrets(writeSecrets(secrets))).toEqual(secrets)
})

it.each([
  ['a password that is empty', { credentials: { userName: 'u', password: '', createdAt: 'x' } }],
  ['a certificate without its key', { certificate: { chain: 'c' } }],
])('%s makes the entry unreadable, rather than half of one', (_what, part) => {
  const listener = { certificate: null, credentials: null, previous: null, ...part }
  const text = JSON.stringify({ ...(JSON.parse(entry) as object), listener })
  expect(readSecrets(text)).toBeUndefined()
})

describe('a request that waits for its answer', () => {
  it('is none in an entry that was written before requests were created here', () => {
    expect(readSecrets(entry)?.pendingRequest).toBeUndefined()
    expect(writeSecrets(readSecrets(entry) ?? firstSecrets(key))).not.toContain('pendingRequest')
  })

  it('fits the items of Windows with the largest one beside it, and comes back whole', async () => {
    const { privateKey: large } = generateKeyPairSync('rsa', {
      modulusLength: 4096,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const name = { commonName: 'a', organization: 'b', unit: '', locality: '', state: '' }
    const created = await createCertificateRequest('rsa-3072', { ...name, country: 'US' })
    const createdAt = '2026-11-21T10:00:00.000Z'
    const certificate = {
      // Four certificates of an RSA-4096 chain, each larger than any in use.
      certificateChain: large.repeat(4),
      privateKey: large,
      takenAt: createdAt,
      provenAt: createdAt,
      requestedAt: createdAt,
    }
    const secrets: ProfileSecrets = {
      ...firstSecrets(key),
      certificate,
      previousCertificate: certificate,
      pendingRequest: { ...created, kind: 'rsa-3072', name: { ...name, country: 'US' }, createdAt },
    }
    const { manifest, chunks } = layOut(writeSecrets(secrets), 9, chunkBytesFor('win32'))
    expect(chunks.length).toBeGreaterThan(10)
    expect(chunks.length).toBeLessThan(128)
    for (const item of [manifest, ...chunks]) expect(Buffer.byteLength(item)).toBeLessThan(2_560)
    const found = readManifest(manifest)
    expect(readSecrets((found && valueOf(found, chunks.join(''))) ?? '')).toEqual(secrets)
  })
})
