/**
 * Signal Row: accounts that return one fixed errorCode for any inquiry, because a workstation that
 * follows the document never causes most of them.
 */
import { account, type PracticeAccount } from './account.ts'
import type { ErrorCode } from '../error-codes.ts'
import { signalBank } from './banks.ts'

const signal = (errorCode: ErrorCode, saying: string): PracticeAccount =>
  account({
    name: `Signal Row ${errorCode}`,
    bank: signalBank,
    accountNumber: `700${errorCode}`,
    shows: `Always answers code ${errorCode}: ${saying}.`,
    errorCode,
    owner: { firstName: 'Signal', lastName: 'Row' },
  })

export const practiceSignals: readonly PracticeAccount[] = [
  signal('001', 'invalid routing number'),
  signal('003', 'invalid account number'),
  signal('005', 'invalid serial number, although none was sent'),
  signal('006', 'a required field is missing; with HTTP 400'),
  signal('008', 'account number length incorrect'),
  signal('010', 'an inquiry field is too short'),
  signal('011', 'an inquiry field is too long'),
  signal('013', 'invalid amount, although none was sent'),
  signal('103', 'the client id does not match'),
  signal('104', 'improper data type or value; with HTTP 400'),
  signal('105', 'bad layout or format; with HTTP 400'),
  signal('106', 'the client record id is missing; with HTTP 400'),
  signal('107', 'invalid required format'),
  signal('997', 'authorization unavailable'),
  signal('998', 'system failure'),
  signal('999', 'timeout'),
]
