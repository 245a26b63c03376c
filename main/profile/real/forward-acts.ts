/**
 * The secret of the forwarding endpoint, stored in the keychain with the other secrets of a profile
 * (Promise P5).
 */
import type { ForwardAccess } from '../profile-secrets.ts'
import type { SecretsStore } from './secrets-store.ts'

export interface ForwardActsDeps {
  readonly keeper: Pick<SecretsStore, 'current' | 'inTurn' | 'keep'>
  readonly now: () => string
  readonly privateCa: () => string | null
  readonly isRetired: () => boolean
}

export function createForwardActs(deps: ForwardActsDeps): ForwardAccess {
  const { keeper, now, privateCa, isRetired } = deps
  return {
    secret: () => keeper.current().forwarding ?? null,
    keep: (given, actor) =>
      keeper.inTurn(() => {
        const forwarding = given && { ...given, storedAt: now() }
        const detail = given
          ? { origin: given.origin, credential: given.secret.kind }
          : { origin: null, credential: null }
        const act = { actor, kind: 'profile.forwarding-credential-stored', detail }
        return keeper.keep({ ...keeper.current(), forwarding }, act, false)
      }),
    privateCa,
    isRetired,
  }
}
