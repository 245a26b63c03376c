/**
 * The sheet for whoever sets up the delivery at the bank: where alerts go, with which credentials, and what
 * the answers mean (`1-platform.md`, Events). It holds the password: it is printed, handed over and destroyed.
 */
import { environmentWords, type Environment } from '../../preload/contract/environment.ts'
import type { InspectedCertificate } from '../../preload/contract/certificate-inspection.ts'
import { subscribedWords, type ProfileDetails } from '../../preload/contract/profile-details.ts'
import type { DatedCredentials } from './listener.service.ts'

/** What the sheet says. */
export interface SheetFacts {
  readonly profileName: string
  readonly environment: Environment
  readonly publicUrl: string | null
  readonly credentials: DatedCredentials
  /** The credentials before, while they are still taken. */
  readonly previous: Pick<DatedCredentials, 'userName'> | null
  /** The subscription as it was arranged; null: nothing is known of one. */
  readonly subscription: ProfileDetails['alerts'] | null
  readonly certificate: {
    readonly leaf: Pick<InspectedCertificate, 'subject' | 'sha256' | 'validTo'>
    readonly isMadeHere: boolean
  } | null
  readonly at: Date
}

const unknown = 'Not known'

/** Makes a whole HTML document without script, link or picture, for A4 and Letter alike. */
export function credentialsSheet(facts: SheetFacts): string {
  const { profileName, environment, credentials } = facts
  const word = environmentWords[environment]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Alert delivery: ${escaped(profileName)}, ${word}</title>
<style>${style}</style>
</head>
<body>
<header><h1>Alert delivery</h1><p class="environment">${word}</p></header>
<p class="warning">This sheet holds a password. Hand it to the bank's onboarding by a safe way, keep no copy, and destroy it when the delivery is set up.</p>
${section('Endpoint', [
  ['Profile', profileName],
  ['Environment', word],
  ['Address', facts.publicUrl ?? 'Not entered yet'],
  ['Method', 'HTTP POST over TLS 1.2 or later, JSON body'],
])}
${section('Basic authentication', [
  ['User name', credentials.userName, 'code'],
  ['Password', credentials.password, 'code'],
  ['Made', credentials.madeAt],
  ...(facts.previous
    ? [row('Credentials before', `${facts.previous.userName}, still taken until they are ended`)]
    : []),
])}
${section('Subscription', subscriptionRows(facts.subscription))}
${section("The listener's certificate", certificateRows(facts.certificate))}
<section><h2>Answers and retries</h2><ul>${deliveryFacts.map((fact) => `<li>${escaped(fact)}</li>`).join('')}</ul></section>
<footer>Written ${facts.at.toISOString()} by Countersign</footer>
</body>
</html>
`
}

type Row = readonly [term: string, value: string, look?: 'code']
const row = (term: string, value: string): Row => [term, value]

const section = (title: string, rows: readonly Row[]): string =>
  `<section><h2>${escaped(title)}</h2><dl>${rows
    .map(
      ([term, value, look]) =>
        `<dt>${escaped(term)}</dt><dd${look ? ` class="${look}"` : ''}>${escaped(value)}</dd>`,
    )
    .join('')}</dl></section>`

function subscriptionRows(subscription: SheetFacts['subscription']): Row[] {
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

function certificateRows(certificate: SheetFacts['certificate']): Row[] {
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

/** From `1-platform.md`, Delivery, Acknowledgment, Handler errors and retry. */
const deliveryFacts = [
  'Up to 100 alerts in a call. The answer comes within 10 seconds: HTTP 200 with one acknowledgment for each alert, in order.',
  'An alert that lacks a required field is stored and acknowledged with FAILURE, which names what is missing.',
  'A delivery that is answered 5XX is not acknowledged: it is delivered again, for 24 hours: attempts 1 to 3 every 30 seconds, 4 to 9 every 90 minutes, 10 to 12 every 5 hours. These add up to 24 hours and a minute and a half, so the twelfth attempt may not come.',
  'A 4XX answer is not tried again. With a wrong user name or password (401) or from an address that is not permitted (403) an alert is lost to this endpoint.',
]

const style = `
@page { margin: 16mm }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 178mm; font: 10.5pt/1.45 system-ui, sans-serif; color: #111; background: #fff }
header { display: flex; justify-content: space-between; align-items: baseline; border-bottom: 2pt solid #111 }
h1 { font-size: 18pt; margin: 0 0 2mm }
h2 { font-size: 11.5pt; margin: 5mm 0 1.5mm }
.environment { font-weight: 700; text-transform: uppercase; letter-spacing: .04em; margin: 0 }
.warning { border: 1.5pt solid #111; padding: 2.5mm 3mm; font-weight: 600; margin: 4mm 0 }
section { break-inside: avoid }
dl { display: grid; grid-template-columns: 48mm 1fr; gap: 1mm 4mm; margin: 0 }
dt { color: #444 }
dd { margin: 0; overflow-wrap: anywhere }
.code { font-family: ui-monospace, monospace; font-size: 11pt }
ul { margin: 0; padding-left: 5mm }
footer { margin-top: 6mm; border-top: .5pt solid #999; padding-top: 2mm; color: #444; font-size: 9pt }
`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
