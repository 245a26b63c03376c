/** Why an ACH entry came back, and what a notification of change corrects. */
import { codeFamily, fromBank, fromNetwork, type ExplainedCode } from './code-family.ts'

const unauthorized = 'Counted as unauthorized in the return rates of the network.'

/** The document's text is older than the network's: both are shown, the document's first. */
const r10: ExplainedCode = {
  code: 'R10',
  meaning:
    'Customer advises unauthorized, improper, ineligible or part of an incomplete transaction',
  source: 'bank',
  where: '1-platform.md, Return reason codes',
  notes: unauthorized,
  publicText:
    'Customer advises originator is not known to receiver and/or originator is not authorized by receiver to debit receiver\u2019s account',
}

const returnEntries = [
  ...fromBank('1-platform.md, Return reason codes', [
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
  ...fromNetwork('Nacha, return reason codes', [
    ['R11', 'Customer advises entry not in accordance with the terms of the authorization'],
    ['R12', 'Account sold to another DFI'],
    ['R13', 'Invalid ACH routing number', 'Older text: RDFI not qualified to participate.'],
    ['R14', 'Representative payee deceased or unable to continue in that capacity'],
    ['R15', 'Beneficiary or account holder (other than a representative payee) deceased'],
    ['R16', 'Account frozen / entry returned per OFAC instruction'],
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
    ['R50', 'State law affecting RCK acceptance'],
    ['R51', 'Item related to RCK entry is ineligible or RCK entry is improper', unauthorized],
    ['R52', 'Stop payment on item related to RCK entry'],
    ['R53', 'Item and RCK entry presented for payment'],
    ['R80', 'IAT entry coding error'],
    ['R81', 'Non-participant in IAT program'],
    ['R82', 'Invalid foreign receiving DFI identification'],
    ['R83', 'Foreign receiving DFI unable to settle'],
    ['R84', 'Entry not processed by gateway'],
    ['R85', 'Incorrectly coded outbound international payment'],
  ]),
]

const changeEntries = [
  ...fromBank('1-platform.md, Change codes', [
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
]

/** The families that say what went wrong with an ACH entry. */
export const achReturnFamilies = [
  codeFamily({
    id: 'return-reason',
    topic: 'ACH',
    title: 'Return reason codes',
    fields: ['returnReasonCode', 'retReturnReasonCode'],
    explanation:
      'R and two digits. The document lists R01 to R10 and says that there are more; the rest is the network\u2019s public text.',
    entries: returnEntries,
  }),
  codeFamily({
    id: 'change-code',
    topic: 'ACH',
    title: 'Change codes',
    fields: ['changeCode', 'nocChangeCode'],
    explanation:
      'What a notification of change corrects; the corrected value stands in correctedData. An alert carries only the count of them.',
    entries: changeEntries,
  }),
] as const
