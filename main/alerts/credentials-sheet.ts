/**
 * The sheet for the person who sets up the delivery at the bank: the address for alerts, the
 * credentials, and the meaning of the answers (bank document 1, Events). The sheet holds the
 * password: it is printed, handed over and destroyed.
 */
import { environmentLabels, type Environment } from '../../preload/contract/domain/environment.ts'
import type { InspectedCertificate } from '../../preload/contract/api/certificates/certificate-inspection.ts'
import {
  subscribedLabels,
  type ProfileDetails,
} from '../../preload/contract/api/profiles/profile-details.ts'
import {
  printedSheet,
  sheetList,
  sheetSection,
  sheetWarning,
  type SheetRow,
} from '../platform/print/printed-sheet.ts'
import type { DatedCredentials } from '../profile/listener-setup.ts'

export interface SheetFacts {
  readonly profileName: string
  readonly environment: Environment
  readonly publicUrl: string | null
  readonly credentials: DatedCredentials
  /** The credentials before, while they are still accepted. */
  readonly previous: Pick<DatedCredentials, 'userName'> | null
  /** The subscription as arranged; null: unknown. */
  readonly subscription: ProfileDetails['alerts'] | null
  readonly certificate: {
    readonly leaf: Pick<InspectedCertificate, 'subject' | 'sha256' | 'validTo'>
    readonly isCreatedHere: boolean
  } | null
  readonly at: Date
}

const unknown = 'Not known'

/** Creates the sheet. */
export function credentialsSheet(facts: SheetFacts): string {
  const { profileName, credentials } = facts
  const environment = environmentLabels[facts.environment]
  return printedSheet({
    title: `Alert delivery: ${profileName}, ${environment}`,
    heading: 'Alert delivery',
    environment,
    sections: [
      sheetWarning(
        "This sheet holds a password. Give it to the bank's onboarding team by a secure route, keep no copy, and destroy it once alert delivery is set up.",
      ),
      sheetSection('Endpoint', [
        ['Profile', profileName],
        ['Environment', environment],
        ['Address', facts.publicUrl ?? 'Not entered yet'],
        ['Method', 'HTTP POST over TLS 1.2 or later, JSON body'],
      ]),
      sheetSection('Basic authentication', [
        ['User name', credentials.userName, 'code'],
        ['Password', credentials.password, 'code'],
        ['Created', credentials.createdAt],
        ...(facts.previous
          ? [row('Previous user name', `${facts.previous.userName}, accepted until it is ended`)]
          : []),
      ]),
      sheetSection('Subscription', subscriptionRows(facts.subscription)),
      sheetSection('Listener certificate', certificateRows(facts.certificate)),
      sheetList('Answers and retries', deliveryFacts),
    ],
    footer: `Written ${facts.at.toISOString()} by Countersign`,
  })
}

const row = (term: string, value: string): SheetRow => [term, value]

function subscriptionRows(subscription: SheetFacts['subscription']): SheetRow[] {
  if (!subscription) return [row('Alert codes', unknown)]
  const { codes, sameAccounts, expectedDaily, expectedMonthly, expectedYearly } = subscription
  const count = (expected: number | null) =>
    expected === null ? unknown : expected.toLocaleString('en-US')
  const accounts = { true: 'The same', false: 'Different' } as const
  return [
    row(
      'Alert codes',
      codes.length > 0
        ? codes.map((code) => `${code}, ${subscribedLabels[code]}`).join('; ')
        : unknown,
    ),
    row(
      'Accounts in pre-production and production',
      sameAccounts === null ? unknown : accounts[`${sameAccounts}`],
    ),
    row('Expected alerts per day', count(expectedDaily)),
    row('Expected alerts per month', count(expectedMonthly)),
    row('Expected alerts per year', count(expectedYearly)),
  ]
}

function certificateRows(certificate: SheetFacts['certificate']): SheetRow[] {
  if (!certificate) return [row('Certificate', 'None yet')]
  const { leaf, isCreatedHere } = certificate
  return [
    row('Subject', leaf.subject),
    ['SHA-256', leaf.sha256, 'code'],
    row('Valid to', leaf.validTo),
    ...(isCreatedHere
      ? [
          row(
            'Created by',
            'This workstation. The bank sees the certificate of the proxy in front of it.',
          ),
        ]
      : []),
  ]
}

/** From bank document 1, Delivery, Acknowledgment, Handler errors and retry. */
const deliveryFacts = [
  'Each call holds up to 100 alerts. The answer comes within 10 seconds: HTTP 200 with one acknowledgment for each alert, in order.',
  'An alert without a required field is stored, and acknowledged with FAILURE and the name of the missing field.',
  'A delivery answered with 5XX is not acknowledged. The bank resends it for 24 hours: attempts 1 to 3 every 30 seconds, 4 to 9 every 90 minutes, 10 to 12 every 5 hours. Together these take 24 hours and 90 seconds, so the twelfth attempt may not come.',
  'The bank does not resend after a 4XX answer. Alerts with a wrong user name or password (401), or from an address that is not permitted (403), are lost to this endpoint.',
]
