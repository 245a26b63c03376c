/**
 * Reasons that block calls to a profile's bank: a retired profile, missing data, a product that was
 * not agreed.
 */
import type { Failure } from '../../preload/contract/api/failures.ts'
import {
  isAgreed,
  type Product,
  type ProfileDetails,
} from '../../preload/contract/api/profiles/profile-details.ts'
import { err, type Result } from '../../preload/contract/kernel/result.ts'
import type { CallBlocked } from '../profile/session-context.ts'

/**
 * The part of a profile that decides. `real` is undefined in practice, whose bank is always there.
 */
export interface CallingProfile {
  readonly identity: { readonly retired: boolean }
  readonly real:
    | { readonly missingForCalls: () => readonly string[]; readonly details: () => ProfileDetails }
    | undefined
}

/** Returns why all calls are blocked; undefined when calls are allowed. */
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

/** Returns why a product is blocked; undefined when it is allowed. */
export function notAgreed(
  details: ProfileDetails | undefined,
  product: Product,
): Result<never, CallBlocked> | undefined {
  return isAgreed(details?.products ?? [], product)
    ? undefined
    : err({ code: 'product-not-agreed', product })
}

/** Returns the first reason that blocks calls to a product; undefined when calls are allowed. */
export const callBlockedBy = (
  profile: CallingProfile,
  product: Product,
): Result<never, CallBlocked> | undefined =>
  callsBlocked(profile) ?? notAgreed(profile.real?.details(), product)
