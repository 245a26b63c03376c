/**
 * Deliveries in which alerts may have been lost: rejected before they were read, and not resent
 * (bank note 95).
 */
import type { ListenerState } from '../../../../preload/contract/api/alerts/listener.ts'

/** The number of rejections by reason, since the profile was opened. */
export interface Lost {
  readonly count: number
  readonly credentials: number
  readonly address: number
  /** Null: another kind of rejection came later. */
  readonly lastAt: string | null
}

/** Returns these rejections of a listener; zero while unknown. */
export function lostOf(listener: ListenerState | undefined): Lost {
  const { credentials = 0, address = 0 } = listener?.counts.refused ?? {}
  const last = listener?.lastRefusal
  const lastAt = last?.kind === 'credentials' || last?.kind === 'address' ? last.at : null
  return { count: credentials + address, credentials, address, lastAt }
}
