/** Codes that describe an ACH entry: transaction code, class, addenda, and terms of the inquiry. */
import { codeFamily, fromBank, fromNetwork, meaningNotShown } from './code-family.ts'

const transactionCodes = 'Platform Specification, ACH transaction codes'
const inquiry = 'Account Validation and ACH Inquiry Specification, ACH transaction detail'
const earlierInquiry =
  'Account Validation and ACH Inquiry Specification, Earlier ACH inquiry endpoints'
const origination = 'Wire/RTP Payments and ACH Origination Specification, ACH origination request'
const group = (value: string) => [{ label: 'Group', value }]

const transactionEntries = [
  ...fromBank(
    transactionCodes,
    [
      ['20', 'Reserved'],
      ['21', 'Return or NOC for original 22, 23 or 24'],
      ['22', 'Demand credit (checking deposit)'],
      [
        '23',
        'Prenotification for demand credit, death notification, automated enrollment (non-dollar)',
      ],
      [
        '24',
        'Zero dollar with remittance data (CCD, CTX, IAT), acknowledgement entries (ACK, ATX)',
      ],
    ],
    group('DDA credits'),
  ),
  ...fromBank(
    transactionCodes,
    [
      ['25', 'Reserved'],
      ['26', 'Return or NOC for original 27, 28 or 29'],
      ['27', 'Demand debit (checking withdrawal)'],
      ['28', 'Prenotification for demand debit (non-dollar)'],
      ['29', 'Zero dollar with remittance data (CCD, CTX, IAT)'],
    ],
    group('DDA debits'),
  ),
  ...fromBank(
    transactionCodes,
    [
      ['30', 'Reserved'],
      ['31', 'Return or NOC for original 32, 33 or 34'],
      ['32', 'Savings credit'],
      [
        '33',
        'Prenotification for savings credit, death notification, automated enrollment (non-dollar)',
      ],
      ['34', 'Zero dollar with remittance data, acknowledgement entries'],
    ],
    group('Savings credits'),
  ),
  ...fromBank(
    transactionCodes,
    [
      ['35', 'Reserved'],
      ['36', 'Return or NOC for original 37, 38 or 39'],
      ['37', 'Savings debit'],
      ['38', 'Prenotification for savings debit (non-dollar)'],
      ['39', 'Zero dollar with remittance data'],
    ],
    group('Savings debits'),
  ),
  ...fromNetwork(
    'Nacha, transaction codes',
    [
      ['41', 'Return or NOC for original 42, 43 or 44'],
      ['42', 'General ledger credit'],
      ['43', 'Prenotification for general ledger credit (non-dollar)'],
      ['44', 'Zero dollar with remittance data'],
    ],
    group('General ledger credits'),
  ),
  ...fromNetwork(
    'Nacha, transaction codes',
    [
      ['46', 'Return or NOC for original 47, 48 or 49'],
      ['47', 'General ledger debit'],
      ['48', 'Prenotification for general ledger debit (non-dollar)'],
      ['49', 'Zero dollar with remittance data'],
    ],
    group('General ledger debits'),
  ),
  ...fromBank(
    transactionCodes,
    [
      ['51', 'Return or NOC for original 52, 53 or 54'],
      ['52', 'Loan account credit'],
      ['53', 'Prenotification for loan credit'],
      ['54', 'Zero dollar with remittance data'],
    ],
    group('Loan credits'),
  ),
  ...fromBank(
    transactionCodes,
    [
      ['55', 'Loan account debit (reversals only)'],
      ['56', 'Return or NOC for original 55'],
    ],
    group('Loan debits'),
  ),
]

const iatAddenda = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th'] as const
const addendaTypes = 'Platform Specification, Addenda type codes'
const addendaEntries = fromBank(addendaTypes, [
  ['02', 'POS, SHR or MTE entries'],
  ['05', 'CCD, CIE, CTX, PPD, WEB entries'],
  ...iatAddenda.map(
    (place, index) => [String(10 + index), `${place} addenda record of an IAT entry`] as const,
  ),
  ['17', 'IAT remittance information addenda'],
  ['18', 'IAT foreign correspondent bank addenda'],
  ['98', 'Notification of Change entries'],
  ['99', 'Return entries'],
])

const notOriginated =
  'Used in alerts and inquiries; origination offers CCD, CTX and PPD. The meaning is the network\u2019s.'
