/** From what a profile knows to what a call needs, or the list of what is missing. */
import type { CredentialName } from '../../preload/contract/api/profiles/profile.ts'
import type { ProfileDetails } from '../../preload/contract/api/profiles/profile-details.ts'
import type { BankAccess } from './connection/connection.service.ts'
import { budgetKeyOf, credentialIn, type ProfileSecrets } from './profile-secrets.ts'

const credentialWords: Readonly<Record<CredentialName, string>> = {
  consumerKey: 'Consumer key',
  consumerSecret: 'Consumer secret',
  clientId: 'Client id',
  clientSecret: 'Client secret',
}

/** What every call needs and is not there, in the words of the screen. */
export function missingForCalls(secrets: ProfileSecrets, details: ProfileDetails): string[] {
  const credentials = (Object.keys(credentialWords) as CredentialName[])
    .filter((name) => credentialIn(secrets, name) === undefined)
    .map((name) => credentialWords[name])
  return [
    ...(details.baseUrl === null ? ['Base URL'] : []),
    ...(secrets.certificate ? [] : ['Certificate and key']),
    ...credentials,
  ]
}

/** What is missing in all, the identifiers of the agreed products included. */
export function missingIn(secrets: ProfileSecrets, details: ProfileDetails): string[] {
  const has = (...names: string[]): boolean =>
    details.products.some(({ product }) => names.includes(product))
  const needsSecondary = details.secondaryId === null && has('account-validation')
  const needsPartner = details.partnerClientId === null && has('wire', 'rtp')
  return [
    ...missingForCalls(secrets, details),
    ...(needsSecondary ? ['secondaryId'] : []),
    ...(needsPartner ? ['PartnerClientId'] : []),
  ]
}

/** Everything a call needs; undefined while something is missing. */
export function accessOf(
  secrets: ProfileSecrets,
  details: ProfileDetails,
  privateCa: string | null,
): BankAccess | undefined {
  const { baseUrl, secondaryId, additionalId, partnerClientId, callsPerSecond } = details
  const consumerKey = credentialIn(secrets, 'consumerKey')
  const consumerSecret = credentialIn(secrets, 'consumerSecret')
  const clientId = credentialIn(secrets, 'clientId')
  const clientSecret = credentialIn(secrets, 'clientSecret')
  const { certificate } = secrets
  if (baseUrl === null || !certificate) return undefined
  if (!consumerKey || !consumerSecret || !clientId || !clientSecret) return undefined
  return {
    connection: {
      baseUrl: baseUrl.replace(/\/+$/, ''),
      ...(privateCa !== null && { ca: privateCa }),
      certificateChain: certificate.certificateChain,
      privateKey: certificate.privateKey,
      consumerKey,
      consumerSecret,
      clientId,
      clientSecret,
    },
    // Validation asks for it and says so before it calls; nothing else sends it.
    ids: { secondaryId: secondaryId ?? '', additionalId: additionalId ?? undefined },
    partnerClientId,
    budgetKey: budgetKeyOf(consumerKey),
    callsPerSecond,
    registeredAddresses: details.registeredAddresses,
  }
}
