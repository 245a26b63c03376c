/** One ACH entry on an account of the client, and where it stands at a moment. */
import type { ClientAccount } from '../data/client-accounts.ts'
import type { SecCode } from './code-texts.ts'

/** The other side of an entry. */
export interface Counterparty {
  readonly name: string
  readonly kind: 'person' | 'business'
  readonly accountNumber: string
  readonly routingNumber: string
  readonly bankName: string
}

/** An entry with everything that will ever happen to it; instants in milliseconds since 1970. */
export interface AchEntry {
  /** Digits with leading zeros; longer than a double holds. */
  readonly parNumber: string
  /** 15 digits: the originating institution and a number of its own. */
  readonly traceNumber: string
  readonly account: ClientAccount
  /** Whether the client originated it or received it. */
  readonly side: 'originating' | 'receiving'
  /** Between two accounts of this bank, or of two banks. */
  readonly flow: 'INTRA' | 'INTER'
  readonly counterparty: Counterparty
  readonly secCode: SecCode
  readonly transactionCode: string
  readonly amountCents: number
  readonly description: string
  /** What identifies the receiver to the originator. */
  readonly identification: string
  readonly customData: string | null
  readonly checkSerialNumber: string | null
  /** The payment related information of each addenda record, in order. */
  readonly remittance: readonly string[]
  /** Holds IAT addenda. */
  readonly international: boolean
  readonly batchNumber: string
  readonly collectedAtMs: number
  readonly settledAtMs: number
  readonly returned: { readonly atMs: number; readonly reasonCode: string } | null
  readonly change: {
    readonly atMs: number
    readonly changeCode: string
    readonly correctedData: string
  } | null
}

export type AchStatus = 'COLLECTED' | 'SETTLED' | 'RETURNED'

/** When an inquiry asks, and by which settlement: consolidated settlement knows no SETTLED (trap 49). */
export interface Viewpoint {
  readonly nowMs: number
  readonly consolidated: boolean
}

/** Where an entry stands; null before it is collected. */
export function statusOf(entry: AchEntry, { nowMs, consolidated }: Viewpoint): AchStatus | null {
  if (nowMs < entry.collectedAtMs) return null
  if (returnOf(entry, nowMs)) return 'RETURNED'
  return nowMs >= entry.settledAtMs && !consolidated ? 'SETTLED' : 'COLLECTED'
}

/** The return that has happened; null while there is none. */
export const returnOf = (entry: AchEntry, nowMs: number): AchEntry['returned'] =>
  entry.returned && nowMs >= entry.returned.atMs ? entry.returned : null

/** The notification of change that has arrived; null when there is none yet. */
export const changeOf = (entry: AchEntry, nowMs: number): AchEntry['change'] =>
  entry.change && nowMs >= entry.change.atMs ? entry.change : null
