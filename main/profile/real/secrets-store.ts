/**
 * Changes a profile's secrets: one change at a time, each one write of the whole keychain entry,
 * and each recorded in the audit. A secret is recorded as stored only after it was stored.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Vault } from '../keychain/vault.ts'
import type { Act, Store } from '../../store/store.ts'
import { shownProblem, type KeychainProblem } from '../keychain-problem.ts'
import { writeSecrets, type ProfileSecrets } from '../profile-secrets.ts'
import { SerialQueue } from '../../platform/serial.ts'

export type StoredSecrets = Result<void, Failure<'keychain-problem'>>

export interface SecretsStore {
  current(): ProfileSecrets
  /** Runs a change after the earlier ones, on their result. */
  readonly inTurn: <T>(change: () => Promise<T>) => Promise<T>
  /**
   * Writes the next secrets and the audit act. Call inside `inTurn`. `isForCalls` is false when
   * bank calls do not use the changed secret.
   */
  save(
    next: ProfileSecrets,
    act: Omit<Act, 'subject'>,
    isForCalls?: boolean,
  ): Promise<StoredSecrets>
  /** Resolves when no change is in progress. */
  settled(): Promise<void>
}

export interface SecretsStoreDeps {
  readonly vault: Vault
  readonly secrets: ProfileSecrets
  readonly store: Store
  /** Called when bank calls must use the new secrets. */
  readonly secretsChanged: () => Promise<void>
  readonly keychainAnswered: (problem: KeychainProblem | undefined) => void
}

/** Creates the recorder with the secrets already read. */
export function createSecretsStore(deps: SecretsStoreDeps): SecretsStore {
  let secrets = deps.secrets
  const changes = new SerialQueue()
  return {
    current: () => secrets,
    inTurn: (change) => changes.run(change),
    async save(next, act, isForCalls = true) {
      const written = await deps.vault.write(writeSecrets(next))
      deps.keychainAnswered(written.ok ? undefined : written.error)
      if (!written.ok)
        return err({ code: 'keychain-problem', problem: shownProblem(written.error) })
      secrets = next
      try {
        await deps.store.note({ ...act, subject: 'profile' })
      } finally {
        // Even if the audit record failed: calls must use the secrets that the keychain holds.
        if (isForCalls) await deps.secretsChanged()
      }
      return ok(undefined)
    },
    settled: () => changes.settled(),
  }
}
