/** Pages about alerts, coverage and reconciliation. */
import type { HelpPage } from '../help-page.ts'

export const told = {
  alerts: {
    title: 'Alerts',
    purpose:
      'Alerts from the bank, unreadable deliveries, the listener that receives them, and forwarding.',
    steps: [
      'Narrow the list by what happened and when, and open an alert: every field is shown with its meaning, [Mod+J] shows the raw alert.',
      'Look at _Quarantine_: deliveries that could not be read are kept and read again with [Mod+Shift+R] after an update.',
      'Under _Listener_ see whether it runs and can be reached, and take the details for the bank: the user name there, the password by the clipboard or on paper.',
      'Under _Forwarding_ an administrator forwards stored alerts to another system: test the address with [Mod+J] first.',
    ],
    careful: [
      'Each delivery is on the disk before it is acknowledged. What was acknowledged is not lost.',
      'The bank does not resend deliveries rejected with 401, 403 or 413. Keep the old password working until the bank has changed over.',
      'Ten seconds are allowed for an answer. The bank tries again after a 5xx, for 24 hours.',
      'One ID with two contents is an alarm. Both are kept; confirm with the bank.',
      'Forwarding delivers at least once and carries account numbers, names and amounts in full.',
    ],
    words: ['alert', 'delivery', 'acknowledgment', 'listener', 'quarantine', 'forwarding'],
    see: ['coverage', 'inbox', 'connection', 'reconciliation'],
    sources: [
      'Platform Specification, Events: delivery, acknowledgment, retries for 24 hours, only after a 5xx',
      'Platform Specification, Authentication: Basic authentication of the subscriber’s endpoint',
    ],
  },
  coverage: {
    title: 'Coverage',
    purpose: 'Checks whether alerts were missed, and lists the events recovered by inquiry.',
    steps: [
      'Look at the days: complete, gap closed, gap not closed, not monitored.',
      'Open a gap to see its cause and its sweep.',
      'Sweep days with [Mod+S]; the screen first shows how many calls it takes.',
      'Look at _Recovered_. Each event was found by inquiry, without an alert.',
      'Compare the items under _To check_ with the bank’s own records; then mark them with [Mod+Enter].',
    ],
    careful: [
      'Incoming wires and RTP payments have no inquiry in the bank’s documents. Only a manual check can find those that were missed.',
      'No alerts on a banking day is a gap too, where the subscription expects alerts.',
      'A sweep runs after all other calls, within the agreed hours. It can take a while and shows its progress.',
    ],
    words: ['gap', 'sweep', 'recovered', 'coverage', 'alert'],
    see: ['alerts', 'inbox', 'inquiry'],
    sources: [
      'Platform Specification, Events: missed events are recovered with the ACH inquiry or wire inquiry APIs',
      'Account Validation and ACH Inquiry Specification, Limits: 180 days, 31 days at once',
    ],
  },
  reconciliation: {
    title: 'Reconciliation',
    purpose:
      'Compares one day of an account: items originated here, bank records, and items missing on either side.',
    steps: [
      'Choose the account and the day; [Alt+ArrowLeft] and [Alt+ArrowRight] go a day back and on.',
      'Request the bank lists for the day with [Mod+U].',
      'Work through the lines that do not match. Each says why.',
      'Print the day with [Mod+P] or export it with [Mod+E].',
      'Sign it off with [Mod+Enter] when it is correct, with a note for open lines.',
    ],
    careful: [
      'A day whose alerts are not complete says so at its top. Signing off does not make it complete.',
      'If a line changes after the sign-off, the day says that it changed.',
      'A payment is listed on the local day it was sent; an entry on its collection date from the bank, otherwise on its effective date.',
      'A batch debited to a different account than it names is reported once. Use that account for the batch.',
      'A sum with an amount that could not be read says how many.',
    ],
    words: ['settle', 'return', 'coverage', 'audit'],
    see: ['coverage', 'inquiry', 'reports', 'orders'],
    sources: [
      'Countersign: what is not known is called not known',
      'Account Validation and ACH Inquiry Specification, ACH transaction detail',
    ],
  },
  reports: {
    title: 'Reports',
    purpose:
      'Previous-day and intraday reports and wire and RTP inquiry. The documents show no bodies for them: you write the body that the bank agreed with you.',
    steps: [
      'Choose the report. Its paging rules are shown beside the body.',
      'Write the body as JSON; the editor names what is wrong and where. [Mod+Shift+F] lays it out.',
      'Ask with [Mod+Enter]. Pages that follow are read with [Mod+U].',
      'Look at the rows, where BAI codes are explained, or at what came.',
      'Keep a body under a name with [Mod+S], and take the question of an earlier answer with [Mod+E].',
    ],
    careful: [
      'Which fields a body takes only the bank can say. A wrong one is refused, and nothing moves.',
      'A report of the previous day takes at most 90 days.',
      'Check images and stop payments are not available here. Call the bank.',
    ],
    words: ['bai', 'correlation', 'reading'],
    see: ['reconciliation', 'traffic', 'code-book'],
    sources: [
      'Platform Specification, Pagination controls',
      'Platform Specification, Limits: at most 90 days',
    ],
  },
} as const satisfies Readonly<Record<string, HelpPage>>
