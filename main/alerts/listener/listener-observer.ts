/** Who watches over a listener, so that what may have been missed is known (P2; trap 95). */
import type { ListenerRunning, RefusalKind } from '../../../preload/contract/api/alerts/listener.ts'
import type { NotStoring } from './delivery.ts'
import type { BasicCredentials } from './basic-credentials.ts'
import type { ListenerCertificate } from './listener-gate.ts'

/** Everything that a listener runs on. */
export interface ListenerSetup {
  readonly host: string
  readonly port: number
  readonly certificate: ListenerCertificate & { readonly isMadeHere: boolean }
  readonly credentials: DatedCredentials
  /** Taken beside the current ones until they are ended. */
  readonly previous: DatedCredentials | null
  readonly permitted: readonly string[]
  readonly publicUrl: string | null
}

/** Credentials with the instant (ISO UTC) of their making. */
export interface DatedCredentials extends BasicCredentials {
  readonly madeAt: string
}

/** What of the way in was changed while the listener stood. */
export type ChangedWayIn = 'credentials' | 'certificate' | 'permitted'

/** Told at once, in the order in which things happen. None of it may throw. */
export interface ListenerObserver {
  /** How it stands now. `isThere`: something listens, perhaps still where it did before a start that failed. */
  stands(running: ListenerRunning, isThere: boolean): void
  /** A delivery was stored and answered. */
  received(): void
  /** A call was turned away; `isDelivery`: it was a POST to where alerts are taken. */
  refused(kind: RefusalKind, isDelivery: boolean): void
  /** It goes on with other credentials, another certificate or other permitted addresses. */
  changed(what: readonly ChangedWayIn[]): void
  /** Deliveries cannot be stored from now on; null: they can again. */
  storing(notStoring: NotStoring | null): void
}

/** What of the way in is another now. */
export const changedWayIn = (
  before: ListenerSetup | undefined,
  now: ListenerSetup,
): ChangedWayIn[] => {
  if (!before) return []
  const isOther = (one: unknown, other: unknown): boolean =>
    JSON.stringify(one) !== JSON.stringify(other)
  const changes: [ChangedWayIn, boolean][] = [
    [
      'credentials',
      isOther([before.credentials, before.previous], [now.credentials, now.previous]),
    ],
    ['certificate', before.certificate.chain !== now.certificate.chain],
    ['permitted', isOther(before.permitted, now.permitted)],
  ]
  return changes.flatMap(([what, is]) => (is ? [what] : []))
}
