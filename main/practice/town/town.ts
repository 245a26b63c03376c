/**
 * Alder Falls: a small town in whose accounts every errorCode, account status, condition and match
 * letter of the document can be met (`2-validation-and-ach-inquiry.md`, Account validation response).
 */
import type { Town } from '../../../preload/contract/api/practice/practice.ts'
import type { TownAccount } from './town-account.ts'
import { townBusinesses } from './town-businesses.ts'
import { townPeople } from './town-people.ts'
import { townSignals } from './town-signals.ts'

/** Every account of the town. */
export const townAccounts: readonly TownAccount[] = [
  ...townPeople,
  ...townBusinesses,
  ...townSignals,
]

/** The account at a bank of the town; null when there is none. */
export const findTownAccount = (routingNumber: string, accountNumber: string): TownAccount | null =>
  townAccounts.find(
    (one) =>
      one.routingNumber === routingNumber &&
      one.accountNumber.toLowerCase() === accountNumber.toLowerCase(),
  ) ?? null

/** The town as its panel shows it. */
export const townDirectory = (): Town => ({
  name: 'Alder Falls',
  residents: townAccounts.map(
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
