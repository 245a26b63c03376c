/** What came to a listener and what was turned away, counted since the profile was opened. */
import {
  refusalKinds,
  type ListenerState,
  type RefusalKind,
} from '../../preload/contract/alerts/listener.ts'
import type { Clock } from '../clock.ts'

/** The part of the state that is counted. */
export type TallyState = Pick<ListenerState, 'counts' | 'lastDeliveryAt' | 'lastRefusal'>

/** Counts. */
export interface Tally {
  received(alerts: number): void
  refused(kind: RefusalKind, from: string | null): void
  state(): TallyState
}

/** @param changed is called after each. */
export function createTally(clock: Clock, changed: () => void): Tally {
  const refused = Object.fromEntries(refusalKinds.map((kind) => [kind, 0])) as Record<
    RefusalKind,
    number
  >
  let deliveries = 0
  let alerts = 0
  let lastDeliveryAt: string | null = null
  let lastRefusal: TallyState['lastRefusal'] = null
  const now = (): string => clock.now().toISOString()
  return {
    received: (count) => {
      deliveries += 1
      alerts += count
      lastDeliveryAt = now()
      changed()
    },
    refused: (kind, from) => {
      refused[kind] += 1
      lastRefusal = { at: now(), kind, from }
      changed()
    },
    state: () => ({
      counts: { deliveries, alerts, refused: { ...refused } },
      lastDeliveryAt,
      lastRefusal,
    }),
  }
}
