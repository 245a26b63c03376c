/** News of the listener and the intake, told in the order in which things happen (P2; trap 95). */
import type { ListenerRunning, RefusalKind } from '../../preload/contract/api/alerts/listener.ts'
import type { NotStoring } from './listener/delivery.ts'
import type { ChangedWayIn } from './listener/listener-setup.ts'

export interface AlertEvents {
  /** `isThere`: something listens, perhaps still where it did before a start that failed. */
  'listener.running': { readonly running: ListenerRunning; readonly isThere: boolean }
  /** The listener goes on with other credentials, another certificate or other permitted addresses. */
  'listener.wayInChanged': readonly ChangedWayIn[]
  /** Something that is shown of the listener changed; told at most a few times a second. */
  'listener.changed': Record<string, never>
  /** A delivery was stored and answered. */
  'delivery.stored': Record<string, never>
  /** A call was turned away; `isDelivery`: a POST to where alerts are taken. */
  'delivery.refused': { readonly kind: RefusalKind; readonly isDelivery: boolean }
  /** Deliveries cannot be stored from now on; null: they can again. */
  'intake.storing': NotStoring | null
  /** What of the alerts needs a person may be another now. */
  'alerts.alarmsChanged': Record<string, never>
}
