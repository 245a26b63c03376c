/**
 * Events of the listener and the intake, emitted in the order in which they happen (Promise P2;
 * bank note 95).
 */
import type {
  ListenerRunning,
  ListenerState,
  RefusalKind,
} from '../../preload/contract/api/alerts/listener.ts'

/** Since when and why nothing can be stored. */
export type NotStoring = NonNullable<ListenerState['notStoring']>

/** The settings of access that can change while the listener runs. */
export type ChangedAccess = 'credentials' | 'certificate' | 'permitted'

export interface AlertEvents {
  /** `isThere`: a listener is open, perhaps still at the old address after a failed start. */
  'listener.running': { readonly running: ListenerRunning; readonly isThere: boolean }
  /**
   * The listener continues with other credentials, another certificate or other permitted
   * addresses.
   */
  'listener.accessChanged': readonly ChangedAccess[]
  /** A shown value of the listener changed; emitted at most a few times a second. */
  'listener.changed': Record<string, never>
  /** A delivery was stored and answered. */
  'delivery.stored': Record<string, never>
  /** A request was rejected; `isDelivery`: it may have been a delivery of the bank. */
  'delivery.refused': { readonly kind: RefusalKind; readonly isDelivery: boolean }
  /** Deliveries cannot be stored from now on; null: they can again. */
  'intake.storing': NotStoring | null
  /** The number of alerts that need a person may have changed. */
  'alerts.alarmsChanged': Record<string, never>
}
