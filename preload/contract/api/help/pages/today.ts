/** Pages about the overview, the inbox, approvals and unknown outcomes. */
import type { HelpPage } from '../help-page.ts'

export const today = {
  overview: {
    title: 'Overview',
    purpose:
      'Today at a glance: open work, cutoff, sums sent, exceptions, alerts, and the state of the connection.',
    steps: [
      'A new profile begins with its _First steps_, ticked by what was done. _Dismiss_ hides them.',
      'Read the waiting items first. Every figure opens its list.',
      '_Sent today_ shows the wire cutoff, and each rail beside your daily limit. A resent payment counts once, one closed as not made does not; the limit counts each sending.',
      '_Last 30 days_ shows the dollars sent by day, or the returns.',
      'Look at the alerts by hour or by day with [Mod+D]; [Mod+J] shows the same as a table.',
      'Look at payments and batches by status and amount; each line opens its list.',
      'Check certificate, token, coverage and rate budget before you start releasing.',
      'Refresh the figures with [Mod+U].',
    ],
    careful: [
      'A sum with an unknown amount is marked. It is never shown as a smaller sum.',
      'A day without alerts can be a quiet day or an unreachable listener. Coverage shows which.',
      'Certificates usually expire after a year. The overview shows the days left. A new one takes days to issue.',
    ],
    terms: ['coverage', 'bank-status', 'unknown-outcome', 'rate-budget'],
    see: ['inbox', 'approvals', 'coverage', 'reconciliation'],
    sources: ['Platform Specification, Authentication: certificates typically expire annually'],
  },
  inbox: {
    title: 'Inbox',
    purpose:
      'Everything that needs a person: unknown outcomes, rejections, unclear entries, returns, corrections, repairs, conflicting or unmatched alerts, unreadable deliveries, and items that no inquiry recovers.',
    steps: [
      'Open an item with Enter. The details show the reason and the next step.',
      'Assign it with [Mod+J], to yourself or someone else. Pick several to assign them together.',
      'Open the related record with [Mod+Enter] and resolve it there. In the list this opens the record of the focused item, or of the first.',
      'Write a note with [Mod+I] and save it with [Mod+S].',
      'Mark it as done with [E]. Items that close automatically appear under Done.',
    ],
    careful: [
      'Marking an item as done changes nothing else. A return stays a return, and an unknown outcome stays unknown.',
      'An item that has changed since it was shown is not marked. Read it again.',
      '_Alarm_ means that two alerts share one ID but differ. Neither is used: confirm with the bank.',
      '_Unmatched_ means an unrecognized debit on your account. If no one recognizes it, call the bank at once.',
      'A replayed alert shows its effect, and changes nothing.',
    ],
    terms: ['item', 'unknown-outcome', 'return', 'noc', 'quarantine', 'business-status'],
    see: ['unknown-outcomes', 'returns', 'alerts', 'coverage'],
    sources: [
      'Nacha: a notification of change is applied within six banking days or before the next entry',
      'Platform Specification, States and transitions: wire and RTP business statuses',
    ],
  },
  approvals: {
    title: 'Approvals',
    purpose:
      'Payments and batches waiting for an approval or for their release, with the exact content to be sent and the evidence.',
    steps: [
      'Open a waiting item, or go from one to the next with [J] and back with [K]. _Checks_ names the worst in red. Changes since your last review appear first.',
      'Compare payee, account and amount with the original document or request, not with the maker’s word.',
      'Read the evidence: the bank pre-check, the account owner verification and its age, and earlier payments to this payee.',
      'Read the warnings. They name the network’s rule and never block. You decide. A possible duplicate is named in red, with its maker’s reason if it was known then. You give yours.',
      'Approve with [A]: the question repeats amount, payee, account and environment. Or send it back with [Mod+Shift+B] and a reason.',
      'To approve or release several, select them with [Space] or [Mod+A], then press [Shift+A] or [Shift+R]. One question lists them all, with each warning and the totals; its button works once you reached the end of the list.',
      'Note what others must know with _Add comment_, or add documents with _Attach files_. Both stay for good, and never void an approval.',
      'The open item names who acts next. After the last approval, release it here with [R], or under _To release_.',
    ],
    careful: [
      'Your approval covers exactly this content, its evidence and this profile. Any change voids it.',
      'No one approves their own work, administrators included. Items you wrote, changed or proposed are not offered to you.',
      'Recently changed account details, a first payment and urgency are signs of fraud. Call the payee at a number you already had.',
      'An owner verification older than the policy allows does not count. Run it again.',
      'Items with a doubtful or missing owner verification, possible duplicates and flagged payees are left out of a common question. Decide them one by one.',
    ],
    terms: ['approval', 'checker', 'maker', 'evidence', 'policy', 'release'],
    see: ['orders', 'batches', 'payees', 'operators'],
    sources: [
      'FFIEC guidance on wholesale payments: dual control, entry and verification by different people',
      'Regulation J, 12 CFR 210.27: the beneficiary’s bank may rely on the number and not on the name',
      'Nacha, fraud monitoring by originators (2026): new receivers and changed account details',
    ],
  },
  'unknown-outcomes': {
    title: 'Unknown outcomes',
    purpose:
      'Payments and batches that may or may not be at the bank: the connection broke, or the answer was unclear. Nothing here is resent automatically.',
    steps: [
      'Open it and read the sent content, the time, and how far it came.',
      'Check its status with [Mod+Shift+U]. Status checks also run automatically, first at once and then less often. They resolve most cases.',
      'If the bank finds it, the outcome is known and it continues like any other.',
      'If no status check finds it for the time set in the policy, propose a resend with [Mod+Shift+P] and a reason, and hand over with [Mod+Shift+H]. Another person, who sees the same evidence, opens it with [R] and confirms it with [Mod+Enter] once it was read to its end.',
      'Or call the bank; Option 3 shows the details for the call. Record the reply with [Mod+Shift+B]; another person, who did not make it, confirms it with [Mod+Shift+Enter].',
      'Made: it is accepted and tracked. Not made: two people can resend it, or one closes it.',
    ],
    careful: [
      '“Not found” is evidence, not proof: the bank may show a payment late.',
      'A status check that cannot show accepted items is no answer, and allows no resend. “Status check not proven” means that it had nothing to find: then both people give a reason.',
      'How the bank treats a repeated reference is unknown. If it made the first payment, a resend can pay twice. The screen warns before anyone confirms.',
      'Do not write a new payment instead. Under a new reference the bank cannot recognize it as the same payment.',
      'A batch is checked in two ways, by its ID and by the inquiry. An empty list before its day can appear proves nothing.',
      'New evidence between proposal and confirmation requires a new proposal. A status check with the same result is not new evidence.',
      'Items closed as not made are still checked at the bank. If the bank has one after all, it appears here again, in red.',
      'An item closed as not made can be copied only after the last day on which the bank may still make it (for a wire, the banking day after), when a later status check still finds nothing.',
    ],
    terms: ['unknown-outcome', 'resend', 'evidence', 'journal', 'reference'],
    see: ['orders', 'batches', 'payment-inquiry', 'traffic'],
    sources: [
      'Wire/RTP Payments and ACH Origination Specification, Endpoints: status by debit account and reference, for timing and technical errors',
      'Platform Specification, Errors: after 502, 503 and 504, check or wait before resending',
    ],
  },
} as const satisfies Readonly<Record<string, HelpPage>>
