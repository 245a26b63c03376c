/** Pages about queries to the bank: accounts, ACH transactions, payments. */
import type { HelpPage } from '../help-page.ts'

export const inquiryPage = {
  validation: {
    title: 'Validation',
    purpose:
      'Checks with the bank that an account is open and, with a name, that the person or business owns it. No money moves.',
    steps: [
      'Type routing number and account. In practice, use a test account under Practice bank.',
      'Choose person or business to compare the owner. Without it, only the status is checked.',
      'Fill in what you know of the owner: more fields give a better validation.',
      'Send it with [Mod+Enter]. The first call after a start takes a little longer.',
      'Read the answer from the top: error code, account status, condition, then the score against the threshold, then field by field.',
      'Show the raw answer with [Mod+J]. Search it, and fold parts of it.',
      'Pay the account with [Mod+Shift+P]. The new payment has the answer as its ownership check, and the approved payee with this account, if there is one.',
    ],
    careful: [
      'The bank compares without case, spacing and punctuation: OBRIEN matches O’Brien.',
      'The same three digits mean different things in the four lists: 000 is good in two of them and bad in one. Each is shown with its own meaning.',
      'A blank score means that nothing was compared. It is neither 0 nor a match.',
      'Set the lowest score that counts as an owner match under Settings. The bank’s guidance is 81 or above.',
      'SSN, tax id, date of birth and id number are sent and never stored. Only the fields sent and the result are stored.',
      'The bank counts each call, also a repeated one.',
    ],
    terms: ['routing', 'score', 'condition', 'reading', 'token'],
    see: ['validation-history', 'bulk', 'code-book', 'settings'],
    sources: [
      'Account Validation and ACH Inquiry Specification, What the service does',
      'Account Validation and ACH Inquiry Specification, Account validation request and response',
      'Account Validation and ACH Inquiry Specification, Limits: account number at most 17 characters',
    ],
  },
  'validation-history': {
    title: 'Validation history',
    purpose: 'Every validation answer from the bank, newest first, also offline.',
    steps: [
      'Filter or search the list.',
      'Open an answer with Enter. It is shown as on the day it was received.',
      'Switch to the raw answer and back with [Mod+J].',
      'Pay the account of an open answer with [Mod+Shift+P].',
      'Export the list with [Mod+Shift+Y].',
    ],
    careful: [
      'An answer shows the state at that time. The policy may require a newer one before money is sent.',
      'Accounts and owners are masked; showing one in full is recorded.',
    ],
    terms: ['reading', 'score', 'correlation'],
    see: ['validation', 'bulk', 'traffic'],
    sources: ['Account Validation and ACH Inquiry Specification, Account validation response'],
  },
  bulk: {
    title: 'Bulk validation',
    purpose:
      'Validates a CSV or XLSX file of accounts, each one at most once, within the rate limit and the agreed hours.',
    steps: [
      'Drop a file on the screen or choose one with [Mod+O]. The file is read and checked here, and nothing is sent.',
      'Map each column to a field. Columns that are not used are named. The mapping is remembered for files with the same headers.',
      'Review the rows that are held back. Each shows its reason, and none is lost. Correct the selected row with [F2]; the file is not changed. After a run, [F2] opens the rows that it held back, for a run of their own.',
      'Start with [Mod+Enter]. The time left is shown during the run.',
      'Pause and resume with [Mod+P]. After a restart a run waits until a person resumes it.',
      'Query the rows without a result again with [Mod+Shift+A]; rows that the bank answered are left out.',
      'Propose the accounts whose owner matches as payees with [Mod+Shift+B]. A second person approves each.',
      'Press a result above the rows to list its rows. Filter by outcome and score, and export them, masked, as CSV with [Mod+E] or as XLSX with [Mod+Shift+E].',
    ],
    careful: [
      'Rows with an unusual routing number are sent too, unless you hold them back above the rows. Each call is counted.',
      'A row that was being sent when the program ended is unknown. Only a person can send it again, with [Mod+Shift+A], because the bank may have counted it.',
      'SSN, date of birth and id number of the file stay in memory only. After a restart, choose the file again or continue without them.',
      'A full export is outside the encrypted store. Anyone who can open the file can read the accounts.',
    ],
    terms: ['score', 'lane', 'rate-budget'],
    see: ['validation', 'validation-history', 'payees'],
    sources: [
      'Platform Specification, Limits: 5 transactions per second across all APIs',
      'Account Validation and ACH Inquiry Specification, Account validation request',
    ],
  },
  inquiry: {
    title: 'ACH inquiry',
    purpose:
      'Status of ACH transactions of your own accounts: collected, settled, returned, corrected.',
    steps: [
      'Choose the account, the days, and the date type. Narrow the search by amount, trace or PAR number.',
      'Query the bank with [Mod+Enter]. Load further pages, or stop loading, with [Mod+Shift+Enter].',
      'Open a row to see every code with its meaning. Get its detail with [Mod+D].',
      'Validate the receiver of a transaction with [Mod+Shift+O].',
      'Save a search with [Mod+S], and find earlier answers with [Mod+H], also offline.',
    ],
    careful: [
      'The list goes back 180 days, at most 31 days at once. Accounts of 17 digits cannot be listed.',
      'A list by collected dates does not include returned entries. Search by returned dates too.',
      'Rows can be missing without notice. The screen compares the count if the bank reports one.',
      'Times and dates are shown as sent by the bank. Their time zone is unknown.',
    ],
    terms: ['trace', 'par', 'entry', 'return', 'noc', 'settle'],
    see: ['batches', 'returns', 'coverage', 'code-book'],
    sources: [
      'Account Validation and ACH Inquiry Specification, ACH transaction list: 180 days, 31 days, 1,000 rows',
      'Account Validation and ACH Inquiry Specification, Earlier ACH inquiry endpoints',
    ],
  },
  'payment-inquiry': {
    title: 'Payment status',
    purpose:
      'Bank status of any wire or RTP payment, also if not sent from here, and the RTP participants.',
    steps: [
      'Search by transaction ID, or by debit account and reference. [Mod+Shift+B] switches between them.',
      'Check the status with [Mod+Enter]. The answer is saved. Check again with [Mod+Shift+Enter].',
      'Read the status with its meaning. [Mod+J] shows the raw answer.',
      'Go to the RTP participants with [Mod+Shift+P], download the list with [Mod+D] and search it, also offline.',
    ],
    careful: [
      '“Not found” is evidence, not proof. A payment that was just sent may be found later.',
      'Nothing here changes an order. Results for your own orders also appear under Payments.',
      'The participant list is as old as its download. The date is shown.',
    ],
    terms: ['reference', 'rtp', 'wire', 'participant', 'business-status'],
    see: ['orders', 'unknown-outcomes', 'traffic'],
    sources: [
      'Wire/RTP Payments and ACH Origination Specification, Endpoints: status by transaction id, by debit account and reference; participants',
    ],
  },
} as const satisfies Readonly<Record<string, HelpPage>>
