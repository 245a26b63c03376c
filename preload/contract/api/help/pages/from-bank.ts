/** Pages about alerts, coverage and reconciliation. */
import type { HelpPage } from '../help-page.ts'

export const fromBank = {
  alerts: {
    title: 'Alerts',
    purpose:
      'Alerts from the bank, unreadable deliveries, the listener that receives them, and forwarding.',
    steps: [
      'Filter the list by event and time, and open an alert to see every field with its meaning. [Mod+J] shows the raw alert.',
      'Each payment or batch has one line: its newest alert, or a return. For every alert, clear _One line per payment or batch_ under _More filters_.',
      'Review _Quarantine_. Read unreadable deliveries again with [Mod+Shift+R] after an update.',
      'Under _Listener_, check that it runs and can be reached. Copy the details for the bank there: the user name, and the password to the clipboard or a PDF.',
      'Under _Forwarding_, an administrator forwards stored alerts to another system: test the address with [Mod+J] first. Outside your own network they take the profile’s proxy.',
    ],
    careful: [
      'Each delivery is stored on disk before it is acknowledged. An acknowledged alert is not lost.',
      'The bank does not resend deliveries rejected with 401, 403 or 413. Keep the old password valid until the bank uses the new one.',
      'The bank waits ten seconds for an answer. After a 5xx it retries for 24 hours.',
      'Two alerts with one ID and different content are an alarm. Both are stored; confirm with the bank.',
      'Forwarding delivers at least once and carries account numbers, names and amounts in full. A second person confirms its start, its address and its credential.',
    ],
    terms: ['alert', 'delivery', 'acknowledgment', 'listener', 'quarantine', 'forwarding'],
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
      'Review the days: complete, gap closed, gap not closed, not monitored. Their zone is that of the policy.',
      'Open a gap to see its cause and its sweep.',
      'Sweep days with [Mod+S]. The screen first shows the number of calls.',
      'Review _Recovered_. Each event was found by inquiry, without an alert. A wire names who confirmed the fields.',
      'Compare the items under _To check_ with the bank’s own records; then mark them with [Mod+Enter].',
    ],
    careful: [
      'The bank documents no inquiry for incoming wires and RTP payments. Wires in _Reports_ count once a person has confirmed their fields; all others need a manual check.',
      'A banking day without alerts is also a gap if the subscription expects alerts.',
      'A sweep runs after all other calls, within the agreed hours, and shows its progress.',
    ],
    terms: ['gap', 'sweep', 'recovered', 'coverage', 'alert'],
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
      'Choose the account and the day. [Alt+ArrowLeft] and [Alt+ArrowRight] move by a day.',
      'Request the bank lists for the day with [Mod+U].',
      'Work through the lines that do not match. Each shows why.',
      'Print the day with [Mod+P] or export it with [Mod+E].',
      'Sign it off with [Mod+Enter] when it is correct, with a note for open lines.',
    ],
    careful: [
      'A day with incomplete alerts is marked at the top. Signing off does not make it complete.',
      'A day that changed since it was shown is not signed off, but shown again. If a line changes after the sign-off, the day shows it.',
      'A payment is listed on the local day it was sent; an entry on its collection date from the bank, otherwise on its effective date.',
      'A batch debited to a different account than it names is reported once. Use that account for the batch.',
      'Amounts that could not be read are counted below the totals.',
    ],
    terms: ['settle', 'return', 'coverage', 'audit'],
    see: ['coverage', 'inquiry', 'reports', 'orders'],
    sources: [
      'Countersign: unknown values are called unknown',
      'Account Validation and ACH Inquiry Specification, ACH transaction detail',
    ],
  },
  reports: {
    title: 'Reports',
    purpose:
      'Previous-day and intraday reports and wire and RTP inquiry. The bank\u2019s documents show no bodies for them: account and days are sent as in the ACH inquiry, or in a body agreed with the bank.',
    steps: [
      'Choose the report, an own account or another number, days and rows. What is blank is not sent.',
      'If the bank agreed other names with you, write the body as JSON under Advanced. [Mod+Shift+F] formats it.',
      'Request the report with [Mod+Enter]. Load more pages with [Mod+U].',
      'Read the rows, with BAI codes explained, or the raw answer.',
      'Save a request with [Mod+S], and use the request of an earlier answer with [Mod+E].',
    ],
    careful: [
      'Only the bank knows the fields of a body. A wrong one is refused, and no money moves.',
      'A previous-day report covers at most 90 days.',
      'Check images and stop payments are not available here. Call the bank.',
    ],
    terms: ['bai', 'correlation', 'reading'],
    see: ['reconciliation', 'traffic', 'code-book'],
    sources: [
      'Platform Specification, Pagination controls',
      'Platform Specification, Limits: at most 90 days',
    ],
  },
} as const satisfies Readonly<Record<string, HelpPage>>
