/**
 * The access of forwarding to a real profile: the secret of its endpoint, its private CA, and
 * whether the profile is retired.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { ForwardingSecret } from '../../../preload/contract/api/forwarding/forwarding.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import type { ForwardSecrets } from '../../profile/profile-secrets.ts'

/** Read at each use, because all of it can change during the session. */
export interface ForwardAccess {
  /** Null: none is stored. */
  readonly secret: () => ForwardSecrets | null
  /** Saves the secret for this origin, or deletes the stored one; recorded. */
  readonly keep: (
    given: { readonly secret: ForwardingSecret; readonly origin: string } | null,
    actor: string,
  ) => Promise<Result<void, Failure<'keychain-problem'>>>
  /** PEM; null: none is set. */
  readonly privateCa: () => string | null
  readonly isRetired: () => boolean
}
