/**
 * Certificate requests created here. The key is created in main, stored in the keychain, never shown,
 * and waits there for the authority's answer (bank document 1, Authentication 1 and 2).
 */
import { createPrivateKey } from 'node:crypto'
import type {
  PendingRequest,
  WantedRequest,
} from '../../../preload/contract/api/certificates/certificate-request.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { OpenProfile } from '../../../preload/contract/api/profiles/profile.ts'
import { err, type Result } from '../../../preload/contract/kernel/result.ts'
import { createCertificateRequest } from '../certificates/certificate-request.ts'
import type { RequestedKey } from '../certificates/inspect-files.ts'
import { publicKeyDigest } from '../certificates/private-key.ts'
import type { ProfileSecrets, SecretRequest } from '../profile-secrets.ts'
import type { StoredSecrets, SecretsStore } from './secrets-store.ts'

type ChangedProfile<F> = Promise<Result<OpenProfile, Failure<'keychain-problem'> | F>>

export interface RequestActs {
  /** Creates the key and the request. If the keychain does not store them, nothing was created. */
  createRequest(wanted: WantedRequest, actor: string): ChangedProfile<Failure<'request-pending'>>
  /** Destroys the key of the pending request; `not-found` when this request is not pending. */
  discardRequest(publicKeySha256: string, actor: string): ChangedProfile<Failure<'not-found'>>
  /** For the certificate import only: the key goes nowhere else. */
  requestedKey(): RequestedKey | undefined
}

export interface RequestActDeps {
  readonly secretsStore: SecretsStore
  /** ISO UTC. */
  readonly now: () => string
  /** Notifies the window of the result of a change. */
  readonly shownAfter: (saved: StoredSecrets) => Result<OpenProfile, Failure<'keychain-problem'>>
}

/** Creates the certificate request actions of one profile. */
export function createRequestActs({ secretsStore, now, shownAfter }: RequestActDeps): RequestActs {
  const save = (
    pendingRequest: SecretRequest | undefined,
    act: Parameters<typeof secretsStore.save>[1],
  ) =>
    // `false`: bank calls do not use a key that has no certificate yet.
    secretsStore.save(withRequest(secretsStore.current(), pendingRequest), act, false)
  return {
    createRequest: (wanted, actor) =>
      secretsStore.inTurn(async () => {
        const { pendingRequest: before } = secretsStore.current()
        if (before) return err({ code: 'request-pending', createdAt: before.createdAt })
        const { kind, name } = wanted
        const created = {
          kind,
          name,
          ...(await createCertificateRequest(kind, name)),
          createdAt: now(),
        }
        const detail = { key: kind, publicKeySha256: digestOf(created) }
        return shownAfter(await save(created, { actor, kind: 'profile.request-created', detail }))
      }),
    discardRequest: (publicKeySha256, actor) =>
      secretsStore.inTurn(async () => {
        const { pendingRequest: waiting } = secretsStore.current()
        if (!waiting || digestOf(waiting) !== publicKeySha256) return err({ code: 'not-found' })
        const detail = { publicKeySha256, createdAt: waiting.createdAt }
        return shownAfter(
          await save(undefined, { actor, kind: 'profile.request-discarded', detail }),
        )
      }),
    requestedKey() {
      const { pendingRequest: waiting } = secretsStore.current()
      return waiting && { key: createPrivateKey(waiting.privateKey), createdAt: waiting.createdAt }
    },
  }
}

/** Returns the secrets with another pending request, or with none. */
export function withRequest(
  { pendingRequest: _before, ...secrets }: ProfileSecrets,
  pendingRequest: SecretRequest | undefined,
): ProfileSecrets {
  return pendingRequest ? { ...secrets, pendingRequest } : secrets
}

const digestOf = ({ privateKey }: SecretRequest): string =>
  publicKeyDigest(createPrivateKey(privateKey))

/** Returns whether a key is the key of the request. */
export const isRequestedKey = (waiting: SecretRequest, privateKey: string): boolean =>
  digestOf(waiting) === publicKeyDigest(createPrivateKey(privateKey))

/** Returns the part of a request that the window may see. */
export const shownRequest = (waiting: SecretRequest | undefined): PendingRequest | null => {
  if (!waiting) return null
  const { kind, name, createdAt, request } = waiting
  return { kind, name, createdAt: createdAt, request, publicKeySha256: digestOf(waiting) }
}
