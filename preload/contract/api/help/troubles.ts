/** Problems and solutions, most severe first. */
import type { HelpTrouble } from './help-page.ts'

export const troubles: readonly HelpTrouble[] = [
  {
    id: 'doubt',
    title: 'A sending is in doubt',
    shows:
      'The rail shows _Unknown outcomes_ with a number, and the inbox has an item _Unknown outcome_.',
    steps: [
      'Do not write the payment again. It may be at the bank.',
      'Wait for the look-ups, which begin at once and go on by themselves; most doubts end within a minute.',
      'If it stays, open it under _Unknown outcomes_, check its status yourself, and call the bank with the reference and the correlation ID.',
      'Only when the bank says that it does not have it, let two people send the same body a second time under the same reference.',
    ],
    see: ['doubt', 'payments', 'traffic'],
  },
  {
    id: 'listener',
    title: 'The listener is off or cannot be reached',
    shows: 'The foot of the window says so at Listener; days in Coverage are not whole.',
    steps: [
      'Open Alerts, Listener: it says what is wrong, such as a port in use, a certificate that has ended or no password.',
      'Put that right under Connection, Addresses or Certificates, and save. It starts by itself.',
      'Use _Check from outside_ there, or ask the bank to deliver something. That this computer reaches its own public address does not prove that the bank does.',
      'Open Coverage: the gap is swept by itself. Compare incoming wires and RTP payments by hand, since no inquiry finds them.',
    ],
    see: ['alerts', 'coverage', 'connection'],
  },
  {
    id: 'certificate',
    title: 'A certificate is about to end',
    shows:
      'The overview counts the days, and the doctor warns. After its last day every call is refused.',
    steps: [
      'Order a new one in time: an authority takes days, and the bank may have to be told.',
      'Make a new key and its request under Connection, Certificates, and send the request to the authority.',
      'Take the new certificate there. The one in use is kept until the new one was proven.',
      'Run the doctor. Its health check proves the new one.',
      'The listener has a certificate of its own: give the new one to the proxy in front of it as well.',
    ],
    see: ['connection', 'alerts', 'overview'],
  },
  {
    id: 'keychain',
    title: 'The keychain is locked, or its entry is gone',
    shows: 'The foot of the window says so at Keychain, and the profile does not open.',
    steps: [
      'Locked: unlock it, usually with the password of this computer’s account, and try again.',
      'No answer: look for a question of the system behind the window.',
      'Entry gone or unreadable: open the profile with its recovery file and the passphrase.',
      'No recovery file: restore the keychain from its backup. The store is encrypted, unchanged, and cannot be read without its key.',
    ],
    see: ['connection', 'sign-in'],
  },
  {
    id: 'store',
    title: 'The store of a profile is damaged, or gone',
    shows:
      'The profile does not open, and the dialog says why; or an item “Backup” stands in the inbox.',
    steps: [
      'Change nothing in its folder. What stands there is kept beside whatever is restored.',
      'Open the profile again: the dialog offers its backups, and a file from elsewhere.',
      'Take the newest that is verified, and say why.',
      'Afterwards look at Doubt first: what was approved by then may have been sent since. Then heed the drafts, and compare with the bank.',
    ],
    see: ['connection', 'doubt', 'settings'],
  },
  {
    id: 'rate',
    title: 'The bank answers 429',
    shows: 'The foot of the window counts down two minutes, and nothing is sent.',
    steps: [
      'Wait. Restarting does not shorten it, and what waits goes out by itself afterwards.',
      'If it comes again: another workstation or system uses the same credentials. Lower this one’s share under Connection, Products and hours.',
      'Higher limits are asked for at the bank’s client success manager.',
    ],
    see: ['traffic', 'connection'],
  },
  {
    id: 'unreachable',
    title: 'The bank cannot be reached, or refuses',
    shows: 'The foot of the window says not reachable, or refused with a number.',
    steps: [
      'Run the doctor under Connection. It says which step fails and what that means.',
      '401: the credentials, or a token that was revoked. A fresh token is tried by itself; a payment is released again by a person.',
      '403: mostly an address of this computer that is not registered at the bank, or a product that is not permitted.',
      '500 to 504: at the bank. For payments the outcome is then not known; see under doubt.',
      'Everything that was seen can be read meanwhile, and drafts can be written. Nothing queued leaves unseen afterwards.',
    ],
    see: ['connection', 'traffic', 'doubt'],
  },
  {
    id: 'unknown-money',
    title: 'Money left that nobody here knows of',
    shows:
      'An item “Unmatched” in the inbox, or a line of the reconciliation that only the bank has.',
    steps: [
      'Ask whoever else may send from that account.',
      'If nobody knows of it, call the bank at once: a return of an unauthorized entry of a business account has to be asked for within a banking day or two.',
      'Lock the operators whose sign-ins may be known to others, and have the audit read.',
    ],
    see: ['inbox', 'reconciliation', 'operators', 'audit'],
  },
  {
    id: 'chain',
    title: 'The audit chain does not hold',
    shows: 'Audit says at which entry.',
    steps: [
      'Change nothing, and send nothing from this profile.',
      'Export the chain, keep the file apart, and write down the fingerprint of the key and the time.',
      'Tell whoever is responsible, with the last export that did hold.',
    ],
    see: ['audit'],
  },
]
