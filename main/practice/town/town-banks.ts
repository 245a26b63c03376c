import { practiceBanks } from '../../../preload/contract/kernel/routing-number.ts'

/** A bank of the town. */
export interface TownBank {
  readonly name: string
  readonly routingNumber: string
  /** The length that every account of this bank has; null when they differ. */
  readonly accountLength: number | null
  /** Whether answers about its accounts carry feeAttrib HH (an ACH transaction). */
  readonly reportsFee: boolean
}

export const savings: TownBank = {
  name: 'Alder Falls Savings',
  routingNumber: practiceBanks.savings,
  accountLength: 10,
  reportsFee: true,
}
export const creditUnion: TownBank = {
  name: 'Miller County Credit Union',
  routingNumber: practiceBanks.creditUnion,
  accountLength: null,
  reportsFee: false,
}
export const ferryBank: TownBank = {
  name: 'Ferry Street Bank',
  routingNumber: practiceBanks.ferryBank,
  accountLength: null,
  reportsFee: false,
}
export const northfield: TownBank = {
  name: 'Northfield Trust',
  routingNumber: practiceBanks.northfield,
  accountLength: null,
  reportsFee: false,
}
export const quarryBank: TownBank = {
  name: 'Old Quarry Bank',
  routingNumber: practiceBanks.quarryBank,
  accountLength: null,
  reportsFee: false,
}
export const signalBank: TownBank = {
  name: 'Signal Hill Bank',
  routingNumber: practiceBanks.signalBank,
  accountLength: null,
  reportsFee: false,
}

/** Every bank that the practice bank's database knows. */
export const townBanks = [savings, creditUnion, ferryBank, northfield, quarryBank, signalBank]

/** The bank of a routing number; null when the number is no bank's. */
export const findTownBank = (routingNumber: string): TownBank | null =>
  townBanks.find((bank) => bank.routingNumber === routingNumber) ?? null
