/**
 * The data between the listener and the store. A delivery is the body of one POST of the bank; it
 * is flushed to the disk before anything reads it, and answered only afterwards (bank note 94).
 */
import type { QuarantineReason } from '../../../preload/contract/api/alerts/alert.ts'
import type { NotStoring } from '../alert-events.ts'

/** One POST with valid credentials. */
export interface Delivery {
  readonly id: string
  /** When its last byte came, ISO UTC. */
  readonly at: string
  /** The sender's address; null: unknown. */
  readonly remote: string | null
  readonly contentType: string | null
  readonly bytes: Uint8Array
  /** Why the bytes are still compressed as sent; absent: they are not. */
  readonly compressed?: 'unsupported' | 'damaged' | 'too-large'
}

/** The answer to a delivery. `body` is JSON. */
export interface DeliveryAnswer {
  /**
   * 200: stored and acknowledged. 400: stored, and nothing in it can be acknowledged. 413 and 415:
   * the same, because of its decompressed size or its coding. 503: not stored, the bank tries
   * again.
   */
  readonly status: 200 | 400 | 413 | 415 | 503
  readonly body: string
  /** The number of alerts that the answer acknowledges. */
  readonly alerts: number
  /** Why it is quarantined; absent: it is not. */
  readonly quarantineReason?: QuarantineReason
}

/** The answer to a delivery that is not in the store: the bank keeps it and delivers it again. */
export const notStored: DeliveryAnswer = {
  status: 503,
  body: '{"message":"Not stored: deliver it again"}',
  alerts: 0,
}

/**
 * Accepts deliveries; resolves when they are on the disk, or could not be stored. Never rejects.
 */
export interface AlertIntake {
  accept(delivery: Omit<Delivery, 'id' | 'at'>): Promise<DeliveryAnswer>
  /** Reads deliveries that were stored and not read. */
  readPending(): Promise<void>
  /** Set while deliveries cannot be stored, with the store's own message. */
  notStoring(): NotStoring | null
  /** Another workstation gets the deliveries: whether they could be stored here is over. */
  standBy(): void
  /** Resolves when everything that was accepted is answered and read. */
  settled(): Promise<void>
}
