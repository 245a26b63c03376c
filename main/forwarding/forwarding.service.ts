/** Hands stored alerts on to another HTTPS endpoint, again and again until it took them. */
import type { ForwardingState } from '../../preload/contract/forwarding/forwarding.ts'
import type { DeskContext } from '../profiles/desk-context.ts'

/** The desk of one open store. */
export interface ForwardingDesk {
  state(): Promise<ForwardingState>
  /** Alerts up to this seq were read. */
  alertsRead(latestSeq: number): void
  /** Resolves when what was under way has been stored. */
  interrupt(): Promise<void>
}

/** Makes the desk. */
export function createForwardingDesk(_context: DeskContext): ForwardingDesk {
  return {
    state: () => Promise.resolve({ enabled: false, url: null, waiting: 0 }),
    alertsRead: () => undefined,
    interrupt: () => Promise.resolve(),
  }
}
