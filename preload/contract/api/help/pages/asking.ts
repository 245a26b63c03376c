/** Pages about queries to the bank: accounts, ACH transactions, payments. */
import type { HelpPage } from '../help-page.ts'

export const asking = {
  validation: {
    title: 'Validation',
    purpose:
      'Checks with the bank that an account is open and, with a name, that the person or business owns it. No money moves.',
    steps: [
      'Type routing number and account. In practice, use a test account under Practice bank.',
      'Choose person or business to have the owner compared, or leave it out to ask for the status alone.',
      'Send it with [Mod+Enter]. The first call after a start fetches a token and takes a little longer.',
      'Read the answer from the top: error code, account status, condition, then the score against the threshold, then field by field.',
      'Look at what came, word for word, with [Mod+J].',
    ],
    careful: [
      'The same three digits mean different things in the four lists: 000 is good in two of them and bad in one. Each is shown with its own meaning.',
      'A blank score means that nothing was compared. It is no 0 and no match.',
      'From which score an owner counts as matching is yours to decide, under Settings; the bank’s guidance is 81 or above.',
      'SSN, tax id, date of birth and id number are sent and never kept: only that they were sent, and what matched.',
      'Each call counts at the bank, also one that is asked twice.',
    ],
    words: ['routing', 'score', 'condition', 'reading', 'token'],
    see: ['validation-history', 'bulk', 'code-book', 'settings'],
    sources: [
      'Account Validation and ACH Inquiry Specification, Account validation request and response',
      'Account Validation and ACH Inquiry Specification, Limits: account number at most 17 characters',
    ],
  },
  'validation-history': {
    title: 'Validation history',
    purpose: 'Every answer that the bank gave about an account, newest first, also offline.',
    steps: [
      'Choose what is listed, or search the list.',
      'Open it with Enter; it is read in the same order as on the day it came.',
      'Switch to the raw answer and back with [Mod+J].',
      'Write the list to a file with [Mod+Shift+Y].',
    ],
    careful: [
      'An answer says what was true when it came. Before money leaves the policy may ask for a newer one.',
      'Accounts and owners are masked; showing one in full is recorded.',
    ],
    words: ['reading', 'score', 'correlation'],
    see: ['validation', 'bulk', 'traffic'],
    sources: ['Account Validation and ACH Inquiry Specification, Account validation response'],
  },
  bulk: {
    title: 'Bulk validation',
    purpose:
      'A CSV or XLSX file of accounts, each asked of the bank at most once, within the rate and the agreed hours.',
    steps: [
      'Drop a file on the screen or choose one with [Mod+O]. It is read and checked here, and nothing is sent.',
      'Say what each column means. It is remembered for files with these headers.',
      'Look at the rows that cannot be sent: each says why, and none is lost.',
      'Start with [Mod+Enter]. The time that is left is measured while it runs.',
      'Pause and resume with [Mod+P]. After a restart a run waits until a person resumes it.',
      'Narrow the results by outcome and threshold, and write them as CSV with [Mod+E] or as XLSX with [Mod+Shift+E], masked.',
    ],
    careful: [
      'Rows with an unusual routing number are asked all the same, unless you tick the box above the rows. Each call is counted.',
      'A row that was on its way when the program ended is called unknown. It is asked again by a person only, with [Mod+Shift+A], since the bank may have counted it.',
      'SSN, date of birth and id number of the file stay in memory. After a restart the file is needed again, or the run goes on without them.',
      'A file that is exported in full lies outside the encrypted store: whoever can read it reads the accounts.',
    ],
    words: ['score', 'lane', 'rate-budget'],
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
      'Choose the account and the days, and by which date they are meant. Amounts, trace and PAR number narrow it.',
      'Ask with [Mod+Enter]. More than one page is read on with [Mod+Shift+Enter], which also stops it.',
      'Open a row: every code is shown with its meaning. Its detail is asked for with [Mod+D].',
      'Validate the receiver of a transaction with [Mod+Shift+O].',
      'Keep a search under a name with [Mod+S], and find earlier answers with [Mod+H], also offline.',
    ],
    careful: [
      'The list reaches back 180 days and takes at most 31 days at once. An account of 17 digits cannot be listed.',
      'A list by collected days shows no entry that has come back since; ask by returned days as well.',
      'Rows can be cut off without a word. Where the bank says how many there are, the screen compares.',
      'Times and dates are shown as sent by the bank. Their time zone is unknown.',
    ],
    words: ['trace', 'par', 'entry', 'return', 'noc', 'settle'],
    see: ['batches', 'returns', 'coverage', 'code-book'],
    sources: [
      'Account Validation and ACH Inquiry Specification, POST /accounts/transactions/v1/ach/list: 180 days, 31 days, 1,000 rows',
      'Account Validation and ACH Inquiry Specification, Earlier ACH inquiry endpoints',
    ],
  },
  payments: {
    title: 'Payment status',
    purpose:
      'Bank status of a wire or RTP payment, also of one not sent from here, and the RTP participants.',
    steps: [
      'Search by transaction ID, or by debit account and reference; [Mod+Shift+B] changes between them.',
      'Ask with [Mod+Enter]. The answer is kept, and the same is asked again with [Mod+Shift+Enter].',
      'Read the status with its meaning; [Mod+J] shows what came, word for word.',
      'Go to the RTP participants with [Mod+Shift+P], download the list with [Mod+D] and search it, also offline.',
    ],
    careful: [
      '“Not found” is evidence and no proof. A payment that was just sent may be found later.',
      'Nothing here changes an order. Results for your own orders also appear under Payments.',
      'The list of participants is as old as its download. Its date is shown.',
    ],
    words: ['reference', 'rtp', 'wire', 'participant', 'business-status'],
    see: ['orders', 'doubt', 'traffic'],
    sources: [
      'Wire/RTP Payments and ACH Origination Specification, Endpoints: status by transaction id, by debit account and reference; participants',
    ],
  },
} as const satisfies Readonly<Record<string, HelpPage>>
