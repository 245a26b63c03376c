/**
 * Turns a profile's details and secrets into the data a bank call needs, or a list of what is
 * missing.
 */
import {
  credentialLabels,
  credentialNames,
  identifierLabels,
} from '../../../preload/contract/api/profiles/profile.ts'
import {
  withoutTrailingSlashes,
  type ProfileDetails,
} from '../../../preload/contract/api/profiles/profile-details.ts'
import type { BankAccess } from '../connection.service.ts'
import {
  budgetKeyOf,
  credentialIn,
  proxyAccessIn,
  type ProfileSecrets,
} from '../profile-secrets.ts'

/** Lists what every call needs and the profile lacks, worded for the screen. */
export function missingForCalls(secrets: ProfileSecrets, details: ProfileDetails): string[] {
  const credentials = credentialNames
    .filter((name) => credentialIn(secrets, name) === undefined)
    .map((name) => credentialLabels[name])
  return [
    ...(details.baseUrl === null ? ['Base URL'] : []),
    ...(secrets.certificate ? [] : ['Certificate and key']),
    ...credentials,
  ]
}

/** Lists everything missing, including the identifiers of the agreed products. */
export function missingIn(secrets: ProfileSecrets, details: ProfileDetails): string[] {
  const has = (...names: string[]): boolean =>
    details.products.some(({ product }) => names.includes(product))
  const needsSecondary = details.secondaryId === null && has('account-validation')
  const needsPartner = details.partnerClientId === null && has('wire', 'rtp')
  return [
    ...missingForCalls(secrets, details),
    ...(needsSecondary ? [identifierLabels.secondaryId] : []),
    ...(needsPartner ? [identifierLabels.partnerClientId] : []),
  ]
}

/** Returns everything a call needs; undefined while something is missing. */
export function accessOf(
  secrets: ProfileSecrets,
  details: ProfileDetails,
  privateCa: string | null,
): BankAccess | undefined {
  const { baseUrl, proxy, secondaryId, additionalId, partnerClientId, callsPerSecond } = details
  const consumerKey = credentialIn(secrets, 'consumerKey')
  const consumerSecret = credentialIn(secrets, 'consumerSecret')
  const clientId = credentialIn(secrets, 'clientId')
  const clientSecret = credentialIn(secrets, 'clientSecret')
  const { certificate } = secrets
  if (baseUrl === null || !certificate) return undefined
  if (!consumerKey || !consumerSecret || !clientId || !clientSecret) return undefined
  return {
    connection: {
      baseUrl: withoutTrailingSlashes(baseUrl),
      ...(privateCa !== null && { ca: privateCa }),
      certificateChain: certificate.certificateChain,
      privateKey: certificate.privateKey,
      consumerKey,
      consumerSecret,
      clientId,
      clientSecret,
      proxy: proxyAccessIn(secrets, proxy) ?? undefined,
    },
    // Only validation sends this id, and it reports a missing one before the call.
    ids: { secondaryId: secondaryId ?? '', additionalId: additionalId ?? undefined },
    partnerClientId,
    budgetKey: budgetKeyOf(consumerKey),
    callsPerSecond,
    registeredAddresses: details.registeredAddresses,
  }
}
