import { hasRoutingChecksum } from '../../preload/contract/routing-number.ts'

/** A bank of the town. Routing numbers are invented: no real bank has one that starts with 55. */
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
  routingNumber: '550010016',
  accountLength: 10,
  reportsFee: true,
}
export const creditUnion: TownBank = {
  name: 'Miller County Credit Union',
  routingNumber: '550020022',
  accountLength: null,
  reportsFee: false,
}
export const ferryBank: TownBank = {
  name: 'Ferry Street Bank',
  routingNumber: '005510016',
  accountLength: null,
  reportsFee: false,
}
export const northfield: TownBank = {
  name: 'Northfield Trust',
  routingNumber: '550030038',
  accountLength: null,
  reportsFee: false,
}
export const quarryBank: TownBank = {
  name: 'Old Quarry Bank',
  routingNumber: '550040044',
  accountLength: null,
  reportsFee: false,
}
export const signalBank: TownBank = {
  name: 'Signal Hill Bank',
  routingNumber: '550050050',
  accountLength: null,
  reportsFee: false,
}

/** Every bank that the practice bank's database knows. */
export const townBanks = [savings, creditUnion, ferryBank, northfield, quarryBank, signalBank]

/** The bank of a routing number; null when the number is no bank's, or its checksum is wrong. */
export const findTownBank = (routingNumber: string): TownBank | null =>
  hasRoutingChecksum(routingNumber)
    ? (townBanks.find((bank) => bank.routingNumber === routingNumber) ?? null)
    : null
