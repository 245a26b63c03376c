/**
 * The practice customers, of the invented place Alder Falls. Their accounts give every errorCode,
 * account status, condition and match letter of the document (bank document 2, Account validation
 * response).
 */
import type { Town } from '../../../preload/contract/api/practice/practice.ts'
import type { PracticeAccount } from './account.ts'
import { practiceBusinesses } from './businesses.ts'
import { practicePeople } from './people.ts'
import { practiceSignals } from './signals.ts'

/** All accounts of the practice customers. */
export const practiceAccounts: readonly PracticeAccount[] = [
  ...practicePeople,
  ...practiceBusinesses,
  ...practiceSignals,
]

/** Returns the account at a practice bank; null when there is none. */
export const findPracticeAccount = (
  routingNumber: string,
  accountNumber: string,
): PracticeAccount | null =>
  practiceAccounts.find(
    (one) =>
      one.routingNumber === routingNumber &&
      one.accountNumber.toLowerCase() === accountNumber.toLowerCase(),
  ) ?? null

/** Returns the practice data for its panel. */
export const practiceDirectory = (): Town => ({
  name: 'Alder Falls',
  residents: practiceAccounts.map(
    ({ id, name, kind, bankName, routingNumber, accountNumber, shows, owner }) => ({
      id,
      name,
      kind,
      bankName,
      routingNumber,
      accountNumber,
      shows,
      owner,
    }),
  ),
})
