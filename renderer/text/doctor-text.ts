/** The texts of the diagnostics: the question of each step, its finding and the next action. */
import type { DoctorFinding, DoctorStep, DoctorStepId } from '../../preload/contract/api/doctor.ts'

export interface DoctorText {
  readonly title: string
  readonly text: string
  /** The next step; null: nothing to do. */
  readonly next: string | null
}

export const stepTitles: Readonly<Record<DoctorStepId, string>> = {
  proxy: 'Proxy',
  resolve: 'Address of the bank',
  tcp: 'Connection to the address',
  'server-chain': 'Certificate of the bank',
  'client-certificate': 'Certificate of this profile',
  token: 'Access token',
  'health-validation': 'Health of account validation',
  'health-ach': 'Health of ACH inquiry',
  'health-payments': 'Health of wire and RTP payments',
  clock: 'Clock of this computer',
  address: 'Address of this computer at the bank',
  'row-numbers': 'Row numbers of lists and reports',
  alerts: 'Delivery of alerts',
  computer: 'Id of this computer',
}

const fineTexts: Readonly<Record<DoctorStepId, string>> = {
  proxy: 'The proxy opens the way to the bank.',
  resolve: 'The address of the bank is known.',
  tcp: 'The bank accepts connections.',
  'server-chain': 'The certificate of the bank is trusted, valid and issued for its address.',
  'client-certificate': 'The bank accepts the certificate of this profile.',
  token: 'The bank gave an access token for the credentials of this profile.',
  'health-validation': 'Account validation answered its health check.',
  'health-ach': 'ACH inquiry answered its health check.',
  'health-payments': 'Wire and RTP payments answered their health check.',
  clock: 'This computer and the bank agree on the time.',
  address: 'The bank sees a registered address.',
  'row-numbers': 'The bank reads the row numbers where the profile sends them.',
  alerts: 'The address for alerts leads to the listener.',
  computer: 'The system tells this computer from others.',
}

type FindingText = readonly [text: string, next: string | null]

