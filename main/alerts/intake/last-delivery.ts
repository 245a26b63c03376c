/** The newest stored delivery, so that a listener that has just started can show the run before. */
import { quarantineReasons } from '../../../preload/contract/api/alerts/alert.ts'
import type { LastDelivery } from '../../../preload/contract/api/alerts/listener.ts'
import type { Store } from '../../store/store.ts'

/** The newest delivery that was stored; null if there is none. */
export async function lastDeliveryIn(store: Pick<Store, 'read'>): Promise<LastDelivery | null> {
  const newest = await store.read
    .selectFrom('alert_deliveries')
    .select(['at', 'alerts', 'quarantine_reason'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return null
  const { at, alerts, quarantine_reason: held } = newest
  // A reason of a newer version is shown as the most general one of this version.
  const known = quarantineReasons.find((reason) => reason === held) ?? 'unread'
  return { at, alerts, quarantineReason: held === null ? null : known }
}
