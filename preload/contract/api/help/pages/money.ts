/** Pages about payments, batches, returns and payees. */
import type { HelpPage } from '../help-page.ts'

export const money = {
  orders: {
    title: 'Payments',
    purpose: 'Every wire and RTP payment of this profile, from draft to the latest bank status.',
    steps: [
      'Choose what is listed: drafts, waiting, in progress, ended, or unknown outcome.',
      'Open a payment. Its timeline shows every action and every bank status, in the order received.',
      'Release an approved one with [Mod+Enter]. Confirm amount, payee and environment.',
      'Track it: status checks and alerts share one timeline. [Mod+Shift+U] checks the status now.',
      'Write the receipt as a PDF with [Mod+P] once it has ended.',
      'What was rejected is copied to a new draft with [Mod+Shift+C], which has a reference of its own and needs new approvals.',
    ],
    careful: [
      'A release is computed again from what is stored, and leaves once. What was sent cannot be called back from here: wires and RTP payments are final.',
      'Without a way to the bank a release waits. When it has waited too long, or the program ended meanwhile, a person is asked again.',
      'A payment held for repair or review at the bank can only be released by the bank. Call the bank.',
      'A completed payment may still come back. A return puts the money back on your account, and appears in the inbox.',
    ],
    words: ['release', 'reference', 'standing', 'business-status', 'journal', 'wire', 'rtp'],
    see: ['compose', 'approvals', 'doubt', 'payments'],
    sources: [
      'Wire/RTP Payments and ACH Origination Specification, Payment response: COMPLETED, IN_PROCESS, FAILED, ERROR',
      'Platform Specification, States and transitions: business statuses of wires and RTP payments',
      'Fedwire and RTP: a payment that was carried out is final and irrevocable',
    ],
  },
  compose: {
    title: 'New payment',
    purpose:
      'A wire or an RTP payment, written in the order in which the money travels: sender, banks between, receiving bank, beneficiary. What is typed is kept by itself as a draft.',
    steps: [
      'Choose the service. Only what the profile is permitted is offered.',
      'Choose the account that pays, and a payee of the book. What is not in the book can be typed.',
      'Type amount, currency and value date. The reference is made for you.',
      'Verify the beneficiary account with [Mod+Shift+W]. The checker sees the answer as evidence.',
      'Run the bank pre-check with [Mod+Shift+H]: the same checks, without a payment.',
      'Submit it with [Mod+Enter]. It now waits for a second person, and you can take it back as long as nothing was sent.',
      'Many payments of a spreadsheet become drafts with [Mod+Shift+M], row by row: what is wrong with a row is said beside it.',
    ],
    careful: [
      'The receiving bank may pay by account number alone, whatever the name. Verify the owner first.',
      'An RTP payment settles at once and cannot be called back, at night as well.',
      'Rules of the bank’s document are errors and hold the payment back. Rules of the networks are warnings with their source, and never block.',
      'A file that was imported before is named as such, so that nothing is paid twice by it.',
    ],
    words: ['wire', 'rtp', 'routing', 'reference', 'evidence', 'payee'],
    see: ['orders', 'payees', 'validation', 'approvals'],
    sources: [
      'Wire/RTP Payments and ACH Origination Specification, Payment request body',
      'Regulation J, 12 CFR 210.27: the number may be relied on',
      '31 CFR 1010.410(f): name and address from USD 3,000.00',
      'The Clearing House: RTP up to USD 10,000,000.00; Fedwire cutoff for third parties 18:45 Eastern Time',
    ],
  },
  batches: {
    title: 'ACH batches',
    purpose: 'Every CCD, CTX and PPD batch, from draft to the latest bank status of each entry.',
    steps: [
      'Open a batch: what it holds, its checks, its approvals, what was sent and what came of it.',
      'Release an approved one with [Mod+Enter]. It leaves once, as one call.',
      'Read the answer entry by entry: an accepted batch may hold refused entries.',
      'Check the status of the entries by trace number with [Mod+Shift+F]. Alerts also update them.',
      'A mistake that left already is answered by _Prepare a reversal_: an ordinary new batch in the other direction, with its own approvals.',
    ],
    careful: [
      'A settled entry is not final. A return takes two banking days as a rule, and sixty days where a consumer did not authorize it.',
      'A reversal must reach the receiver’s bank within five banking days and for one of four reasons. It is no undo: the receiver’s bank may return it, and the money may be gone.',
      'Production originates nothing until an administrator has confirmed the bank’s unit for amounts. With the wrong unit, every entry would be 100 times too large or too small.',
      'A batch with an unknown outcome is checked in two ways. Two people can resend it only when both find nothing.',
    ],
    words: ['batch', 'entry', 'sec-code', 'trace', 'settle', 'return', 'reversal'],
    see: ['batch-compose', 'returns', 'inquiry', 'settings'],
    sources: [
      'Wire/RTP Payments and ACH Origination Specification, ACH origination response',
      'Nacha: returns within two banking days, sixty days for unauthorized consumer debits; reversals within five banking days',
    ],
  },
  'batch-compose': {
    title: 'New batch',
    purpose:
      'A grid of entries for one SEC code and one effective date: typed, pasted from a spreadsheet, or read from a CSV, XLSX or NACHA file, and checked as they come.',
    steps: [
      'Choose SEC code, own account, description and effective date.',
      'Type the entries, paste them, or read a file with [Mod+Alt+I]. One field takes the nine digits of a routing number.',
      'To see what a file holds without importing it, check it with [Mod+Alt+J].',
      'Go from problem to problem with [F8]: broken rules first, then warnings.',
      'An entry that the bank will reject stops the batch. Correct it, or open it with [F4], go in with [F4], and choose _Send anyway_.',
      'Verify the accounts with [Mod+Alt+O]. Each account is checked once, at the bank’s pace.',
      'Look at the sums of credits and debits, which are always in sight, and submit with [Mod+Enter].',
      'A batch that is made again and again is kept as a template; on its day a draft is prepared, and never sent.',
    ],
    careful: [
      'Rows of a file that are wrong are left out and said so, with the reason beside each. Compare the count and the sum with the file’s own.',
      'Entries that are alike, in this batch or in those of the last 90 days, are named. Whether it is a duplicate only you can know.',
      'A file with more entries than one call carries becomes several batches, each with its own approval. See that all of them are released.',
      'Leading zeros of accounts are part of them. A spreadsheet that stored them as numbers has lost them already.',
      'The bank decides which account it debits: the request names none. The own account says where entries are tracked.',
      'Company entry description PAYROLL belongs on PPD credits that pay wages.',
    ],
    words: [
      'batch',
      'entry',
      'sec-code',
      'effective-date',
      'routing',
      'check-digit',
      'prenote',
      'odfi',
    ],
    see: ['batches', 'approvals', 'payees', 'settings'],
    sources: [
      'Wire/RTP Payments and ACH Origination Specification, ACH origination request: effective date within 31 days',
      'Nacha: lengths of fields, prenotifications, PAYROLL since 20 March 2026, USD 99,999,999.99 an entry',
      'Federal Reserve Banks: days on which they are closed',
    ],
  },
  returns: {
    title: 'Returns',
    purpose:
      'Entries that came back, that were not accepted, or that the receiving bank wants corrected, with the deadlines of the network.',
    steps: [
      'Work the list from the nearest deadline.',
      'Open an entry. The code is shown with its meaning, the bank’s text first.',
      'A notification of change becomes a proposal for the payee, which a second person decides about.',
      'A returned entry is prepared again as a draft where that is allowed. It needs its approvals like every other.',
      'Mark corrections applied another way, with a note.',
      'Look at the return rates beside the network’s thresholds.',
    ],
    careful: [
      'An entry returned as R01 or R09 may be presented twice more, with RETRY PYMT as its description. An unauthorized one may not.',
      'Apply a correction within six banking days or before the next entry, whichever is first. Until then the old details are used.',
      'A correction that is not loaded says why. Fetch it now, or use the account that the bank debits for the batch.',
      'Above 0.5 % unauthorized, 3 % administrative or 15 % of all debits the network asks your bank, and your bank asks you.',
      'What a code means here is the bank’s own text first and the network’s second; where they differ, the newer one is the network’s.',
    ],
    words: ['return', 'noc', 'entry', 'trace', 'payee'],
    see: ['batches', 'payees', 'inbox', 'code-book'],
    sources: [
      'Nacha: return rate thresholds over 60 days; reinitiation of returned entries; notification of change',
      'Platform Specification, States and transitions: return reason codes',
    ],
  },
  payees: {
    title: 'Payees',
    purpose:
      'The people and businesses this profile pays. Entries take effect only after approval by a second person.',
    steps: [
      'Find a payee by name, bank, routing number or the last four digits of an account.',
      'Propose a new one with [Mod+Shift+H], or a change with [Mod+Shift+E]. Leave in the note how the details reached you.',
      'Say whether it is a person or a business. Owners are checked as that kind, and a check of the other kind never counts.',
      'Verify the account under Validation before you approve.',
      'A checker compares what is proposed with what was, and approves it with [Mod+Shift+Enter] or refuses it with a reason.',
      'Show an account in full with [Mod+I] only when you need it. That is recorded.',
    ],
    careful: [
      'New account details that came by mail are the commonest fraud there is. Call the payee at a number you already had.',
      'Until a change is approved, payments go on using what was agreed before.',
      'A payment to a payee that was changed after the payment was written says so to its checker.',
      'A removed payee stays in the book as _Removed_: what was paid to it stays explained.',
    ],
    words: ['payee', 'maker', 'checker', 'routing'],
    see: ['compose', 'approvals', 'validation'],
    sources: [
      'FFIEC guidance on wholesale payments: dual control over changes of beneficiaries',
      'Nacha, fraud monitoring by originators (2026): changed account details',
    ],
  },
} as const satisfies Readonly<Record<string, HelpPage>>
