/** Counts the deliveries and rejections of a listener since the profile was opened. */
import {
  refusalKinds,
  type ListenerState,
  type RefusalKind,
} from '../../../preload/contract/api/alerts/listener.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DeliveryAnswer } from './delivery.ts'
import type { Emit } from '../../platform/events.ts'
import type { AlertEvents } from '../alert-events.ts'

/** The counted part of the state. */
export type TallyState = Pick<ListenerState, 'counts' | 'lastDelivery' | 'lastRefusal'>

export interface Tally {
  received(answer: Pick<DeliveryAnswer, 'alerts' | 'quarantineReason'>): void
  /** `isDelivery`: it may have been a delivery of the bank. */
  refused(kind: RefusalKind, from: string | null, isDelivery?: boolean): void
  state(): TallyState
}

/**
 * @param before the newest delivery of an earlier run; @param changed is called after each event,
 * `emit` before it.
 */
export function createTally(
  clock: Clock,
  before: TallyState['lastDelivery'],
  changed: () => void,
  emit?: Emit<AlertEvents>,
): Tally {
  const refused = Object.fromEntries(refusalKinds.map((kind) => [kind, 0])) as Record<
    RefusalKind,
    number
  >
  let deliveries = 0
  let alerts = 0
  let lastDelivery = before
  let lastRefusal: TallyState['lastRefusal'] = null
  const now = (): string => clock.now().toISOString()
  return {
    received: ({ alerts: count, quarantineReason = null }) => {
      deliveries += 1
      alerts += count
      lastDelivery = { at: now(), alerts: count, quarantineReason }
      emit?.('delivery.stored', {})
      changed()
    },
    refused: (kind, from, isDelivery = false) => {
      refused[kind] += 1
      lastRefusal = { at: now(), kind, from }
      emit?.('delivery.refused', { kind, isDelivery })
      changed()
    },
    state: () => ({
      counts: { deliveries, alerts, refused: { ...refused } },
      lastDelivery,
      lastRefusal,
    }),
  }
}
