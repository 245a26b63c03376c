/**
 * The sheet for the person who sets up the delivery at the bank: the address for alerts, the
 * credentials, and the meaning of the answers (bank document 1, Events). The sheet holds the
 * password: it is printed, handed over and destroyed.
 */
import { environmentWords, type Environment } from '../../preload/contract/domain/environment.ts'
import type { InspectedCertificate } from '../../preload/contract/api/certificates/certificate-inspection.ts'
import {
  subscribedWords,
  type ProfileDetails,
} from '../../preload/contract/api/profiles/profile-details.ts'
import {
  printedSheet,
  sheetList,
  sheetSection,
  sheetWarning,
  type SheetRow,
} from '../platform/print/printed-sheet.ts'
import type { DatedCredentials } from './listener-setup.ts'

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
    readonly isMadeHere: boolean
  } | null
  readonly at: Date
}

const unknown = 'Not known'

/** Creates the sheet. */
export function credentialsSheet(facts: SheetFacts): string {
  const { profileName, credentials } = facts
  const environment = environmentWords[facts.environment]
  return printedSheet({
    title: `Alert delivery: ${profileName}, ${environment}`,
    heading: 'Alert delivery',
    environment,
    parts: [
      sheetWarning(
        "This sheet holds a password. Hand it to the bank's onboarding by a safe way, keep no copy, and destroy it when the delivery is set up.",
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
        ['Made', credentials.madeAt],
        ...(facts.previous
          ? [
              row(
                'Credentials before',
                `${facts.previous.userName}, still taken until they are ended`,
              ),
            ]
          : []),
      ]),
      sheetSection('Subscription', subscriptionRows(facts.subscription)),
      sheetSection("The listener's certificate", certificateRows(facts.certificate)),
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
        ? codes.map((code) => `${code}, ${subscribedWords[code]}`).join('; ')
        : unknown,
    ),
    row(
      'Accounts in pre-production and production',
      sameAccounts === null ? unknown : accounts[`${sameAccounts}`],
    ),
    row('Expected a day', count(expectedDaily)),
    row('Expected a month', count(expectedMonthly)),
    row('Expected a year', count(expectedYearly)),
  ]
}

function certificateRows(certificate: SheetFacts['certificate']): SheetRow[] {
  if (!certificate) return [row('Certificate', 'None yet')]
  const { leaf, isMadeHere } = certificate
  return [
    row('Subject', leaf.subject),
    ['SHA-256', leaf.sha256, 'code'],
    row('Valid to', leaf.validTo),
    ...(isMadeHere
      ? [
          row(
            'Made by',
            'This workstation. The bank meets the certificate of whatever stands in front of it.',
          ),
        ]
      : []),
  ]
}

/** From bank document 1, Delivery, Acknowledgment, Handler errors and retry. */
const deliveryFacts = [
  'Up to 100 alerts in a call. The answer comes within 10 seconds: HTTP 200 with one acknowledgment for each alert, in order.',
  'An alert that lacks a required field is stored and acknowledged with FAILURE, which names what is missing.',
  'A delivery that is answered 5XX is not acknowledged: it is delivered again, for 24 hours: attempts 1 to 3 every 30 seconds, 4 to 9 every 90 minutes, 10 to 12 every 5 hours. These add up to 24 hours and a minute and a half, so the twelfth attempt may not come.',
  'A 4XX answer is not tried again. With a wrong user name or password (401) or from an address that is not permitted (403) an alert is lost to this endpoint.',
]
