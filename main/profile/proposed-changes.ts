/**
 * The changes that need a second person, as that person reads them. Each returns undefined where
 * nothing of the kind changes, or where something only ends: one person may do that alone.
 */
import type {
  forwardingSecret,
  ForwardingSettings,
  ForwardingState,
} from '../../preload/contract/api/forwarding/forwarding.ts'
import type { newOperator, operatorChange } from '../../preload/contract/api/operators/operators.ts'
import {
  credentialLabels,
  credentialNames,
  identifierLabels,
  type CredentialsInput,
  type OpenProfile,
} from '../../preload/contract/api/profiles/profile.ts'
import {
  accountUseNames,
  emptyDetails,
  isAgreed,
  productNames,
  products,
  type OwnAccountInput,
  type ProfileDetails,
} from '../../preload/contract/api/profiles/profile-details.ts'
import type { Settings } from '../../preload/contract/api/workstation-state.ts'
import type { Policy } from '../../preload/contract/domain/operators/policy.ts'
import {
  isWeaker,
  policyDifference,
  policyRules,
  type OperatorNaming,
  type PolicyChange,
} from '../../preload/contract/domain/operators/policy-difference.ts'
import { maskedAccount } from '../../preload/contract/kernel/account-number.ts'
import type { z } from '../../preload/contract/kernel/zod.ts'
import type { JsonObject } from '../platform/json/canonical-json.ts'
import { describeChain } from './describe-certificate.ts'
import type { OperatorFacts, Operators } from './operators.service.ts'
import type { StoredAccount } from './profile-records.ts'
import type { ProposedChange } from './second-person.ts'
import type { SettingsChange } from './settings.service.ts'

type Proposed = ProposedChange | undefined
/** A field before and after a change. */
type Named = readonly [what: string, from: string | null | undefined, to: string | null]

/** An empty field counts as missing. */
const factOf = (text: string | null | undefined): string | null =>
  text === undefined || text === '' ? null : text

/** Returns the fields that change. */
const differences = (named: readonly Named[]): PolicyChange[] =>
  named
    .map(([what, from, to]) => ({ what, from: factOf(from), to: factOf(to) }))
    .filter(({ from, to }) => from !== to)

const contentOf = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject

/** A policy that lets more leave. */
export const weakerPolicy = (before: Policy, after: Policy, nameOf: OperatorNaming): Proposed =>
  isWeaker(before, after)
    ? { about: 'policy', changes: policyDifference(before, after, nameOf), content: { ...after } }
    : undefined

/** A lower score that counts as an owner match, which decides whether a check is sufficient. */
export function weakerSettings(before: Settings, { scoreThreshold }: SettingsChange): Proposed {
  if (scoreThreshold === undefined || scoreThreshold >= before.scoreThreshold) return undefined
  const from = String(before.scoreThreshold)
  const changes = [{ what: 'Score threshold', from, to: String(scoreThreshold) }]
  return { about: 'policy', changes, content: { scoreThreshold } }
}

/** A new operator. Includes the passphrase, because the first sign-in accepts it. */
export const operatorAdded = ({
  name,
  roles,
  passphrase,
}: z.output<typeof newOperator>): ProposedChange => ({
  about: 'operator',
  changes: [{ what: `Operator ${name}`, from: null, to: roles.join(', ') }],
  content: { name, roles, passphrase },
})

/** A person who sets the passphrases of two people could act as two people. */
export const passphraseGiven = (
  { id, passphrase }: { readonly id: string; readonly passphrase: string },
  name: string,
): ProposedChange => ({
  about: 'operator',
  changes: [{ what: `Passphrase of ${name}`, from: null, to: 'a new passphrase' }],
  content: { id, passphrase },
})

/** New rights, or another name: what somebody approves would be read as another person's. */
export function operatorChanged(
  { id, name, roles, disabled }: z.output<typeof operatorChange>,
  known: OperatorFacts | undefined,
): Proposed {
  if (!known) return undefined
  const isGrant = !disabled && (known.disabled || roles.some((role) => !known.roles.includes(role)))
  const from = known.disabled ? 'disabled' : known.roles.join(', ')
  const changes = [
    ...(isGrant ? [{ what: `Operator ${known.name}`, from, to: roles.join(', ') }] : []),
    ...differences([['Name', known.name, name]]),
  ]
  if (changes.length === 0) return undefined
  return { about: 'operator', changes, content: { id, name, roles, disabled } }
}

