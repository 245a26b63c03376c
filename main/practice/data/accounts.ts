/**
 * Alder Falls: a small town in whose accounts every errorCode, account status, condition and match
 * letter of the document can be met (`2-validation-and-ach-inquiry.md`, Account validation response).
 */
import type { Town } from '../../../preload/contract/api/practice/practice.ts'
import type { PracticeAccount } from './account.ts'
import { practiceBusinesses } from './businesses.ts'
import { practicePeople } from './people.ts'
import { practiceSignals } from './signals.ts'

/** Every account of the town. */
export const practiceAccounts: readonly PracticeAccount[] = [
  ...practicePeople,
  ...practiceBusinesses,
  ...practiceSignals,
]

/** The account at a bank of the town; null when there is none. */
export const findPracticeAccount = (
  routingNumber: string,
  accountNumber: string,
): PracticeAccount | null =>
  practiceAccounts.find(
    (one) =>
      one.routingNumber === routingNumber &&
      one.accountNumber.toLowerCase() === accountNumber.toLowerCase(),
  ) ?? null

/** The town as its panel shows it. */
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
