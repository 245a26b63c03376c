import { operatingBank } from '../data/client-accounts.ts'
import { bankNumberOf } from './counterparties.ts'
import type { AchEntry } from './entry.ts'

/** One side of an entry as the answers show it; undefined fields are left out. */
export interface Side {
  readonly accountNumber: string
  readonly bankNumber: string
  readonly routingNumber: string
  readonly identification: string
  readonly companyName: string | undefined
  readonly customerName: string | undefined
}

/** The client's own id as an originating company. */
export const companyId = '9550142001'

/** Returns the originating and the receiving side of an entry. */
export function sidesOf(entry: AchEntry): {
  readonly originating: Side
  readonly receiving: Side
} {
  const originates = entry.side === 'originating'
  const own: Side = {
    accountNumber: entry.account.accountNumber,
    bankNumber: operatingBank.bankNumber,
    routingNumber: operatingBank.routingNumber,
    identification: originates ? companyId : entry.identification,
    companyName: entry.account.name,
    customerName: undefined,
  }
  const { name, kind, accountNumber, routingNumber } = entry.counterparty
  const other: Side = {
    accountNumber,
    bankNumber: bankNumberOf(routingNumber),
    routingNumber,
    identification: originates ? entry.identification : `8${routingNumber}`,
    companyName: kind === 'business' ? name : undefined,
    customerName: kind === 'person' ? name : undefined,
  }
  return originates
    ? { originating: own, receiving: other }
    : { originating: other, receiving: own }
}

/** Returns the parties as the earlier answers write them. */
export function partyFields(entry: AchEntry): object {
  const { originating, receiving } = sidesOf(entry)
  return {
    receivingAccountNumber: receiving.accountNumber,
    receivingCustIdentificationNumber: receiving.identification,
    receivingCustomerName: receiving.customerName,
    receivingCompanyName: receiving.companyName,
    receivingFIBankNumber: receiving.bankNumber,
    receivingFIRoutingNumber: receiving.routingNumber,
    originatingAccountNumber: originating.accountNumber,
    originatingCustIdentificationNumber: originating.identification,
    originatingCustomerName: originating.customerName,
    originatingCompanyName: originating.companyName,
    originatingFIBankNumber: originating.bankNumber,
    originatingFIRoutingNumber: originating.routingNumber,
  }
}

/** Returns OI, OO, RI or RO: who originates, and whether the two accounts are at this bank. */
export function receiverFields({ side, flow }: AchEntry): object {
  const originates = side === 'originating'
  return {
    // The document lists the four codes without their meaning: the second letter is an
    // interpretation.
    originatingReceiverCode: `${originates ? 'O' : 'R'}${flow === 'INTRA' ? 'I' : 'O'}`,
    originatingReceiverDescription: originates ? 'ORIGINATING ITEM' : 'RECEIVING ITEM',
    transactionFlowTypeCode: flow,
    transactionFlowTypeDescription:
      flow === 'INTRA' ? 'Both accounts at this bank' : 'Accounts at two banks',
  }
}