const productsIn = ({ products: agreed }: ProfileDetails): string =>
  agreed.map(({ product }) => productNames[product]).join(', ') || 'none entered, so all'

const sendersIn = ({ listener }: ProfileDetails): string => {
  if (listener === null) return 'none'
  return listener.permitted.length === 0 ? 'any' : listener.permitted.join(', ')
}

/** The listener takes deliveries of senders that it did not take before. */
function hearsMore({ listener: before }: ProfileDetails, { listener }: ProfileDetails): boolean {
  if (listener === null || before?.permitted.length === 0) return false
  const { permitted } = listener
  return permitted.length === 0 || permitted.some((sender) => !before?.permitted.includes(sender))
}

/**
 * Another bank or client identity, a product that was blocked, more calls per second than the bank
 * documents, or more senders of alerts.
 */
export function bankChanged(before: ProfileDetails, after: ProfileDetails): Proposed {
  const permitsMore = products.some(
    (product) => !isAgreed(before.products, product) && isAgreed(after.products, product),
  )
  const callsMore =
    after.callsPerSecond > before.callsPerSecond &&
    after.callsPerSecond > emptyDetails.callsPerSecond
  const changes = differences([
    ['Bank address', before.baseUrl, after.baseUrl],
    [identifierLabels.partnerClientId, before.partnerClientId, after.partnerClientId],
    [identifierLabels.secondaryId, before.secondaryId, after.secondaryId],
    [identifierLabels.additionalId, before.additionalId, after.additionalId],
    ...(permitsMore ? [['Products', productsIn(before), productsIn(after)] as const] : []),
    ...(callsMore
      ? [['Calls per second', String(before.callsPerSecond), String(after.callsPerSecond)] as const]
      : []),
    ...(hearsMore(before, after)
      ? [['Permitted addresses', sendersIn(before), sendersIn(after)] as const]
      : []),
  ])
  return changes.length === 0 ? undefined : { about: 'bank', changes, content: contentOf(after) }
}

/**
 * A new own account, or another field of one: payments and NACHA files have them as the sender, its
 * name too.
 */
export function ownAccountChanged(
  accounts: readonly StoredAccount[],
  input: OwnAccountInput,
): Proposed {
  const known = accounts.find(({ id }) => id === input.id)
  const number = input.number ?? known?.account_number ?? ''
  const shown = maskedAccount(number)
  const isOther = known !== undefined && number !== known.account_number
  const changed = differences([
    // Another number may have the same mask, so the text for the second person says that it
    // differs.
    [
      'Account number',
      known && maskedAccount(known.account_number),
      isOther ? `another, ${shown}` : shown,
    ],
    ['Routing number', known?.routing_number, input.routingNumber],
    ['Bank number', known?.bank_number, input.bankNumber],
    ['Currency', known?.currency, input.currency],
    ['Used for', known && accountUseNames[known.use], accountUseNames[input.use]],
    ['Company identification', known?.company_id, input.companyId],
    ['Legal name', known?.legal_name, input.legalName],
    ['Address', known?.address, input.address],
  ])
  if (changed.length === 0 && input.name === known?.name) return undefined
  const changes = [{ what: 'Own account', from: known?.name ?? null, to: input.name }, ...changed]
  return { about: 'own-account', changes, content: { ...input } }
}

export const profileReinstated = (name: string): ProposedChange => ({
  about: 'reinstate',
  changes: [{ what: `Profile ${name}`, from: 'retired', to: 'in use' }],
  content: { name },
})

/** One more recovery file: it opens the store, and confirms where no two people can. */
export const recoveryFileWritten = (
  passphrase: string,
  isFirstRecoveryFile: boolean,
): ProposedChange => ({
  isFirstRecoveryFile,
  about: 'recovery-file',
  changes: [{ what: 'Recovery file', from: null, to: 'one more' }],
  content: { passphrase },
})

export const credentialsStored = (
  { credentials }: Pick<OpenProfile, 'credentials'>,
  given: CredentialsInput,
): ProposedChange => ({
  about: 'credentials',
  changes: credentialNames
    .filter((name) => given[name] !== undefined)
    .map((name) => ({
      what: credentialLabels[name],
      from: credentials[name] === null ? null : 'stored',
      to: 'a new value',
    })),
  content: contentOf(given),
})

