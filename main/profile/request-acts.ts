/**
 * A request for a certificate, made here: its key is born in main, goes into the keychain and is never shown, and waits
 * there for the answer of the authority (1-platform.md, Authentication 1 and 2).
 */
import { createPrivateKey } from 'node:crypto'
import type {
  PendingRequest,
  WantedRequest,
} from '../../preload/contract/api/certificates/certificate-request.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { OpenProfile } from '../../preload/contract/api/profiles/profile.ts'
import { err, type Result } from '../../preload/contract/kernel/result.ts'
import { makeCertificateRequest } from './certificates/certificate-request.ts'
import type { RequestedKeyHeld } from './certificates/inspect-files.ts'
import { publicKeyDigest } from './certificates/private-key.ts'
import type { ProfileSecrets, SecretRequest } from './profile-secrets.ts'
import type { StoredSecrets, SecretsStore } from './secrets-store.ts'

type Told<F> = Promise<Result<OpenProfile, Failure<'keychain-problem'> | F>>

/** The acts on the request of one profile. */
export interface RequestActs {
  /** Makes the key and the request. What the keychain did not take was not made. */
  makeRequest(wanted: WantedRequest, actor: string): Told<Failure<'request-pending'>>
  /** Destroys the key, where this is the request that waits; `not-found`: it is not. */
  discardRequest(publicKeySha256: string, actor: string): Told<Failure<'not-found'>>
  /** For the import alone: the key goes nowhere else. */
  requestedKey(): RequestedKeyHeld | undefined
}

/** What the acts are made of. */
export interface RequestActDeps {
  readonly keeper: SecretsStore
  /** The present instant. */
  readonly now: () => string
  /** Tells the window what came of a change. */
  readonly told: (kept: StoredSecrets) => Result<OpenProfile, Failure<'keychain-problem'>>
}

/** Makes them. */
export function createRequestActs({ keeper, now, told }: RequestActDeps): RequestActs {
  const keep = (
    pendingRequest: SecretRequest | undefined,
    act: Parameters<typeof keeper.keep>[1],
  ) =>
    // No call is made with a key that nothing was issued for.
    keeper.keep(withRequest(keeper.current(), pendingRequest), act, false)
  return {
    makeRequest: (wanted, actor) =>
      keeper.inTurn(async () => {
        const { pendingRequest: before } = keeper.current()
        if (before) return err({ code: 'request-pending', madeAt: before.madeAt })
        const { kind, name } = wanted
        const made = { kind, name, ...(await makeCertificateRequest(kind, name)), madeAt: now() }
        const detail = { key: kind, publicKeySha256: digestOf(made) }
        return told(await keep(made, { actor, kind: 'profile.request-made', detail }))
      }),
    discardRequest: (publicKeySha256, actor) =>
      keeper.inTurn(async () => {
        const { pendingRequest: waiting } = keeper.current()
        if (!waiting || digestOf(waiting) !== publicKeySha256) return err({ code: 'not-found' })
        const detail = { publicKeySha256, madeAt: waiting.madeAt }
        return told(await keep(undefined, { actor, kind: 'profile.request-discarded', detail }))
      }),
    requestedKey() {
      const { pendingRequest: waiting } = keeper.current()
      return waiting && { key: createPrivateKey(waiting.privateKey), madeAt: waiting.madeAt }
    },
  }
}

/** The secrets with another request, or with none. */
export function withRequest(
  { pendingRequest: _before, ...secrets }: ProfileSecrets,
  pendingRequest: SecretRequest | undefined,
): ProfileSecrets {
  return pendingRequest ? { ...secrets, pendingRequest } : secrets
}

const digestOf = ({ privateKey }: SecretRequest): string =>
  publicKeyDigest(createPrivateKey(privateKey))

/** Whether a key is the one that the request is for. */
export const isRequestedKey = (waiting: SecretRequest, privateKey: string): boolean =>
  digestOf(waiting) === publicKeyDigest(createPrivateKey(privateKey))

/** What the window may see of a request. */
export const shownRequest = (waiting: SecretRequest | undefined): PendingRequest | null => {
  if (!waiting) return null
  const { kind, name, madeAt, request } = waiting
  return { kind, name, madeAt, request, publicKeySha256: digestOf(waiting) }
}
