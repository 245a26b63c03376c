/** The practice client's accounts at the practice bank, whose movements the client can query. */
import { practiceBanks } from '../../../preload/contract/kernel/routing-number.ts'

/** The bank that operates the APIs, as a party of payments. */
export const operatingBank = {
  name: 'Countersign Practice Bank',
  routingNumber: practiceBanks.operatingBank,
  bankNumber: '0075',
} as const

/** The originator in the client's NACHA files. Invented. */
export const practiceCompanyId = '1550060066'

/** The client as the sender of payments, with one line of the address each. Invented. */
export const practiceSender = {
  legalName: 'Alder Falls Company',
  address: '200 Mill Road\nAlder Falls OR 97001',
} as const

/** One account of the client. Numbers are text as the bank writes them. */
export interface ClientAccount {
  readonly name: string
  readonly accountNumber: string
  readonly currency: 'USD'
}

/** The account that ACH batches are drawn on. */
export const operatingAccount: ClientAccount = {
  name: 'Alder Falls Operating',
  accountNumber: '7200450011',
  currency: 'USD',
}

/**
 * All accounts of the client. The last has 17 digits and cannot be given to the ACH list (bank note
 * 36).
 */
export const clientAccounts: readonly ClientAccount[] = [
  operatingAccount,
  { name: 'Alder Falls Payroll', accountNumber: '7200450029', currency: 'USD' },
  { name: 'Alder Falls Receivables', accountNumber: '0072004500', currency: 'USD' },
  { name: 'Alder Falls Reserve', accountNumber: '72004500370000017', currency: 'USD' },
]

/** An account entry of one day, for the reports. Amounts in cents. */
export interface AccountEntry {
  readonly accountNumber: string
  /** YYYY-MM-DD. */
  readonly date: string
  readonly amountMinor: number
  readonly creditOrDebit: 'C' | 'D'
  /** Three digits. */
  readonly baiCode: string
  readonly text: string
  /** The source: a PAR number or a transaction id. */
  readonly reference: string
}

/** A source of movements on the client's accounts: the ACH ledger or the payment ledger. */
export interface AccountMovements {
  entries(): readonly AccountEntry[]
}