interface Shown {
  readonly subject: string
  readonly sha256: string
}
const certificateText = (certificate: Shown | null | undefined): string | null =>
  certificate ? `${certificate.subject}, SHA-256 ${certificate.sha256}` : null

/** The certificate by which the bank knows this client. */
export const certificateTaken = (
  { certificate: installed }: Pick<OpenProfile, 'certificate'>,
  material: { readonly certificateChain: string; readonly privateKey: string },
): ProposedChange => ({
  about: 'certificate',
  changes: [
    {
      what: 'Client certificate',
      from: certificateText(installed?.chain[0]),
      to: certificateText(describeChain(material.certificateChain)[0]),
    },
  ],
  content: { ...material },
})

/** The previous certificate is used again. */
export function certificateRestored({
  certificate,
  previousCertificate,
}: Pick<OpenProfile, 'certificate' | 'previousCertificate'>): Proposed {
  if (previousCertificate === null) return undefined
  const from = certificateText(certificate?.chain[0])
  const to = certificateText(previousCertificate.chain[0])
  return {
    about: 'certificate',
    changes: [{ what: 'Client certificate', from, to }],
    content: { from, to },
  }
}

/** A root that is trusted to name the bank, and the receiver of forwarded alerts. */
export const rootTrusted = (
  { privateCa }: Pick<OpenProfile, 'privateCa'>,
  root: Shown & { readonly pem: string },
): ProposedChange => ({
  about: 'trusted-root',
  changes: [
    {
      what: 'Trusted root',
      from: certificateText(privateCa) ?? 'the known roots',
      to: certificateText(root),
    },
  ],
  content: { pem: root.pem },
})

const startText = (sinceDays: number | null): string => {
  if (sinceDays === null) return 'from where it stopped'
  return sinceDays === 0 ? 'from now on' : `with the past ${String(sinceDays)} days`
}

/** Alerts go to an address, or more of them: switched on, to another address, or of past days. */
export function forwardingChanged(
  before: Pick<ForwardingState, 'enabled' | 'url'>,
  { enabled, url, sinceDays }: ForwardingSettings,
): Proposed {
  const isOn = enabled && !before.enabled
  const isElsewhere = url !== null && url !== before.url
  const isOfPast = enabled && sinceDays !== null && sinceDays > 0
  if (!isOn && !isElsewhere && !isOfPast) return undefined
  const onOff = (is: boolean): string => (is ? 'on' : 'off')
  const changes = [
    ...differences([
      ['Forwarding of alerts', onOff(before.enabled), onOff(enabled)],
      ['Address', before.url, url],
    ]),
    { what: 'Start', from: null, to: startText(sinceDays) },
  ]
  return { about: 'forwarding', changes, content: { enabled, url, sinceDays } }
}

const secretKinds = { basic: 'user name and password', bearer: 'a token' } as const

/** A secret that the receiver of forwarded alerts accepts. */
export function forwardingSecretStored(
  { url, credential }: Pick<ForwardingState, 'url' | 'credential'>,
  secret: z.output<typeof forwardingSecret>,
): Proposed {
  if (secret === null || url === null) return undefined
  const from = credential && secretKinds[credential.kind]
  return {
    about: 'forwarding',
    changes: [{ what: `Credential for ${url}`, from, to: `${secretKinds[secret.kind]}, new` }],
    content: { url, secret: { ...secret } },
  }
}

/** Alerts that were parked for another receiver are sent to the present one. */
export const sentElsewhere = (
  { alerts, from, to }: { readonly alerts: number; readonly from: string; readonly to: string },
  ids: readonly string[],
): ProposedChange => ({
  about: 'forwarding',
  changes: [
    { what: `Alerts to send again: ${String(alerts)}`, from: `to ${from}`, to: `to ${to}` },
  ],
  content: { ids: [...ids], to },
})

/** All operators and policy rules, as two people confirm them after a restore. */
export function restoreConfirmed(operators: Operators, policy: Policy): ProposedChange {
  const people = operators.list().map(({ id, name, roles, disabled }) => ({
    id,
    name,
    to: disabled ? 'disabled' : roles.join(', '),
  }))
  const rules = policyRules(policy, (id) => operators.nameOf(id))
  const changes = [
    ...people.map(({ name, to }) => ({ what: `Operator ${name}`, from: null, to })),
    ...[...rules].map(([what, to]) => ({ what, from: null, to })),
  ]
  return { about: 'restore', changes, content: { people, policy }, isAfterRestore: true }
}
