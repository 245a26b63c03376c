/** The secret of the endpoint that alerts are forwarded to, kept where every secret of a profile is (design P5). */
import type { ForwardAccess } from '../alerts/forwarding/forward-access.ts'
import type { SecretsStore } from '../profile/secrets-store.ts'

/** What the acts are made of. */
export interface ForwardActsDeps {
  readonly keeper: Pick<SecretsStore, 'current' | 'inTurn' | 'keep'>
  readonly now: () => string
  readonly privateCa: () => string | null
  readonly isRetired: () => boolean
}

/** Makes them. */
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

/** The access of a session that is still being made: asked only once it is there. */
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
