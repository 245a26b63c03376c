/**
 * What the listener hands to the store and gets back. A delivery is what one POST of the bank held; it is
 * flushed before anybody reads it, and only then answered (design, Alerts; trap 94).
 */
import type { QuarantineReason } from '../../../preload/contract/api/alerts/alert.ts'
import type { ListenerState } from '../../../preload/contract/api/alerts/listener.ts'

/** 100 alerts of wires with all their address lines are near 1 MB (platform notes, section 4). */
export const longestBodyBytes = 4 * 1024 * 1024

/** One POST that came with good credentials. */
export interface Delivery {
  readonly id: string
  /** When its last byte came, ISO UTC. */
  readonly at: string
  /** The address that delivered it; null: not known. */
  readonly remote: string | null
  readonly contentType: string | null
  readonly bytes: Uint8Array
  /** Why its bytes are still compressed, as its sender sent them; absent: they are not. */
  readonly compressed?: 'otherwise' | 'damaged' | 'too-large'
}

/** Since when and why nothing can be stored. */
export type NotStoring = NonNullable<ListenerState['notStoring']>

/** What a delivery is answered with. `body` is JSON. */
export interface DeliveryAnswer {
  /**
   * 200: kept and acknowledged. 400: kept, and nothing in it can be acknowledged. 413 and 415: the same, because of what
   * it becomes, and of how it is compressed. 503: not kept, the bank tries again.
   */
  readonly status: 200 | 400 | 413 | 415 | 503
  readonly body: string
  /** How many alerts the answer acknowledges. */
  readonly alerts: number
  /** Why it is kept in quarantine; absent: it is not. */
  readonly held?: QuarantineReason
}

/** Takes deliveries in; resolves when they are on the disk, or could not be brought there. Never rejects. */
export interface AlertIntake {
  accept(delivery: Omit<Delivery, 'id' | 'at'>): Promise<DeliveryAnswer>
  /** Reads what an earlier run kept and did not read. */
  readOn(): Promise<void>
  /** Set while deliveries cannot be stored, in the store's words. */
  notStoring(): NotStoring | null
  /** Resolves when everything that was accepted is answered and read. */
  settled(): Promise<void>
}
