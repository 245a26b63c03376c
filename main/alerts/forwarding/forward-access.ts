/** What forwarding is given of a real profile: the secret of its endpoint, its private CA, and whether it has ended. */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { ForwardingSecret } from '../../../preload/contract/api/forwarding/forwarding.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import type { ForwardSecrets } from '../../profile/profile-secrets.ts'

/** Asked whenever it is needed: all of it can change while the desk is open. */
export interface ForwardAccess {
  /** Null: none is kept. */
  readonly secret: () => ForwardSecrets | null
  /** Keeps it for this origin, or forgets what was kept; recorded. */
  readonly keep: (
    given: { readonly secret: ForwardingSecret; readonly origin: string } | null,
    actor: string,
  ) => Promise<Result<void, Failure<'keychain-problem'>>>
  /** PEM; null: none is set. */
  readonly privateCa: () => string | null
  readonly isRetired: () => boolean
}
