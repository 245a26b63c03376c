/** Problems and solutions, most severe first. */
import type { HelpTrouble } from './help-page.ts'

export const troubles: readonly HelpTrouble[] = [
  {
    id: 'unknown-outcome',
    title: 'A payment has an unknown outcome',
    shows:
      'The rail shows _Unknown outcomes_ with a number, and the inbox has an item _Unknown outcome_.',
    steps: [
      'Do not write the payment again. It may be at the bank.',
      'Wait for the automatic status checks. They start at once, and most cases resolve within a minute.',
      'If it stays, open it under _Unknown outcomes_, check its status yourself, and call the bank with the reference and the correlation ID.',
      'Only when the bank reports that it does not have it, have two people resend it under the same reference.',
    ],
    see: ['unknown-outcomes', 'payment-inquiry', 'traffic'],
  },
  {
    id: 'listener',
    title: 'The listener is off or cannot be reached',
    shows: 'The status bar shows it at Listener; days in Coverage are incomplete.',
    steps: [
      'Open Alerts, Listener: it shows the cause, such as a port in use, an expired certificate or no password.',
      'Correct it under Connection, Addresses or Certificates, and save. The listener starts automatically.',
      'Use _Check from outside_ there, or ask the bank to deliver something. That this computer reaches its own public address does not prove that the bank does.',
      'Open Coverage: the gap is swept automatically. Compare incoming wires and RTP payments by hand: a sweep does not find them.',
    ],
    see: ['alerts', 'coverage', 'connection'],
  },
  {
    id: 'certificate',
    title: 'A certificate is about to expire',
    shows:
      'The overview counts the days, and the doctor warns. After its last day every call is refused.',
    steps: [
      'Order a new one in time: an authority takes days, and the bank may need notice.',
      'Create a new key and its request under Connection, Certificates, and send the request to the authority.',
      'Import the new certificate there. The current one is kept until the new one is proven.',
      'Run the doctor. Its health check proves the new one.',
      'The listener has a certificate of its own: give the new one to the proxy in front of it as well.',
    ],
    see: ['connection', 'alerts', 'overview'],
  },
  {
    id: 'keychain',
    title: 'The keychain is locked, or its entry is gone',
    shows: 'The status bar shows it at Keychain, and the profile does not open.',
    steps: [
      'Locked: unlock it, usually with the password of this computer’s account, and try again.',
      'No answer: look for a system dialog behind the window.',
      'Entry gone or unreadable: open the profile with its recovery file and the passphrase.',
      'No recovery file: restore the keychain from its backup. The store is encrypted, unchanged, and cannot be read without its key.',
    ],
    see: ['connection', 'sign-in'],
  },
  {
    id: 'store',
    title: 'The store of a profile is damaged, or gone',
    shows:
      'The profile does not open, and the dialog shows why; or the inbox shows an item _Backup_.',
    steps: [
      'Change nothing in its folder. Its files stay next to the restored ones.',
      'Open the profile again: the dialog offers its backups, and a file from elsewhere.',
      'Choose the newest verified backup, and enter the reason.',
      'Afterwards open _Unknown outcomes_ first: items approved by then may have been sent since. Then review the drafts, and compare with the bank.',
    ],
    see: ['connection', 'unknown-outcomes', 'settings'],
  },
  {
    id: 'rate',
    title: 'The bank answers 429',
    shows: 'The status bar counts down two minutes or more, and nothing is sent.',
    steps: [
      'Wait. Restarting does not shorten it. Waiting calls are then sent automatically.',
      'If it happens again, another workstation or system uses the same credentials. Lower this one’s share under Connection, Addresses.',
      'Ask the bank’s client success manager for higher limits.',
    ],
    see: ['traffic', 'connection'],
  },
  {
    id: 'unreachable',
    title: 'The bank cannot be reached, or refuses',
    shows: 'The status bar shows not reachable, or refused with a number.',
    steps: [
      'Run the doctor under Connection. The doctor shows which step fails, and why.',
      '401: wrong credentials or a revoked token. A new token is requested automatically; a person must release a payment again.',
      '403: usually an unregistered address of this computer, or a product that is not permitted.',
      'The proxy refuses or does not answer: nothing was sent. The doctor’s step _Proxy_ names the reason for the network team.',
      '500 to 504: a problem at the bank. Payments then have an unknown outcome; see _Unknown outcomes_.',
      'Meanwhile, stored data can be read and drafts can be written. No queued payment is sent later without a person.',
    ],
    see: ['connection', 'traffic', 'unknown-outcomes'],
  },
  {
    id: 'unknown-money',
    title: 'Unrecognized debit',
    shows: 'An item _Unmatched_ in the inbox, or a reconciliation line that only the bank has.',
    steps: [
      'Ask everyone who can send from that account.',
      'If no one recognizes it, call the bank at once: returns of unauthorized entries on business accounts must be requested within one or two banking days.',
      'Disable operators whose sign-ins may be known to others, and have the audit reviewed.',
    ],
    see: ['inbox', 'reconciliation', 'operators', 'audit'],
  },
  {
    id: 'chain',
    title: 'The audit chain is broken',
    shows: 'Audit shows the entry.',
    steps: [
      'Change nothing, and send nothing from this profile.',
      'Export the chain, keep the file apart, and write down the fingerprint of the key and the time.',
      'Inform the person responsible, with the last verified export.',
    ],
    see: ['audit'],
  },
]
