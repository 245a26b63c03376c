/** What a new profile takes over from the shown one or from a file: never a secret. */
import type { Environment } from '../../preload/contract/domain/environment.ts'
import {
  emptyDetails,
  type OwnAccountInput,
  type ProfileDetails,
} from '../../preload/contract/api/profiles/profile-details.ts'
import type { ProfileFile } from '../profile/profile-file.ts'
import type { Session } from './session.ts'

/** Details, numbered accounts and what the document leaves open. */
export interface ProfileOrigin {
  readonly details: ProfileDetails
  readonly accounts: readonly (Omit<OwnAccountInput, 'id' | 'number'> & {
    readonly number: string
  })[]
  readonly validationV2Path: string | null
}

/** A profile that begins empty. */
export const fromNothing: ProfileOrigin = {
  details: emptyDetails,
  accounts: [],
  validationV2Path: null,
}

/**
 * An address belongs to its environment: no profile of one begins aimed at another (design P7). Nor does one
 * begin to listen by itself: the port is the other's, and its bank knows other credentials.
 */
function detailsFor(details: ProfileDetails, from: Environment, to: Environment): ProfileDetails {
  if (from !== to) return { ...details, baseUrl: null, listener: null }
  const { listener } = details
  return { ...details, listener: listener && { ...listener, enabled: false } }
}

/** What the shown profile gives to a copy; practice has nothing to give. */
export function fromSession({ real, desk, identity }: Session, to: Environment): ProfileOrigin {
  if (!real) return fromNothing
  return {
    details: detailsFor(real.details(), identity.environment, to),
    accounts: real.accounts().map((account) => ({
      number: account.account_number,
      routingNumber: account.routing_number,
      bankNumber: account.bank_number,
      name: account.name,
      currency: account.currency,
      use: account.use,
      companyId: account.company_id,
    })),
    validationV2Path: desk?.settings.current().validationV2Path ?? null,
  }
}

/** What a file gives. An account whose number was left out cannot be stored: it is entered again. */
export const fromFile = (
  { details, environment, validationV2Path, accounts }: ProfileFile,
  to: Environment,
): ProfileOrigin => ({
  details: detailsFor(details, environment, to),
  validationV2Path,
  accounts: accounts.flatMap(({ masked: _masked, number, ...account }) =>
    number === null ? [] : [{ ...account, number }],
  ),
})
