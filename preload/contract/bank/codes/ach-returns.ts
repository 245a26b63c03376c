/**
 * Reasons for ACH returns, and corrections of notifications of change. The network's texts follow
 * Nacha's tables as in moov-io/ach (`addenda99.go` makeReturnCodeDict, `addenda98.go`
 * makeChangeCodeDict, and its pages on returns and changes, which also say who uses which code).
 * R90 follows https://www.nacha.org/rules/new-return-reason-code-sanctions-compliance-obligations.
 */
import {
  codeFamily,
  fromBank,
  fromNetwork,
  type CodeFact,
  type ExplainedCode,
} from './code-family.ts'

const unauthorized = 'Counted as unauthorized in the return rates of the network.'

/** The document's text is older than the network's; both are shown, the document's first. */
const r10: ExplainedCode = {
  code: 'R10',
  meaning:
    'Customer advises unauthorized, improper, ineligible or part of an incomplete transaction',
  source: 'bank',
  where: 'Platform Specification, Return reason codes',
  notes: unauthorized,
  publicText:
    'Customer advises originator is not known to receiver and/or originator is not authorized by receiver to debit receiver\u2019s account',
}

const returnTable = 'Nacha, return reason codes'
const usedBy = (who: string): CodeFact => ({ label: 'Used by', value: who })

const returnEntries = [
  ...fromBank('Platform Specification, Return reason codes', [
    ['R01', 'Insufficient funds'],
    ['R02', 'Account closed'],
    ['R03', 'No account / unable to locate account'],
    ['R04', 'Invalid account number structure'],
    ['R05', 'Unauthorized debit to consumer account using corporate SEC code', unauthorized],
    ['R06', 'Returned per ODFI\u2019s request'],
    ['R07', 'Authorization revoked by customer', unauthorized],
    ['R08', 'Payment stopped'],
    ['R09', 'Uncollected funds'],
  ]),
  r10,
  ...fromNetwork(returnTable, [
    ['R11', 'Customer advises entry not in accordance with the terms of the authorization'],
    ['R12', 'Account sold to another DFI'],
    ['R13', 'Invalid ACH routing number', 'Older text: RDFI not qualified to participate.'],
    ['R14', 'Representative payee deceased or unable to continue in that capacity'],
    ['R15', 'Beneficiary or account holder (other than a representative payee) deceased'],
    [
      'R16',
      'Account frozen / entry returned per OFAC instruction',
      'From March 17, 2028 only for a frozen account: sanctions then have R90.',
    ],
    [
      'R17',
      'File record edit criteria / entry with invalid account number initiated under questionable circumstances / improperly initiated reversal',
    ],
    ['R18', 'Improper effective entry date'],
    ['R19', 'Amount field error'],
    ['R20', 'Non-transaction account'],
    ['R21', 'Invalid company identification'],
    ['R22', 'Invalid individual ID number'],
    ['R23', 'Credit entry refused by receiver'],
    ['R24', 'Duplicate entry'],
    ['R25', 'Addenda error'],
    ['R26', 'Mandatory field error'],
    ['R27', 'Trace number error'],
    ['R28', 'Routing number check digit error'],
    ['R29', 'Corporate customer advises not authorized', unauthorized],
    ['R30', 'RDFI not participant in check truncation program'],
    ['R31', 'Permissible return entry (CCD and CTX only)'],
    ['R32', 'RDFI non-settlement'],
    ['R33', 'Return of XCK entry'],
    ['R34', 'Limited participation DFI'],
    ['R35', 'Return of improper debit entry'],
    ['R36', 'Return of improper credit entry'],
    ['R37', 'Source document presented for payment'],
    ['R38', 'Stop payment on source document'],
    ['R39', 'Improper source document'],
  ]),
  ...fromNetwork(
    returnTable,
    [
      [
        'R40',
        'Return of ENR entry by federal government agency',
        'The agency decides alone. ENR entries enroll a person in payments of the government.',
      ],
      ['R41', 'Invalid transaction code (ENR only)'],
      ['R42', 'Routing number / check digit error (ENR only)'],
      ['R43', 'Invalid DFI account number (ENR only)'],
      ['R44', 'Invalid individual ID number / identification number (ENR only)'],
      ['R45', 'Invalid individual name / company name (ENR only)'],
      ['R46', 'Invalid representative payee indicator (ENR only)'],
      ['R47', 'Duplicate enrollment (ENR only)'],
    ],
    [usedBy('Federal government agencies, for ENR entries')],
  ),
  ...fromNetwork(returnTable, [
    ['R50', 'State law affecting RCK acceptance'],
    ['R51', 'Item related to RCK entry is ineligible or RCK entry is improper', unauthorized],
    ['R52', 'Stop payment on item related to RCK entry'],
    ['R53', 'Item and RCK entry presented for payment'],
  ]),
  ...fromNetwork(
    returnTable,
    [
      ['R61', 'Misrouted return', 'The return was sent to a wrong routing number.'],
      [
        'R62',
        'Return of erroneous or reversing debit',
        'A reversal gave the receiver an unintended credit, or did not correct one. Older text: incorrect trace number.',
      ],
      ['R67', 'Duplicate return', 'The same entry was returned more than once.'],
      ['R68', 'Untimely return', 'The return was not sent within the network\u2019s deadline.'],
      ['R69', 'Field error(s)', 'Fields of the return are incorrect. Older text: multiple errors.'],
      [
        'R70',
        'Permissible return entry not accepted / return not requested by ODFI',
        'The RDFI called the return permitted or requested. The ODFI had not agreed to it or asked for it.',
      ],
    ],
    [usedBy('The ODFI, to dishonor a return')],
  ),
  ...fromNetwork(
    returnTable,
    [
      [
        'R71',
        'Misrouted dishonored return',
        'The dishonored return was sent to a wrong routing number.',
      ],
      [
        'R72',
        'Untimely dishonored return',
        'The dishonored return was not sent within the network\u2019s deadline.',
      ],
      ['R73', 'Timely original return', 'The RDFI certifies that its return was sent in time.'],
      ['R74', 'Corrected return', 'Corrects a return that was dishonored with R69.'],
      ['R75', 'Return not a duplicate'],
      ['R76', 'No errors found', 'The return had no such errors as the ODFI named.'],
      [
        'R77',
        'Non-acceptance of R62 dishonored return',
        'The RDFI returned the erroneous and the reversing entry, or the receiver cannot pay the money back.',
      ],
    ],
    [usedBy('The RDFI, to contest a dishonored return')],
  ),
  ...fromNetwork(returnTable, [
    ['R80', 'IAT entry coding error'],
    ['R81', 'Non-participant in IAT program'],
    ['R82', 'Invalid foreign receiving DFI identification'],
    ['R83', 'Foreign receiving DFI unable to settle'],
    ['R84', 'Entry not processed by gateway'],
    ['R85', 'Incorrectly coded outbound international payment'],
  ]),
  ...fromNetwork(
    returnTable,
    [
      [
        'R90',
        'Entry returned due to RDFI\u2019s sanctions compliance obligations',
        'From March 17, 2028. Until then R16 says it.',
      ],
    ],
    [usedBy('The RDFI or a gateway')],
  ),
]

