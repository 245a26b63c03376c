import { practiceBanks } from '../../../preload/contract/kernel/routing-number.ts'

/** A bank of the practice data. */
export interface PracticeBank {
  readonly name: string
  readonly routingNumber: string
  /** The length of every account number at this bank; null when lengths differ. */
  readonly accountLength: number | null
  /** Whether answers about its accounts carry feeAttrib HH (an ACH transaction). */
  readonly reportsFee: boolean
}

export const savings: PracticeBank = {
  name: 'Alder Falls Savings',
  routingNumber: practiceBanks.savings,
  accountLength: 10,
  reportsFee: true,
}
export const creditUnion: PracticeBank = {
  name: 'Miller County Credit Union',
  routingNumber: practiceBanks.creditUnion,
  accountLength: null,
  reportsFee: false,
}
export const ferryBank: PracticeBank = {
  name: 'Ferry Street Bank',
  routingNumber: practiceBanks.ferryBank,
  accountLength: null,
  reportsFee: false,
}
export const northfield: PracticeBank = {
  name: 'Northfield Trust',
  routingNumber: practiceBanks.northfield,
  accountLength: null,
  reportsFee: false,
}
export const quarryBank: PracticeBank = {
  name: 'Old Quarry Bank',
  routingNumber: practiceBanks.quarryBank,
  accountLength: null,
  reportsFee: false,
}
export const signalBank: PracticeBank = {
  name: 'Signal Hill Bank',
  routingNumber: practiceBanks.signalBank,
  accountLength: null,
  reportsFee: false,
}

/** All banks in the practice bank's database. */
export const practiceBankList = [
  savings,
  creditUnion,
  ferryBank,
  northfield,
  quarryBank,
  signalBank,
]

/** Returns the bank of a routing number; null when no bank has it. */
export const findPracticeBank = (routingNumber: string): PracticeBank | null =>
  practiceBankList.find((bank) => bank.routingNumber === routingNumber) ?? null
