/** Pages about practice and the workstation: codes, calls, operators, audit, connection. */
import type { HelpPage } from '../help-page.ts'

export const workstation = {
  practice: {
    title: 'Practice bank',
    purpose:
      'A bank of its own with a town of invented people. It is reached as a real bank is, and can be made to misbehave. No money exists here.',
    steps: [
      'Choose somebody of the town; _Ask_ fills the validation form with them.',
      'Order a scenario, for how many calls and for which product: refusals, lost answers, a payment taken in and then a timeout, returns.',
      'Have the bank send alerts: in order, twice, late, broken off.',
      'Look at its counters: what it took in, and whether anything broke its document.',
      'Learn doubt here first: order _Taken in, then gateway timeout (504)_ and send a payment.',
    ],
    careful: [
      'The two operators of practice need no passphrase. Nothing of practice reaches a real bank.',
      'Scenarios that are armed stay armed until they were used or are cleared.',
    ],
    words: ['environment', 'doubt', 'alert'],
    see: ['validation', 'doubt', 'alerts', 'connection'],
    sources: ['Countersign: the practice bank follows the bank’s three documents'],
  },
  components: {
    title: 'Components',
    purpose:
      'Every part of the screens in every state, for whoever changes or checks how they look. It stands in practice alone and does nothing.',
    steps: [
      'Find a part by the list _On this page_.',
      'Change the theme by [Mod+K] and look again.',
    ],
    careful: ['All data here is invented, and no button reaches a bank.'],
    words: [],
    see: ['practice', 'settings'],
    sources: ['WCAG 2.2, level AA'],
  },
  'code-book': {
    title: 'Code book',
    purpose: 'Every code of the bank’s documents with its meaning and the place where it stands.',
    steps: [
      'Search with [Mod+F]: a code, or words of its meaning.',
      'Narrow by family: the same letters mean different things in different families.',
      'Open a code for its whole text, and what the network says where the document is silent.',
    ],
    careful: [
      'A code that is not in the book is shown as it came, and called unknown. It is never dropped.',
      'R10 and R11 mean today what the network says; the bank’s text is older. Both stand there.',
    ],
    words: ['return', 'noc', 'condition', 'business-status', 'bai'],
    see: ['returns', 'validation', 'alerts'],
    sources: [
      'Platform Specification, Shared data values; States and transitions',
      'Nacha: return and change codes, where the documents are silent',
    ],
  },
  traffic: {
    title: 'Traffic',
    purpose:
      'Every call to the bank: what it was for, how long it waited and took, its headers and bodies, masked.',
    steps: [
      'Find a call by any part of it with [Mod+F], or narrow by time, status and kind.',
      'Open it: where the time went, what was said, and its correlation id.',
      'Copy it as cURL with [Mod+Shift+C]; secrets are replaced by names.',
      'Pick calls with Space and make a support bundle with [Mod+E]. It is shown first, and saved with [Mod+S] as it was shown.',
    ],
    careful: [
      'The bank’s desk finds a call by its correlation id. Give it that, and no screenshot with accounts.',
      'Showing a call in full is recorded. No secret is ever shown: keys and credentials are not in the record at all.',
      'A call that was held back and never began is not listed here.',
    ],
    words: ['correlation', 'lane', 'support-bundle', 'token', 'silence'],
    see: ['connection', 'audit', 'doubt'],
    sources: [
      'Platform Specification, Errors: common error envelope; Shared identifiers and headers',
    ],
  },
  operators: {
    title: 'Operators',
    purpose: 'Who signs in, what each may do, and what money needs before it leaves.',
    steps: [
      'Add an operator with [Mod+Shift+O]: name, roles, and a first passphrase that the first sign-in replaces.',
      'Give makers and checkers to different people. Name two administrators.',
      'Write the policy: approvals by amount and who may give them, limits for each payment and day, which evidence is required, times.',
      'Put it in force with [Mod+S]. What changed, and by whom, is kept with the earlier policies.',
    ],
    careful: [
      'What no rule names is refused, and never waved through. An empty amount is no limit.',
      'A payment that you make cannot be approved by somebody whose name, roles or passphrase you set last.',
      'A stricter policy holds for what was approved before as well: it is checked again at the release.',
      'The last administrator cannot be disabled.',
    ],
    words: ['maker', 'checker', 'policy', 'approval'],
    see: ['approvals', 'audit', 'sign-in'],
    sources: [
      'FFIEC guidance on wholesale payments: dual control, limits, and separation of duties',
      'Countersign: nobody approves their own work, administrators included',
    ],
  },
  audit: {
    title: 'Audit',
    purpose:
      'Every act of a person and every call to the bank, in a chain of hashes of which nothing can be taken out unseen.',
    steps: [
      'Find an entry by who, what, when, or by what it was done to.',
      'Open it for its detail and its hash, and list everything that was done to the same thing.',
      'Check the whole chain with [Mod+Shift+U].',
      'Export it with [Mod+E], keep the file elsewhere, and have it checked by the stand-alone verifier.',
      'Compare the fingerprint of the signing key with the one that was written down at the start.',
    ],
    careful: [
      'If the chain does not hold, everything before the break still does. Export it, keep the file, and tell whoever is responsible.',
      'A chain proves that nothing was changed later. That an act was right, a person has to judge: have somebody read it who did none of them.',
    ],
    words: ['audit', 'checkpoint'],
    see: ['operators', 'traffic', 'reconciliation'],
    sources: [
      'Countersign: every act and every call is in the chain before anybody has its result',
    ],
  },
  connection: {
    title: 'Connection',
    purpose:
      'Which bank this is and what it needs to answer: addresses, own accounts, products and hours, alerts, certificates, credentials and the recovery file.',
    steps: [
      'Make a profile for pre-production or production. The overview says what is still missing.',
      'Enter what onboarding handed over, section by section, and save it with [Mod+S].',
      'Take the certificate with its key from files, or make a key here with a request for the authority. The chain is shown before it is taken.',
      'Enter own accounts with [Mod+I], as the bank writes them.',
      'Run the doctor: address, certificates, token and health, one step after the other. It moves no money.',
      'Write the recovery file, and keep it and its passphrase apart from this computer and from each other.',
    ],
    careful: [
      'Keys, certificates and credentials go into the keychain of this computer and are never shown again.',
      'Without a recovery file a lost keychain entry means a lost store.',
      'The bank knows this computer’s address. A 403 without a reason is mostly an address that is not registered.',
      'Compare the fingerprint of a private CA by telephone. Whoever could exchange the file could exchange what is written beside it.',
      'Enter the limits that were agreed. Several workstations at one bank share its five calls a second.',
    ],
    words: ['profile', 'environment', 'mtls', 'vault', 'recovery-file', 'listener', 'token'],
    see: ['alerts', 'settings', 'traffic', 'sign-in'],
    sources: [
      'Platform Specification, Authentication: mutual TLS, certificates, registered addresses, credentials',
      'Platform Specification, Limits: 5 transactions per second across all APIs',
    ],
  },
  settings: {
    title: 'Settings',
    purpose:
      'How this profile looks, reads answers and notifies, what ACH batches are written with where the documents leave it open, its backups, and newer versions.',
    steps: [
      'Choose the theme. Contrast and reduced motion follow the system.',
      'Set the score from which an owner counts as matching.',
      'Choose which notifications the desktop shows, and the quiet hours. [Mod+J] shows one now.',
      'Enter the constants of ACH origination that the bank gave you.',
      'Before production, confirm in pre-production in what the bank counts an amount: originate a small batch, follow it, and compare.',
      'Look whether the newest backup is verified. [Mod+Alt+K] makes one now; a second folder, such as a share, gets a copy of each.',
      'Have an installer checked with the manifest beside it before anybody installs it: [Mod+Alt+F].',
      'For whoever helps you: [Mod+Alt+M] writes diagnostics. Read them, then save them.',
    ],
    careful: [
      'Dollars or cents taken wrongly make every entry a hundred times too much or too little. Only an administrator confirms it, with name and time.',
      'Version 2 of account validation needs a path that the document does not show. Ask the bank.',
      'A lower score threshold makes strangers match. The bank’s guidance is 81 or above.',
      'A backup is encrypted with the key of the profile, which is not in it. Without the keychain or the recovery file nobody can read it.',
      'What is restored knows nothing of what was done since. What may have been sent is in doubt afterwards, and drafts wait for a second person.',
    ],
    words: ['score', 'batch', 'profile'],
    see: ['validation', 'batches', 'connection'],
    sources: [
      'Wire/RTP Payments and ACH Origination Specification, ACH origination request: constraints not shown',
      'Platform Specification, Versioning',
    ],
  },
} as const satisfies Readonly<Record<string, HelpPage>>