const changeEntries = [
  ...fromBank('Platform Specification, Change codes', [
    ['C01', 'Incorrect bank account number'],
    ['C02', 'Incorrect transit/routing number'],
    ['C03', 'Incorrect transit/routing and account number'],
    ['C04', 'Bank account name change'],
    ['C05', 'Incorrect transaction code'],
    ['C06', 'Incorrect account number and transaction code'],
    ['C07', 'Incorrect routing number, account number and transaction code'],
    ['C08', 'Incorrect receiving DFI identification (IAT only)'],
    ['C09', 'Incorrect individual identification'],
    ['C10', 'Incorrect company name'],
    ['C11', 'Incorrect company identification'],
    ['C12', 'Incorrect company name and identification'],
    ['C13', 'Addenda format error'],
  ]),
  ...fromNetwork('Nacha, notification of change codes', [
    ['C14', 'Incorrect SEC code for outbound international payment'],
  ]),
  ...fromNetwork(
    'Nacha, refused notification of change codes',
    [
      ['C61', 'Misrouted notification of change'],
      ['C62', 'Incorrect trace number'],
      ['C63', 'Incorrect company identification number'],
      ['C64', 'Incorrect individual identification number or identification number'],
      ['C65', 'Incorrectly formatted corrected data'],
      ['C66', 'Incorrect discretionary data'],
      ['C67', 'Routing number not from original entry detail record'],
      ['C68', 'DFI account number not from original entry detail record'],
      ['C69', 'Incorrect transaction code'],
    ],
    [
      usedBy('The ODFI, to refuse a notification of change'),
      { label: 'Time', value: '15 days from the notification' },
    ],
  ),
]

export const achReturnFamilies = [
  codeFamily({
    id: 'return-reason',
    topic: 'ACH',
    title: 'Return reason codes',
    fields: ['returnReasonCode', 'retReturnReasonCode'],
    explanation:
      'R and two digits. The document lists R01 to R10 and mentions more; the rest is the network\u2019s public text. R61 to R77 are about a return itself.',
    entries: returnEntries,
  }),
  codeFamily({
    id: 'change-code',
    topic: 'ACH',
    title: 'Change codes',
    fields: ['changeCode', 'nocChangeCode'],
    explanation:
      'The subject of a notification of change; the corrected value comes with it. C61 to C69 refuse such a notification. Alerts contain only their number.',
    entries: changeEntries,
  }),
] as const
