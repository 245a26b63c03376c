/** Data that a new profile takes from the shown one or from a file: never a secret. */
import type { Environment } from '../../preload/contract/domain/environment.ts'
import {
  emptyDetails,
  type OwnAccountInput,
  type ProfileDetails,
} from '../../preload/contract/api/profiles/profile-details.ts'
import type { ProfileFile } from '../profile/profile-file.ts'
import type { Session } from './session.ts'

/** Details, numbered accounts and the settings that the bank's document leaves open. */
export interface ProfileOrigin {
  readonly details: ProfileDetails
  readonly accounts: readonly (Omit<OwnAccountInput, 'id' | 'number'> & {
    readonly number: string
  })[]
  readonly validationV2Path: string | null
}

/** An empty origin. */
export const fromNothing: ProfileOrigin = {
  details: emptyDetails,
  accounts: [],
  validationV2Path: null,
}

/**
 * An address belongs to its environment: a new profile never starts with the address of another
 * environment (Promise P7). Its listener starts disabled: the other profile uses the port, and its
 * bank knows other credentials.
 */
function detailsFor(details: ProfileDetails, from: Environment, to: Environment): ProfileDetails {
  if (from !== to) return { ...details, baseUrl: null, listener: null }
  const { listener } = details
  return { ...details, listener: listener && { ...listener, enabled: false } }
}

/** Returns the data that the shown profile gives to a copy; practice gives nothing. */
export function fromSession({ real, services, identity }: Session, to: Environment): ProfileOrigin {
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
      legalName: account.legal_name,
      address: account.address,
    })),
    validationV2Path: services?.settings.current().validationV2Path ?? null,
  }
}

/**
 * Returns the data of a file. An account without its number cannot be stored: an operator enters it
 * again.
 */
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