const secEntries = [
  ...fromBank('Wire/RTP Payments and ACH Origination Specification, Endpoints', [
    ['CCD', 'Corporate credit or debit'],
    ['CTX', 'Corporate trade exchange, with remittance information'],
    ['PPD', 'Prearranged payments and debits; a batch can hold several details'],
  ]),
  ...fromNetwork('Nacha, standard entry class codes', [
    ['TEL', 'Telephone-initiated entry', notOriginated],
    ['WEB', 'Internet-initiated or mobile entry', notOriginated],
    ['ACK', 'Acknowledgment of a CCD credit'],
    ['ADV', 'Automated accounting advice'],
    ['ARC', 'Accounts receivable entry'],
    ['ATX', 'Acknowledgment of a CTX credit'],
    ['BOC', 'Back office conversion entry'],
    ['CIE', 'Customer-initiated entry'],
    ['COR', 'Notification of change or refused notification of change'],
    ['DNE', 'Death notification entry'],
    ['ENR', 'Automated enrollment entry'],
    ['IAT', 'International ACH transaction'],
    ['MTE', 'Machine transfer entry'],
    ['POP', 'Point-of-purchase entry'],
    ['POS', 'Point-of-sale entry'],
    ['RCK', 'Re-presented check entry'],
    ['SHR', 'Shared network transaction'],
    ['TRC', 'Check truncation entry'],
    ['TRX', 'Check truncation entries exchange'],
    ['XCK', 'Destroyed check entry'],
  ]),
]

const seen = 'Seen in the document; other values are possible.'
const askBank = 'Ask the bank before relying on it.'

export const achEntryFamilies = [
  codeFamily({
    id: 'ach-transaction-code',
    topic: 'ACH',
    title: 'ACH transaction codes',
    fields: ['transactionCode', 'retTranCode', 'tranCode'],
    explanation:
      'Two digits: the kind of account, and credit or debit. In reports, the field of the same name has a three-digit BAI code. The document lists no codes 40 to 50.',
    entries: transactionEntries,
  }),
  codeFamily({
    id: 'addenda-type',
    topic: 'ACH',
    title: 'Addenda type codes',
    fields: ['addendaTypeCode'],
    explanation: 'Two digits: the purpose of an addenda record.',
    entries: addendaEntries,
  }),
  codeFamily({
    id: 'sec-code',
    topic: 'ACH',
    title: 'Standard entry class (SEC) codes',
    fields: ['secCode', 'standardEntryClassCode', 'nachaSecCode', 'nachaSecondarySecCode'],
    explanation:
      'The class of an entry. The document lists CCD, CTX, PPD, TEL and WEB, and explains the first three.',
    entries: secEntries,
  }),
  codeFamily({
    id: 'credit-or-debit',
    topic: 'ACH',
    title: 'Credit or debit',
    fields: ['creditOrDebitCode', 'creditDebitCode', 'crOrDbCode'],
    explanation: 'The bank uses three field names for this code: inquiry, origination, alerts.',
    entries: fromBank('Platform Specification, Wire/RTP alert', [
      ['C', 'Credit'],
      ['D', 'Debit'],
    ]),
  }),
  codeFamily({
    id: 'account-type',
    topic: 'ACH',
    title: 'Account types',
    fields: ['accountType'],
    explanation: 'Values seen in origination. Allowed values are not shown.',
    entries: fromBank(origination, [
      ['C', meaningNotShown, seen],
      ['S', meaningNotShown, seen],
    ]),
  }),
  codeFamily({
    id: 'ach-transaction-type',
    topic: 'ACH',
    title: 'Transaction types',
    fields: ['transactionType'],
    explanation: 'Values seen in origination. Allowed values are not shown.',
    entries: fromBank(origination, [
      ['L', meaningNotShown, `${seen} It may stand for live: an inference, not a statement.`],
      ['P', meaningNotShown, `${seen} It may stand for prenote: an inference, not a statement.`],
    ]),
  }),
  codeFamily({
    id: 'transaction-direction',
    topic: 'ACH',
    title: 'Transaction direction',
    fields: ['transactionDirection'],
    explanation: 'The side of the bank in an entry.',
    entries: fromBank(inquiry, [
      ['ORIGINATING ITEM', 'Originating item'],
      ['RECEIVING ITEM', 'Receiving item'],
    ]),
  }),
  codeFamily({
    id: 'originating-receiver',
    topic: 'ACH',
    title: 'Originating or receiving',
    fields: ['originatingReceiverCode'],
    explanation: 'The answer also has the bank\u2019s text for it.',
    entries: fromBank(earlierInquiry, [
      ['OI', meaningNotShown, askBank],
      ['OO', meaningNotShown, askBank],
      ['RI', meaningNotShown, askBank],
      ['RO', meaningNotShown, askBank],
    ]),
  }),
  codeFamily({
    id: 'transaction-flow',
    topic: 'ACH',
    title: 'Transaction flow',
    fields: ['transactionFlowTypeCode'],
    explanation: 'The answer also has the bank\u2019s text for it.',
    entries: fromBank(earlierInquiry, [
      ['INTRA', meaningNotShown, askBank],
      ['INTER', meaningNotShown, askBank],
    ]),
  }),
] as const
