/**
 * Changes a profile's secrets: one change after the other, each one write of the whole keychain entry, and
 * each recorded. What is recorded as stored is stored.
 */
import type { KeychainProblemShown } from '../../preload/contract/api/keychain-problem.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import type { Vault } from './keychain/vault.ts'
import type { Act, Store } from '../store/store.ts'
import { writeSecrets, type ProfileSecrets } from './profile-secrets.ts'
import type { KeychainProblem } from './keychain/classify.ts'

/** What came of a change. */
export type StoredSecrets = Result<void, Failure<'keychain-problem'>>

/** The secrets of one open profile. */
export interface SecretsStore {
  current(): ProfileSecrets
  /** Runs a change after those before it: it starts from what they left. */
  readonly inTurn: <T>(change: () => Promise<T>) => Promise<T>
  /** Writes the next secrets and the act; to be called inside `inTurn`. What no call is made with changes none. */
  keep(
    next: ProfileSecrets,
    act: Omit<Act, 'subject'>,
    isForCalls?: boolean,
  ): Promise<StoredSecrets>
  /** Resolves when no change is under way any more. */
  settled(): Promise<void>
}

/** What it is made of. */
export interface SecretsStoreDeps {
  readonly vault: Vault
  readonly secrets: ProfileSecrets
  readonly store: Store
  /** Calls are made with what stands from now on. */
  readonly secretsChanged: () => Promise<void>
  readonly keychainAnswered: (problem: KeychainProblem | undefined) => void
}

/** Makes it with the secrets that were read. */
export function createSecretsStore(deps: SecretsStoreDeps): SecretsStore {
  let secrets = deps.secrets
  let last: Promise<unknown> = Promise.resolve()
  return {
    current: () => secrets,
    inTurn(change) {
      const changing = last.then(change, change)
      last = changing
      return changing
    },
    async keep(next, act, isForCalls = true) {
      const written = await deps.vault.write(writeSecrets(next))
      deps.keychainAnswered(written.ok ? undefined : written.error)
      if (!written.ok)
        return err({ code: 'keychain-problem', problem: shownProblem(written.error) })
      secrets = next
      try {
        await deps.store.note({ ...act, subject: 'profile' })
      } finally {
        // Whatever became of the record: calls are made with what the keychain holds.
        if (isForCalls) await deps.secretsChanged()
      }
      return ok(undefined)
    },
    settled: () =>
      last.then(
        () => undefined,
        () => undefined,
      ),
  }
}

/** The problem as the window is told it. */
export const shownProblem = (
  problem: KeychainProblem | KeychainProblemShown,
): KeychainProblemShown => ({
  kind: problem.kind,
  detail: 'detail' in problem ? problem.detail : null,
})
