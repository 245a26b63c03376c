/** Deliveries in which alerts may have been lost: refused before they were read, and not sent again (trap 95). */
import type { ListenerState } from '../../../../preload/contract/api/alerts/listener.ts'

/** How many were refused for what, since the profile was opened. */
export interface Lost {
  readonly count: number
  readonly credentials: number
  readonly address: number
  /** Null: another kind of refusal came after them. */
  readonly lastAt: string | null
}

/** What a listener refused so; nothing while it is not known. */
export function lostOf(listener: ListenerState | undefined): Lost {
  const { credentials = 0, address = 0 } = listener?.counts.refused ?? {}
  const last = listener?.lastRefusal
  const lastAt = last?.kind === 'credentials' || last?.kind === 'address' ? last.at : null
  return { count: credentials + address, credentials, address, lastAt }
}
