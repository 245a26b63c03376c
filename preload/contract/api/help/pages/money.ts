/** Pages about payments, batches, returns and payees. */
import type { HelpPage } from '../help-page.ts'

export const money = {
  orders: {
    title: 'Payments',
    purpose: 'Every wire and RTP payment of this profile, from draft to the latest bank status.',
    steps: [
      'Choose what is listed by status; each choice shows its count.',
      'Open a payment. Its head shows the steps with their times; the timeline shows every action under its step.',
      'Release an approved one with [Mod+Enter]. Confirm amount, payee and environment.',
      'Track it: status checks and alerts share one timeline. [Mod+Shift+U] checks the status now.',
      'Save the receipt as PDF with [Mod+P] once the payment has ended.',
      'Copy a rejected payment to a new draft with [Mod+Shift+C]. The draft gets its own reference and needs new approvals.',
    ],
    careful: [
      'A release is checked again and sent once. It cannot be recalled from here: wires and RTP payments are final.',
      'If the bank cannot be reached, the release waits. After too long, or after a restart, a person must release it again.',
      'A payment held for repair or review at the bank can only be released by the bank. Call the bank.',
      'A completed payment may still be returned. The money is then credited to your account, and the return appears in the inbox.',
    ],
    words: ['release', 'reference', 'standing', 'business-status', 'journal', 'wire', 'rtp'],
    see: ['compose', 'approvals', 'doubt', 'payments'],
    sources: [
      'Wire/RTP Payments and ACH Origination Specification, Payment response: COMPLETED, IN_PROCESS, FAILED, ERROR',
      'Platform Specification, States and transitions: business statuses of wires and RTP payments',
      'Fedwire and RTP: completed payments are final and irrevocable',
    ],
  },
  compose: {
    title: 'New payment',
    purpose:
      'A wire or an RTP payment: from, to, amount, date and purpose. The rest is folded below. Your input is saved automatically as draft.',
    steps: [
      'Choose the service. Only permitted services are offered.',
      'Choose a payee: type a part of the name and press Enter. _Enter by hand_ opens the details of a payee who is not in the book. Then choose the debit account, which gives the name and address of the sender.',
      '_Copy last payment_ [Mod+Shift+L] takes amount, purpose and account of the last payment to this payee. Nothing is sent.',
      'Type or paste amount and value date, such as $12,500 and 11/26/2026. A field that you leave shows what is sent; what could mean two things is refused. The date starts with the next day that settles; its calendar, Alt+Down, names holidays.',
      'Limits of the policy are beside the amount: what they leave of today, in the time zone of the policy, and per payment.',
      'Verify the beneficiary account with [Mod+Shift+W]. The checker sees the answer as evidence.',
      'Run the bank pre-check with [Mod+Shift+H]: the same checks, without a payment.',
      'Submit it with [Mod+Enter]. The payment waits for a second person. You can return it to draft until it is sent.',
      'Import many payments from a spreadsheet with [Mod+Shift+M]. Each row becomes a draft, with its problems beside it.',
    ],
    careful: [
      'The receiving bank may pay by account number alone, whatever the name. Verify the owner first.',
      'An RTP payment settles at once, also at night, and cannot be recalled.',
      'Broken bank rules are errors and block the payment. Network rules are warnings with their source, and never block.',
      'A file that was imported before is marked, so that nothing is paid twice.',
    ],
    words: ['wire', 'rtp', 'routing', 'reference', 'evidence', 'payee'],
    see: ['orders', 'payees', 'validation', 'approvals'],
    sources: [
      'Wire/RTP Payments and ACH Origination Specification, Payment request body',
      'Regulation J, 12 CFR 210.27: banks may rely on the account number',
      '31 CFR 1010.410(f): name and address from USD 3,000.00',
      'The Clearing House: RTP up to USD 10,000,000.00; Fedwire cutoff for third parties 18:45 Eastern Time',
    ],
  },
  batches: {
    title: 'ACH batches',
    purpose: 'Every CCD, CTX and PPD batch, from draft to the latest bank status of each entry.',
    steps: [
      'Open a batch to see its entries, checks, approvals, sendings and results.',
      'Release an approved batch with [Mod+Enter]. The batch is sent once, in one call.',
      'Read the answer entry by entry: an accepted batch may contain refused entries.',
      'Check the status of the entries by trace number with [Mod+Shift+F]. Alerts also update them.',
      'Correct a mistake that was sent with _Prepare a reversal_: an ordinary new batch in the opposite direction, with its own approvals.',
    ],
    careful: [
      'A settled entry is not final. Returns usually take two banking days, and up to sixty days for unauthorized consumer debits.',
      'A reversal must reach the receiver’s bank within five banking days and for one of four reasons. A reversal is not an undo: the receiver’s bank may return it, and the money may be gone.',
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
      'A grid of entries for one SEC code and one effective date: typed, pasted, or imported from a CSV, XLSX or NACHA file, and checked at once.',
    steps: [
      'Choose SEC code, own account, description and effective date.',
      'Type the entries, paste them, or read a file with [Mod+Alt+I]. One field takes the nine digits of a routing number.',
      'To see the contents of a file without importing it, check it with [Mod+Alt+J].',
      'Go from problem to problem with [F8]: broken rules first, then warnings.',
      'Limits of the policy are beside the totals, with what they leave of today for batches.',
      'An entry that the bank will reject stops the batch. Correct it, or open it with [F4], go in with [F4], and choose _Send anyway_.',
      'Verify the accounts with [Mod+Alt+O]. Each account is checked once, at the bank’s pace.',
      'Check the totals of credits and debits below the entries, and submit with [Mod+Enter].',
      'Save a regular batch as a template. A draft is prepared on its day, and never sent automatically.',
    ],
    careful: [
      'Rows with errors are left out, each with its reason. Compare count and total with those of the file.',
      'Possible duplicates are marked, in this batch and in batches of the last 90 days. Only you can decide.',
      'A file with too many entries becomes several batches, each with its own approval. Make sure that all are released.',
      'Leading zeros belong to account numbers. A spreadsheet that stored them as numbers has lost them.',
      'The bank decides which account it debits. The own account only sets where entries are tracked.',
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
      'Entries returned, not accepted or to be corrected, with the deadlines of the network.',
    steps: [
      'Start with the nearest deadline.',
      'Open an entry. The code is shown with its meaning, the bank’s text first.',
      'Propose a payee change from a notification of change. A second person decides.',
      'Prepare a returned entry again as a draft where that is allowed. The draft needs approvals as usual.',
      'Mark corrections applied another way, with a note.',
      'Compare the return rates with the network’s thresholds.',
    ],
    careful: [
      'An entry returned as R01 or R09 may be presented again twice, with the description RETRY PYMT. An unauthorized entry may not.',
      'Apply a correction within six banking days or before the next entry, whichever is first. Until then the old details are used.',
      'If a correction is not loaded, the entry shows why. Load it, or use the account that the bank debits for the batch.',
      'Above 0.5 % unauthorized, 3 % administrative or 15 % of all debits, the network contacts your bank, and your bank contacts you.',
      'Codes show the bank’s text first, then the network’s. Where they differ, the network’s text is newer.',
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
      'Propose a new payee with [Mod+Shift+H], or a change with [Mod+Shift+E]. Note how you received the details.',
      'Choose person or business. Owner checks use this kind; a check of the other kind does not count.',
      'Verify the account under Validation before you approve.',
      'A checker compares the proposal with the approved details, and approves it with [Mod+Shift+Enter] or refuses it with a reason.',
      'Show an account in full with [Mod+I] only when you need it. Showing it is recorded.',
    ],
    careful: [
      'New account details by mail are the most common fraud. Call the payee at a number you already had.',
      'Until a change is approved, payments use the details approved before.',
      'If a payee changes after a payment is written, the checker sees it.',
      'A removed payee stays in the payee book as _Removed_, with its payments.',
    ],
    words: ['payee', 'maker', 'checker', 'routing'],
    see: ['compose', 'approvals', 'validation'],
    sources: [
      'FFIEC guidance on wholesale payments: dual control over changes of beneficiaries',
      'Nacha, fraud monitoring by originators (2026): changed account details',
    ],
  },
} as const satisfies Readonly<Record<string, HelpPage>>
