/**
 * Code tables of the account validation answer. Each field has its own table, because 000 has
 * opposite meanings in different fields (bank note 34). Never read a code without its field.
 */
import { codeTable, type CodeEntry, type Tone } from './code-table.ts'

/** Match fields of the answer, with the letters that each may have (bank note 32). */
export const matchFields = {
  nameMatch: 'YNCU',
  firstNameMatch: 'YNU',
  middleNameMatch: 'YNU',
  lastNameMatch: 'YNU',
  namePrefixMatch: 'YNU',
  nameSuffixMatch: 'YNU',
  businessNameMatch: 'YNCU',
  addressMatch: 'YNCU',
  cityMatch: 'YNCU',
  stateMatch: 'YNU',
  zipCodeMatch: 'YNCU',
  homePhoneMatch: 'YNCU',
  workPhoneMatch: 'YNCU',
  ssnMatch: 'YNCU',
  dobMatch: 'YNCU',
  idTypeMatch: 'YNU',
  idNoMatch: 'YNCU',
  idStateMatch: 'YNU',
} as const satisfies Record<string, string>

const source = 'Account Validation and ACH Inquiry Specification, Account validation response'

const entry = (code: string, title: string, tone: Tone, meaning: string): CodeEntry => ({
  code,
  title,
  meaning,
  tone,
  source,
})

const requestWrong = 'The bank did not check the account. Correct the request and validate again.'

/** `errorCode`: validity of the request. Here 000 is the good answer. */
export const systemErrorCodes = codeTable('System error code', [
  entry('000', 'Normal', 'good', 'The request was valid. This says nothing about the account.'),
  entry('001', 'Invalid routing number', 'bad', requestWrong),
  entry('003', 'Invalid account number', 'bad', requestWrong),
  entry('005', 'Invalid serial number', 'bad', requestWrong),
  entry('006', 'Missing a required field', 'bad', requestWrong),
  entry('008', 'Account number length incorrect', 'bad', requestWrong),
  entry('010', 'Inquiry field too short', 'bad', requestWrong),
  entry('011', 'Inquiry field too long', 'bad', requestWrong),
  entry('013', 'Invalid amount field', 'bad', requestWrong),
  entry(
    '103',
    'Client id does not match',
    'bad',
    'The secondary id of this profile is not the one the bank issued.',
  ),
  entry('104', 'Improper data type or value', 'bad', requestWrong),
  entry('105', 'Bad layout or format', 'bad', requestWrong),
  entry(
    '106',
    'Missing client record id',
    'bad',
    'The profile lacks an id that the bank issued at onboarding.',
  ),
  entry('107', 'Invalid required format', 'bad', requestWrong),
  entry(
    '997',
    'Authorization unavailable',
    'warning',
    'The bank could not check the account. The result is unknown; validate again later.',
  ),
  entry(
    '998',
    'System failure',
    'warning',
    'The bank could not check the account. The result is unknown; validate again later.',
  ),
  entry(
    '999',
    'Timeout',
    'warning',
    'The bank did not finish in time. The result is unknown; validate again later.',
  ),
])

/** `primaryStatusCode`: state of the account. Here 000 is the bad answer. */
export const accountStatusCodes = codeTable('Account status', [
  entry(
    '000',
    'Routing and account combination cannot be located',
    'bad',
    'The database has no such account at this bank.',
  ),
  entry('012', 'Account closed', 'bad', 'The account exists and is closed.'),
  entry(
    '096',
    'No positive or negative information known',
    'unknown',
    'The database has no information. This is neither good nor bad.',
  ),
  entry(
    '099',
    'Open Valid',
    'good',
    'The account is in its bank\u2019s master file and has no other status.',
  ),
  entry(
    '699',
    'Open valid account for a non-participant',
    'good',
    'Version 2 only: the account is open at a bank that does not participate.',
  ),
])

/** `conditionCode`: obstacles to an owner check. 000 means none. */
export const conditionCodes = codeTable('Condition', [
  entry('000', 'Normal', 'good', 'No obstacle to the owner check.'),
  entry(
    '300',
    'Valid routing number, not a participant',
    'unknown',
    'The account\u2019s bank does not participate, so its owner cannot be checked.',
  ),
  entry(
    '301',
    'Valid participant, not an owner authentication contributor',
    'unknown',
    'The account\u2019s bank provides no owner data, so the owner cannot be checked.',
  ),
  entry(
    '302',
    'Valid participant, owner authentication data unavailable',
    'unknown',
    'Owner data were unavailable this time, so the owner was not checked.',
  ),
  entry(
    '304',
    'No name field populated',
    'warning',
    'No name was sent, so nothing was matched. Send a name to check the owner.',
  ),
  entry(
    '396',
    'No known information for the account number',
    'unknown',
    'No information about this account number, so the owner cannot be checked.',
  ),
  entry('900', 'No owner response requested or provided', 'unknown', 'No owner check was made.'),
  entry('901', 'No owner response requested or provided', 'unknown', 'No owner check was made.'),
])

/** Letter of a match field. A blank field was not sent and has no letter (bank note 30). */
export const matchCodes = codeTable('Match', [
  entry(
    'Y',
    'Close or exact match',
    'good',
    'The value sent matches the record of the account\u2019s bank.',
  ),
  entry(
    'C',
    'Conditional match',
    'warning',
    'Similar to the record of the account\u2019s bank, not the same.',
  ),
  entry(
    'N',
    'No match',
    'bad',
    'The value sent differs from the record of the account\u2019s bank.',
  ),
  entry(
    'U',
    'No identifying data available',
    'unknown',
    'The account\u2019s bank has nothing to compare with. This is neither good nor bad.',
  ),
])

/** Every table of the answer by field. */
export const accountValidationTables = {
  errorCode: systemErrorCodes,
  primaryStatusCode: accountStatusCodes,
  conditionCode: conditionCodes,
  match: matchCodes,
} as const
