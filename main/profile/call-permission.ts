/** Why the bank of a profile may not be asked for a product: its end, what it lacks, what was not agreed. */
import type { Failure } from '../../preload/contract/api/failures.ts'
import type {
  Product,
  ProfileDetails,
} from '../../preload/contract/api/profiles/profile-details.ts'
import { err, type Result } from '../../preload/contract/kernel/result.ts'
import type { CallBlocked } from './session-context.ts'

/** What is asked of a profile; `real` is undefined in practice, whose bank is always there. */
export interface CallingProfile {
  readonly identity: { readonly retired: boolean }
  readonly real:
    | { readonly missingForCalls: () => readonly string[]; readonly details: () => ProfileDetails }
    | undefined
}

/** Why no call may be made at all; undefined when one may. */
export function callsBlocked({
  identity,
  real,
}: CallingProfile):
  | Result<never, Failure<'profile-retired'> | Failure<'profile-incomplete'>>
  | undefined {
  if (identity.retired) return err({ code: 'profile-retired' })
  const missing = real?.missingForCalls() ?? []
  return missing.length > 0 ? err({ code: 'profile-incomplete', missing: [...missing] }) : undefined
}

/** Why a product may not be called; undefined when it may. An agreement that names none is not entered yet. */
export function notAgreed(
  details: ProfileDetails | undefined,
  product: Product,
): Result<never, CallBlocked> | undefined {
  const agreed = details?.products ?? []
  const isBarred = agreed.length > 0 && !agreed.some((terms) => terms.product === product)
  return isBarred ? err({ code: 'product-not-agreed', product }) : undefined
}

/** Both. */
export const callBlockedBy = (
  profile: CallingProfile,
  product: Product,
): Result<never, CallBlocked> | undefined =>
  callsBlocked(profile) ?? notAgreed(profile.real?.details(), product)
