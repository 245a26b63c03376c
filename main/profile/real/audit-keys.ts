/**
 * The key that signs a real profile's audit. Stored in the profile's keychain entry and nowhere
 * else.
 */
import { ok } from '../../../preload/contract/kernel/result.ts'
import { auditKeyFrom, newAuditKey, type AuditKey, type AuditKeys } from '../../store/audit-key.ts'
import type { ProfileSecrets } from '../profile-secrets.ts'
import type { SecretsStore } from './secrets-store.ts'

/**
 * Returns a reader that parses the key once per stored text. A text that is not a key counts as no
 * key.
 */
function keyReader(): (secrets: ProfileSecrets) => AuditKey | undefined {
  let last: { readonly text: string | undefined; readonly key: AuditKey | undefined } | undefined
  return ({ auditKey: text }) => {
    if (last?.text !== text || last === undefined) last = { text, key: keyOf(text) }
    return last.key
  }
}

function keyOf(text: string | undefined): AuditKey | undefined {
  try {
    return text === undefined ? undefined : auditKeyFrom(text)
  } catch {
    return undefined
  }
}

/** Returns the audit keys of an open profile. */
export function createAuditKeys(secretsStore: SecretsStore): AuditKeys {
  const read = keyReader()
  return {
    isPublic: false,
    currentKey: () => read(secretsStore.current()),
    take: () =>
      secretsStore.inTurn(async () => {
        const secrets = secretsStore.current()
        const currentKey = read(secrets)
        if (currentKey) return ok(currentKey)
        const text = newAuditKey()
        const key = auditKeyFrom(text)
        const detail = { fingerprint: key.fingerprint }
        const act = { actor: 'system', kind: 'profile.audit-key-stored', detail }
        const saved = await secretsStore.save({ ...secrets, auditKey: text }, act, false)
        return saved.ok ? ok(key) : saved
      }),
  }
}
