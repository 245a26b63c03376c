/**
 * The counterparties of the seeded entries: the practice customers, and two other clients of this
 * bank.
 */
import { operatingBank } from '../data/client-accounts.ts'
import { practiceAccounts } from '../data/accounts.ts'
import type { Counterparty } from './entry.ts'

/** Returns a name as ACH records carry it: printable ASCII, at most 22 characters. */
export const recordName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, 22)
    .trimEnd()

const town: readonly Counterparty[] = practiceAccounts
  .filter(({ errorCode, status }) => errorCode === '000' && (status === '099' || status === '699'))
  .map(({ name, kind, accountNumber, routingNumber, bankName }) => ({
    name: recordName(name),
    kind,
    accountNumber,
    routingNumber,
    bankName,
  }))

export const people = town.filter(({ kind }) => kind === 'person')
export const businesses = town.filter(({ kind }) => kind === 'business')

const neighbour = (name: string, accountNumber: string): Counterparty => ({
  name,
  kind: 'business',
  accountNumber,
  routingNumber: operatingBank.routingNumber,
  bankName: operatingBank.name,
})

export const neighbours: readonly Counterparty[] = [
  neighbour('Alder Falls Water', '7200660015'),
  neighbour('Miller County Transit', '7200660023'),
]

/** Returns this bank's own number for a bank, invented from its routing number. */
export const bankNumberOf = (routingNumber: string): string =>
  routingNumber === operatingBank.routingNumber
    ? operatingBank.bankNumber
    : routingNumber.slice(4, 8)