const findingTexts: Readonly<Record<Exclude<DoctorFinding, 'fine'>, FindingText>> = {
  'not-run': ['Not checked, because an earlier step did not pass.', null],
  running: ['Checking.', null],
  'address-not-found': [
    'The host name of the bank could not be resolved.',
    'Check the base URL of the profile, and the name service of this network.',
  ],
  'connection-refused': [
    'Nothing accepts connections at this address and port.',
    'Check host and port of the base URL; if they are right, ask the bank whether the service runs.',
  ],
  'timed-out': [
    'No answer came in time.',
    'Ask the network team whether a firewall blocks this address and port.',
  ],
  unreachable: [
    'This network has no route to the address.',
    'Check the network connection, a VPN if the bank asks for one, and the firewall.',
  ],
  'proxy-unreachable': [
    'The proxy was not reached.',
    'Check host and port of the proxy, and the network connection.',
  ],
  'proxy-no-answer': [
    'The proxy gave no complete answer.',
    'Check that host and port belong to an HTTP proxy, or ask the network team.',
  ],
  'proxy-answer-unusable': [
    'The answer is not that of an HTTP proxy.',
    'Check that host and port belong to an HTTP proxy that permits CONNECT.',
  ],
  'proxy-sign-in-refused': [
    'The proxy asks for a user name and password, or refuses the stored ones (407).',
    'Enter the credentials of the proxy under Connection, Addresses.',
  ],
  'proxy-sign-in-unsupported': [
    'The proxy asks for a sign-in other than Basic (407), named below.',
    'Ask the network team for Basic, or for access to the bank without sign-in.',
  ],
  'proxy-refused': [
    'The proxy does not permit connections to the bank.',
    'Ask the network team to permit CONNECT to the bank\u2019s host and port.',
  ],
  'proxy-no-way': [
    'The proxy has no connection to the bank.',
    'Check the base URL; if it is right, ask the network team.',
  ],
  'proxy-opens-tls': [
    'A certificate from an unknown issuer answers behind the proxy: the proxy opens TLS.',
    'Ask the network team for an exception for the bank\u2019s host. If the issuer is the bank\u2019s own CA, add it to the profile.',
  ],
  'server-certificate-not-trusted': [
    'The certificate of the bank does not end in a trusted root.',
    'If the bank uses a CA of its own, add it to the profile after comparing its fingerprint. If not, something on the network may be intercepting the connection.',
  ],
  'server-name-mismatch': [
    'The certificate at this address is issued for another name.',
    'Compare the host of the base URL with the bank\u2019s onboarding data.',
  ],
  'server-certificate-expired': [
    'The certificate of the bank has expired.',
    'Check the date of this computer; if it is right, inform the bank.',
  ],
  'server-certificate-expires-soon': [
    'The certificate of the bank ends within 30 days.',
    'Ask the bank when it changes its certificate, and whether its root changes with it.',
  ],
  'server-chain-not-verified': [
    'The bank ended the handshake before its certificate could be verified.',
    'Look at the next step first: the bank may refuse the certificate of this profile.',
  ],
  'tls-too-old': [
    'The bank does not offer TLS 1.2 or later.',
    'Check the base URL; if it is right, ask the bank for an address with TLS 1.2 or 1.3.',
  ],
  'not-tls': [
    'The server at this address and port does not use TLS.',
    'Check the port of the base URL, and whether a proxy answers instead of the bank.',
  ],
  'handshake-failed': [
    'The bank and this computer could not agree on TLS settings.',
    'Give the bank the alert and the cipher suites below, with the base URL and the time.',
  ],
  'client-certificate-refused': [
    'The bank refuses the certificate of this profile.',
    'Compare chain and end of the certificate with what the bank has on file, and send the bank the current chain.',
  ],
  'renegotiation-asked': [
    'The bank asks for the certificate in a second handshake, which this program cannot make.',
    'Ask the bank to request it in the first handshake, or to offer TLS 1.3.',
  ],
  'client-certificate-expires-soon': [
    'The certificate of this profile ends within 30 days.',
    'Order the next certificate and exchange it with the bank before this one ends.',
  ],
  'client-certificate-expired': [
    'The certificate of this profile has expired.',
    'Import the next certificate, and exchange it with the bank if that was not done.',
  ],
  'client-certificate-unusable': [
    'Chain and key of this profile cannot be used together.',
    'Import certificate and key again from the files that belong together.',
  ],
  'connection-closed': [
    'The other side closed the connection without saying why.',
    'Many servers refuse a certificate this way. Ask the bank whether chain and address of this profile are registered.',
  ],
  'credentials-refused': [
    'The bank refuses the credentials of this profile.',
    'Enter all four again: consumer key and secret, client id and secret. The two pairs are easily swapped.',
  ],
  'token-forbidden': [
    'The bank forbids the token call (403).',
    'See Address of this computer at the bank: the bank refuses unregistered addresses this way.',
  ],
  'token-call-failed': [
    'The token call returned no token.',
    'Check again later; if it persists, give the bank the correlation ID.',
  ],
  'token-not-approved': [
    'The bank gave a token whose status is not “approved”.',
    'Ask the bank to approve the application of this profile.',
  ],
  'product-missing': [
    'The token does not name a product that the profile lists.',
    'Compare the lists below. Ask the bank to add the product, or remove it from the profile.',
  ],
  'product-not-agreed': [
    'Not checked: the profile does not list this product.',
    'Add the product to the profile if it was agreed with the bank.',
  ],
  'health-refused': [
    'The bank refused the health check.',
    'Ask the bank whether this product is enabled for the application of this profile.',
  ],
  'health-forbidden': [
    'The bank forbids the health check (403).',
    'See Address of this computer at the bank: the bank refuses unregistered addresses this way.',
  ],
  'health-failed': [
    'The health check failed.',
    'Check again later; if it persists, give the bank the correlation ID.',
  ],
  'health-unreadable': [
    'The health check answer could not be read.',
    'Check that the base URL leads to the API, not to a web page.',
  ],
  'partner-id-missing': [
    'Not sent: the profile has no partner client ID.',
    'Enter the 32 characters that the bank issued at onboarding.',
  ],
  'clock-off': [
    'The clocks of this computer and the bank differ by more than 30 seconds.',
    'Set this computer to network time; if it already is, inform the bank.',
  ],
  'clock-not-reported': [
    'The bank did not report its time.',
    'Compare this clock with network time.',
  ],
  'address-not-registered': [
    'The bank sees an address that the profile does not list as registered.',
    'Ask the bank to register the address it sees, or use the network whose address is registered.',
  ],
  'address-not-reported': [
    'The bank did not report which address it sees.',
    'Ask the network team for the public address of this computer and compare it with the registered ones.',
  ],
  'no-address-registered': [
    'The profile lists no registered address to compare with.',
    'Enter the addresses that were given to the bank at onboarding.',
  ],
  'row-numbers-in-body': [
    'The bank reads the row numbers in the body; the profile sends them in the query.',
    'Set Row numbers of lists and reports to In the body, under Connection, Addresses.',
  ],
  'row-numbers-in-query': [
    'The bank reads the row numbers in the query; the profile sends them in the body.',
    'Set Row numbers of lists and reports to In the query, under Connection, Addresses.',
  ],
  'row-numbers-undecided': [
    'The answers do not show where the bank reads the row numbers.',
    'Check again when the account has several ACH transactions within 30 days, or ask the bank.',
  ],
  'row-numbers-not-asked': [
    'Not checked, for the reason below.',
    'Check again when the reason no longer applies.',
  ],
  'listener-off': [
    'Not checked, because the listener is not running.',
    'If the bank sends alerts, turn it on under Connection, Addresses.',
  ],
  'listener-failed': ['The listener could not start.', 'See Listener under Alerts for the reason.'],
  'no-public-address': [
    'Not checked, because the profile has no public address for alerts.',
    'A bank needs one; in practice none is needed.',
  ],
  'nobody-listens': [
    'No workstation of the team listens for alerts.',
    'Open Listener under Alerts on each workstation to see why.',
  ],
  'listener-unknown': [
    'The database of the team does not answer. Which workstation listens is unknown.',
    'Check again when it answers.',
  ],
  'alerts-not-trusted': [
    'The address for alerts presents a certificate created by a workstation.',
    'The bank may not trust it. Use a certificate from a public authority on the proxy or for the listener.',
  ],
  'alerts-not-reached': [
    'The address for alerts does not lead to the listener.',
    'Check the proxy, its port and its certificate. Some networks block calls to their own public address.',
  ],
  'computer-without-id': [
    'The system does not tell which computer this is. A copy of this profile on another computer would not be held back.',
    'Windows: permit reg.exe to read MachineGuid. Linux: create /etc/machine-id. macOS: permit ioreg.',
  ],
  'rate-paused': [
    'The bank asked for a pause (429): nothing is sent before it ends.',
    'Check again after the time shown.',
  ],
}

/** Returns the message of a step in its present state. */
export function doctorText({ id, state, finding }: DoctorStep): DoctorText {
  const title = stepTitles[id]
  if (state === 'waiting') return { title, text: 'Waiting for earlier steps.', next: null }
  if (finding === 'fine') return { title, text: fineTexts[id], next: null }
  const [text, next] = findingTexts[finding]
  return { title, text, next }
}
