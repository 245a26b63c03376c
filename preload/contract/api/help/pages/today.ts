/** Pages about the overview, the inbox, approvals and unknown outcomes. */
import type { HelpPage } from '../help-page.ts'

export const today = {
  overview: {
    title: 'Overview',
    purpose:
      'The day at a glance: what waits for you, what is in doubt, what failed or came back, what the bank told, and whether the connection holds.',
    steps: [
      'Read what waits first. Every figure opens the list behind it.',
      'Look at the alerts by hour or by day with [Mod+D]; [Mod+J] shows the same as a table.',
      'Look at payments and batches by status and amount; each line opens its list.',
      'Look at certificate, token, coverage and rate budget before you begin to release.',
      'Count again with [Mod+U] when the figures are older than you like.',
    ],
    careful: [
      'A sum over amounts of which one is not known says so. It is never a smaller sum.',
      'A day without alerts can be a quiet day or a listener that nobody reaches. Coverage tells which.',
      'Certificates of the bank usually end after a year. The overview says how many days are left, and a new one takes the authority days to issue.',
    ],
    words: ['coverage', 'standing', 'doubt', 'rate-budget'],
    see: ['inbox', 'approvals', 'coverage', 'reconciliation'],
    sources: ['Platform Specification, Authentication: certificates typically expire annually'],
  },
  inbox: {
    title: 'Inbox',
    purpose:
      'What needs a person, wherever it comes from: doubt, refusals, returns, corrections, repairs, alerts that contradict each other or match nothing, deliveries that could not be read, and what no inquiry finds again.',
    steps: [
      'Open an item with Enter. Beside the list stands why it needs somebody and what can be done.',
      'Assign it with [Mod+J], to yourself or to somebody else. Several are assigned at once when they are picked.',
      'Open what it is about with [Mod+Enter] and deal with it there.',
      'Write what was done with [Mod+I] and keep the note with [Mod+S].',
      'Mark it done with [Mod+D]. What ends by itself leaves by itself, and can be looked at among the done ones.',
    ],
    careful: [
      'Marking an item done changes nothing else. A return stays a return, and a payment in doubt stays in doubt.',
      '_Alarm_ means that two alerts came under one id and say different things. Neither is taken for the truth: ask the bank.',
      '_Unmatched_ means that money left an account of yours which no order here explains. If nobody knows of it, tell the bank at once.',
      'A replayed alert says what it would change, and changes nothing.',
    ],
    words: ['item', 'doubt', 'return', 'noc', 'quarantine', 'business-status'],
    see: ['doubt', 'returns', 'alerts', 'coverage'],
    sources: [
      'Nacha: a notification of change is heeded within six banking days or before the next entry',
      'Platform Specification, States and transitions: wire and RTP business statuses',
    ],
  },
  approvals: {
    title: 'Approvals',
    purpose:
      'Payments and batches waiting for a second person, with the exact message that would be sent, its checks and its warnings.',
    steps: [
      'Open what waits. If you looked at it before, what has changed since stands first.',
      'Compare who is paid, the account and the amount with the paper or the request that you hold, and not with what the maker told you.',
      'Read the evidence: the bank pre-check, who owns the account and how old that check is, whether this payee was ever paid before.',
      'Look at the warnings. They name the network’s rule and never block; you decide.',
      'Approve with [Mod+Enter]: amount, payee and environment stand once more on the button. Or send it back with [Mod+Shift+B] and say what is to be changed.',
      'When every approval is there, it is released under Payments or ACH batches.',
    ],
    careful: [
      'Your approval covers one hash: of exactly this message, its evidence and this profile. Any change voids it.',
      'Nobody approves their own work, administrators included. What you wrote, changed or proposed is not offered to you.',
      'Account details that changed lately, a first payment and haste are how fraud looks. Call the payee at a number that you had before.',
      'A check of the owner that has grown too old for the policy does not count; it has to be made again.',
    ],
    words: ['approval', 'checker', 'maker', 'evidence', 'policy', 'release'],
    see: ['orders', 'batches', 'payees', 'operators'],
    sources: [
      'FFIEC guidance on wholesale payments: dual control, entry and verification by different people',
      'Regulation J, 12 CFR 210.27: the beneficiary’s bank may rely on the number and not on the name',
      'Nacha, fraud monitoring by originators (2026): new receivers and changed account details',
    ],
  },
  doubt: {
    title: 'Unknown outcomes',
    purpose:
      'Payments and batches that may be at the bank or not: the connection broke, or the answer did not say. Nothing here is sent again by itself. The screen stands in the rail while there is any.',
    steps: [
      'Open it and read what was sent, when, and how far it came.',
      'Check its status with [Mod+Shift+U]. Status checks also run by themselves, first at once and then slower; most unknown outcomes end that way.',
      'If the bank finds it, the outcome is known and it goes on as any other.',
      'If no status check finds it for as long as the policy asks, propose a resend with [Mod+Shift+P], and say why. Another person, who sees the same evidence, confirms it with [Mod+Enter].',
      'Or call the bank; Option 3 lists the details for the call. Record the bank’s reply with [Mod+Shift+B]; another person, who did not make it, confirms it with [Mod+Shift+Enter].',
      'Made: it is accepted and tracked further. Not made: two people may resend it, or one closes it.',
    ],
    careful: [
      '“Not found” is evidence and no proof: the bank may show a payment late.',
      'A status check that does not show what the bank has taken in is no answer: nothing can be resent by it. “Status check not proven” means that there was nothing it could have shown; then the second person gives a reason, too.',
      'The bank’s documents do not say what it does with a repeated reference. If it made the first one, a resend can pay twice; the screen says so before anybody confirms.',
      'Do not write a new payment instead. Under a new reference the bank cannot tell it from the first.',
      'A batch is looked for in two ways, by its id and by the inquiry, and an empty list before its day could be shown says nothing.',
      'If new evidence comes between proposal and confirmation, propose it again. A status check with the same answer is no new evidence.',
      'The bank is asked about what was closed as not made, too. If it has it after all, it stands here again, in red.',
      'What was closed as not made is copied only when its value date has passed and a status check since still finds none.',
    ],
    words: ['doubt', 'second-sending', 'evidence', 'journal', 'reference'],
    see: ['orders', 'batches', 'payments', 'traffic'],
    sources: [
      'Wire/RTP Payments and ACH Origination Specification, Endpoints: status by debit account and reference, for timing and technical errors',
      'Platform Specification, Errors: after 502, 503 and 504 ask or wait before anything is sent again',
    ],
  },
} as const satisfies Readonly<Record<string, HelpPage>>
