/** Creates the services of alerts on an open store: intake, list and listener (README.md). */
import type { Emit } from '../platform/events.ts'
import type { SessionContext } from '../profile/session-context.ts'
import { hearOthers } from '../store/follow.ts'
import type { AlertEvents } from './alert-events.ts'
import { createAlertIntake } from './intake/alert-intake.ts'
import { lastDeliveryIn } from './intake/last-delivery.ts'
import type { AlertIntake } from './listener/delivery.ts'
import { createListenerService, type ListenerService } from './listener/listener.service.ts'
import { createAlertsService, type AlertsService } from './reading/alerts.service.ts'

/** The services of one open store. Forwarding is created later (`forwarding.service.ts`). */
export interface Alerts {
  readonly intake: AlertIntake
  readonly alerts: AlertsService
  readonly listener: ListenerService
}

/**
 * Creates the services; nothing listens yet. Deliveries that were stored and not read are read by
 * the workstation with the duty of the reader, whichever received them.
 */
export async function createAlerts(
  context: Pick<SessionContext, 'store' | 'clock' | 'newId' | 'report' | 'emitEvent'>,
  emit: Emit<AlertEvents>,
): Promise<Alerts> {
  const { store, clock, newId, report, emitEvent } = context
  const lastDelivery = await lastDeliveryIn(store)
  const intake = createAlertIntake({
    store,
    clock,
    newId,
    report,
    changed: (latestSeq) => emitEvent('alerts', 'changed', { latestSeq }),
    storing: (notStoring) => emit('intake.storing', notStoring),
  })
  intake.stopReading()
  // Deliveries that a killed run stored, or an older version has read, are read now. Failures go to
  // `report`.
  store.membership.onDuty('reader', {
    start: () => void intake.startReading(),
    stop: () => intake.stopReading(),
  })
  hearOthers(store, (acts) => {
    if (acts.some(({ kind }) => kind === 'alerts.received')) intake.othersStored()
  })
  const alarmsChanged = (): void => emit('alerts.alarmsChanged', {})
  const alerts = createAlertsService({ store, intake, clock, alarmsChanged })
  const listener = createListenerService({
    intake,
    clock,
    membership: store.membership,
    report,
    lastDelivery,
    changed: () => emit('listener.changed', {}),
    emit,
  })
  return { intake, alerts, listener }
}
