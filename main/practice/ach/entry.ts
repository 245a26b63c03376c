/** One ACH entry on a client account, and its state at a given time. */
import type { ClientAccount } from '../data/client-accounts.ts'
import type { SecCode } from './code-texts.ts'

export interface Counterparty {
  readonly name: string
  readonly kind: 'person' | 'business'
  readonly accountNumber: string
  readonly routingNumber: string
  readonly bankName: string
}

/** An entry with its whole future course. Instants in milliseconds since 1970. */
export interface AchEntry {
  /** Digits with leading zeros, too long for a double. */
  readonly parNumber: string
  /** 15 digits: originating institution and serial number. */
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
  /** Identifies the receiver to the originator. */
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

/**
 * The time of an inquiry, and its settlement mode: consolidated settlement has no SETTLED (bank
 * note 49).
 */
export interface Viewpoint {
  readonly nowMs: number
  readonly consolidated: boolean
}

/** Returns an entry's status; null before it is collected. */
export function statusOf(entry: AchEntry, { nowMs, consolidated }: Viewpoint): AchStatus | null {
  if (nowMs < entry.collectedAtMs) return null
  if (returnOf(entry, nowMs)) return 'RETURNED'
  return nowMs >= entry.settledAtMs && !consolidated ? 'SETTLED' : 'COLLECTED'
}

/** Returns the entry's return; null before it happens. */
export const returnOf = (entry: AchEntry, nowMs: number): AchEntry['returned'] =>
  entry.returned && nowMs >= entry.returned.atMs ? entry.returned : null

/** Returns the entry as an inquiry shows it that has not learned of its return yet. */
export const withoutReturn = (entry: AchEntry): AchEntry => ({ ...entry, returned: null })

/** Returns the entry's notification of change; null before it arrives. */
export const changeOf = (entry: AchEntry, nowMs: number): AchEntry['change'] =>
  entry.change && nowMs >= entry.change.atMs ? entry.change : null
