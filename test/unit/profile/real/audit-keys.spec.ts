/**
 * The key that signs a real profile's audit: in the keychain, created once, identified by its
 * digest.
 */
import { describe, expect, it } from 'vitest'
import type { Vault } from '../../../../main/profile/keychain/vault.ts'
import { createAuditKeys } from '../../../../main/profile/real/audit-keys.ts'
import {
  firstSecrets,
  readSecrets,
  type ProfileSecrets,
} from '../../../../main/profile/profile-secrets.ts'
import { createSecretsStore } from '../../../../main/profile/real/secrets-store.ts'
import { storeKeyBytes } from '../../../../main/store/store-key.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'
import type { KeychainProblem } from '../../../../main/profile/keychain-problem.ts'

const storeKey = new Uint8Array(storeKeyBytes).fill(7)
const { auditKey: _made, ...older } = firstSecrets(storeKey)

async function keysOf(secrets: ProfileSecrets, problem?: KeychainProblem) {
  const store = await open(newStorePath())
  const written: string[] = []
  let reached = 0
  const vault = {
    write: (text: string) => {
      if (problem) return Promise.resolve(err(problem))
      written.push(text)
      return Promise.resolve(ok(undefined))
    },
  } as unknown as Vault
  const secretsStore = createSecretsStore({
    vault,
    secrets,
    store,
    secretsChanged: () => {
      reached += 1
      return Promise.resolve()
    },
    keychainAnswered: () => undefined,
  })
  return { keys: createAuditKeys(secretsStore), written, store, reached: () => reached }
}

describe('the key that signs the audit', () => {
  it('is there from the beginning of a profile', async () => {
    const { keys, written } = await keysOf(firstSecrets(storeKey))
    expect(keys.currentKey()?.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    await keys.take()
    expect(written).toEqual([])
  })

  it('is created once for a profile that is older, however often it is requested at the same time', async () => {
    const { keys, written, store, reached } = await keysOf(older)
    expect(keys.currentKey()).toBeUndefined()
    const taken = await Promise.all([keys.take(), keys.take(), keys.take()])
    const fingerprints = taken.map((one) => (one.ok ? one.value.fingerprint : ''))
    expect(new Set(fingerprints)).toEqual(new Set([keys.currentKey()?.fingerprint]))
    expect(written).toHaveLength(1)
    expect(readSecrets(written[0] ?? '')).toMatchObject(older)
    const entry = (await auditEntries(store)).at(-1)
    expect(entry).toMatchObject({ actor: 'system', kind: 'profile.audit-key-stored' })
    expect(entry?.detail).toBe(JSON.stringify({ fingerprint: fingerprints[0] }))
    // Bank calls do not use this key, so the client is not connected again.
    expect(reached()).toBe(0)
  })

  it('is not held where the keychain refused it: its signatures could not be checked later', async () => {
    const { keys, store } = await keysOf(older, {
      kind: 'locked',
      detail: 'locked',
    } as KeychainProblem)
    expect(await keys.take()).toMatchObject({ ok: false, error: { code: 'keychain-problem' } })
    expect(keys.currentKey()).toBeUndefined()
    expect(await auditEntries(store)).toHaveLength(1)
  })

  it('is created again where the entry holds something that is no key, rather than nothing being signed', async () => {
    const { keys, written } = await keysOf({ ...older, auditKey: 'AAAA' })
    expect(keys.currentKey()).toBeUndefined()
    expect(await keys.take()).toMatchObject({ ok: true })
    expect(written).toHaveLength(1)
  })
})
