/**
 * The secret of the forwarding endpoint, stored in the keychain with the other secrets of a profile
 * (Promise P5).
 */
import type { ForwardAccess } from '../alerts/forwarding.service.ts'
import type { SecretsStore } from '../profile/secrets-store.ts'

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

/**
 * Returns access to a session that is still being created; throws if used before the session
 * exists.
 */
export function forwardAccessOnceOpen(access: () => ForwardAccess | undefined): ForwardAccess {
  const there = (): ForwardAccess => {
    const found = access()
    if (!found) throw new Error('forwarding was asked before its session is there')
    return found
  }
  return {
    secret: () => there().secret(),
    keep: (given, actor) => there().keep(given, actor),
    privateCa: () => there().privateCa(),
    isRetired: () => there().isRetired(),
  }
}
