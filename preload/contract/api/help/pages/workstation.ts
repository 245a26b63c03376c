/** Pages about practice and the workstation: codes, calls, operators, audit, connection. */
import type { HelpPage } from '../help-page.ts'

export const workstation = {
  practice: {
    title: 'Practice bank',
    purpose:
      'An invented bank, called like a real one. It can simulate faults. No money exists here.',
    steps: [
      'Choose a test account. _Use_ fills the validation form with it.',
      'Set a scenario, its number of calls and its product: rejections, lost answers, an accepted payment with a timeout, returns.',
      'Let the bank send alerts: in order, twice, late, or cut off.',
      'Check its counters: accepted calls and specification violations.',
      '_Start a practice team_ opens further windows on one store. _End the practice team_ closes them and removes the store.',
      'Practice unknown outcomes here first: set _Accepted, then gateway timeout (504)_ and send a payment.',
    ],
    careful: [
      'The two operators of practice need no passphrase. Nothing of practice reaches a real bank.',
      'Scenarios stay active until they are used or cleared.',
    ],
    terms: ['environment', 'unknown-outcome', 'alert'],
    see: ['validation', 'unknown-outcomes', 'alerts', 'connection'],
    sources: ['Countersign: the practice bank follows the bank’s three documents'],
  },
  'code-book': {
    title: 'Code book',
    purpose: 'Every code of the bank’s documents with its meaning and source.',
    steps: [
      'Search with [Mod+F] for a code or its meaning.',
      'Filter by family: the same letters mean different things in different families.',
      'Open a code for its full text. The network’s text is shown if the bank gives none.',
    ],
    careful: [
      'A code that is not in the code book is shown as received, and called unknown.',
      'R10 and R11 have the network’s current meaning; the bank’s text is older. Both are shown.',
    ],
    terms: ['return', 'noc', 'condition', 'business-status', 'bai'],
    see: ['returns', 'validation', 'alerts'],
    sources: [
      'Platform Specification, Shared data values; States and transitions',
      'Nacha: return and change codes that the bank\u2019s documents do not explain',
    ],
  },
  traffic: {
    title: 'Traffic',
    purpose: 'Every call to the bank: purpose, times, headers and bodies, masked.',
    steps: [
      'Search calls with [Mod+F], or filter by time, status and kind.',
      'Open a call for its timing, content and correlation ID.',
      'Copy it as cURL with [Mod+Shift+C]; secrets are replaced by names.',
      'Select calls with Space and create a support bundle with [Mod+E]. Review it, then save it with [Mod+S] exactly as shown.',
    ],
    careful: [
      'The bank’s staff finds a call by its correlation ID. Give them the ID, not a screenshot with accounts.',
      'Showing a call in full is recorded. Keys and credentials are never stored or shown.',
      'Calls that never started are not listed here.',
    ],
    terms: ['correlation', 'lane', 'support-bundle', 'token', 'pause'],
    see: ['connection', 'audit', 'unknown-outcomes'],
    sources: [
      'Platform Specification, Errors: common error envelope; Shared identifiers and headers',
    ],
  },
  operators: {
    title: 'Operators',
    purpose: 'Operators, their roles, and the approvals that payments need.',
    steps: [
      'Add an operator with [Mod+Shift+O]: name, roles, and a first passphrase, changed at the first sign-in.',
      'Give makers and checkers to different people. Name two administrators.',
      'Set the policy: approvals by amount and approver, limits per payment and day, required evidence, times.',
      'Apply it with [Mod+S]. Every change and its author are stored with the earlier policies.',
    ],
    careful: [
      'Once a service has rules, currencies without a rule are refused. An empty amount means no limit.',
      'You cannot have your payments approved by someone whose name, roles or passphrase you set last.',
      'A stricter policy also applies to approved items: they are checked again at release.',
      'The last administrator cannot be disabled.',
      'A name is changed by two people. Earlier actions stay under the earlier name.',
    ],
    terms: ['maker', 'checker', 'policy', 'approval'],
    see: ['approvals', 'audit', 'sign-in'],
    sources: [
      'FFIEC guidance on wholesale payments: dual control, limits, and separation of duties',
      'Countersign: nobody approves their own work, administrators included',
    ],
  },
  audit: {
    title: 'Audit',
    purpose: 'Every action and every call to the bank, in a hash chain that shows any removal.',
    steps: [
      'Find an entry by operator, kind, time or subject.',
      'Open it for its detail and hash, and list all entries for the same subject.',
      'Check the whole chain with [Mod+Shift+U].',
      'Export it with [Mod+E], store the file elsewhere, and check it with the stand-alone verifier.',
      'Compare the fingerprint of the signing key with the one noted at setup.',
    ],
    careful: [
      'If the chain is broken, entries before the break are intact. Export it, keep the file, and inform the person responsible.',
      'The chain proves that nothing was changed later, not that an action was right. Have an independent person review it.',
    ],
    terms: ['audit', 'checkpoint'],
    see: ['operators', 'traffic', 'reconciliation'],
    sources: ['Countersign: every action and call is in the chain before its result is shown'],
  },
  connection: {
    title: 'Connection',
    purpose:
      'The bank of this profile, and everything a connection needs: addresses, own accounts, products and hours, alerts, certificates, credentials and the recovery file.',
    steps: [
      'Create a profile for pre-production or production. The overview lists missing settings.',
      'Enter the onboarding details section by section, and save with [Mod+S].',
      'Import certificate and key from files, or create a key and a request for the authority here. The chain is shown before import.',
      'Enter own accounts with [Mod+I], as on bank records.',
      'Run the doctor: it checks address, certificates, token and health step by step. It moves no money.',
      'Write the recovery file. Keep it and its passphrase away from this computer and from each other.',
    ],
    careful: [
      'Keys, certificates and credentials are stored in the keychain of this computer and never shown again.',
      'Without a recovery file a lost keychain entry means a lost store.',
      'The bank knows this computer’s address. A 403 without a reason usually means an unregistered address. Behind a proxy, it is the proxy’s.',
      'Compare the fingerprint of a private CA by telephone. Anyone who can replace the file can also replace a fingerprint sent with it.',
      'Enter the limits that were agreed. Several workstations at one bank share its five calls a second.',
      'After the first payment, a second person confirms changes of address, products, own accounts, credentials, certificate and private CA.',
    ],
    terms: ['profile', 'environment', 'mtls', 'vault', 'recovery-file', 'listener', 'token'],
    see: ['alerts', 'settings', 'traffic', 'sign-in'],
    sources: [
      'Platform Specification, Authentication: mutual TLS, certificates, registered addresses, credentials',
      'Platform Specification, Limits: 5 transactions per second across all APIs',
    ],
  },
  settings: {
    title: 'Settings',
    purpose:
      'Appearance, owner match, notifications, ACH origination settings, backups and updates of this profile.',
    steps: [
      'Go to a section at the left, or search the settings with [Mod+F].',
      'Choose the theme. Contrast and reduced motion follow the system.',
      'Set the lowest score that counts as an owner match.',
      'Choose which notifications the desktop shows, and the quiet hours. [Mod+J] shows a test notification.',
      'Enter the ACH origination settings from the bank.',
      'Before production, confirm the bank’s unit for amounts in pre-production: originate a small batch, track it, and compare.',
      'To see bank names beside routing numbers, import the FedACH or Fedwire text file under _Bank names_. A file with a broken line is not imported.',
      'Check that the newest backup is verified. [Mod+Shift+B] backs up now. A second folder, such as a share, receives a copy of each.',
      'Check an installer against its manifest before anyone installs it: [Mod+Shift+F].',
      'For support, write diagnostics with [Mod+Shift+D]. Read them, then save them.',
    ],
    careful: [
      'With the wrong unit, every entry is 100 times too large or too small. Only an administrator confirms the unit, with name and time.',
      'Version 2 of account validation needs a path. Get it from the bank.',
      'A bank name is help only. No payment is checked against it, and the bank gets the name that was typed.',
      'A low score threshold accepts wrong owners. The bank suggests 81 or above. Lowering it needs an administrator and a second person.',
      'A backup is encrypted with the key of the profile, which is not in it. Without the keychain or the recovery file no one can read it.',
      'A restored store lacks later actions. Items that may have been sent have an unknown outcome, and drafts wait for a second person.',
    ],
    terms: ['score', 'batch', 'profile'],
    see: ['validation', 'batches', 'connection'],
    sources: [
      'Wire/RTP Payments and ACH Origination Specification, ACH origination request: constraints not shown',
      'Platform Specification, Versioning',
      'Federal Reserve Banks: FedACH and Fedwire participant directories, file formats',
    ],
  },
} as const satisfies Readonly<Record<string, HelpPage>>
