/** The listener of one session: started and ended with what stands in the profile, and what is told of it. */
import type {
  ListenerAbsence,
  ListenerRunning,
  ListenerState,
} from '../../preload/contract/alerts/listener.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import { err, type Result } from '../../preload/contract/result.ts'
import type { Clock } from '../clock.ts'
import type { AlertIntake } from './delivery.ts'
import type { BasicCredentials, ListenerCertificate } from './listener.ts'

/** Credentials with the instant (ISO UTC) of their making. */
export interface DatedCredentials extends BasicCredentials {
  readonly madeAt: string
}

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

/** What the service is made of. */
export interface ListenerServiceParts {
  readonly intake: AlertIntake
  readonly clock: Clock
  /** The state has changed; told at most a few times a second. */
  readonly changed: () => void
  readonly report: (where: string, problem: unknown) => void
}

/** A listener as one session has it; without the listeners of the others. */
export type OwnListenerState = Omit<ListenerState, 'others'>

/** The service of one session. */
export interface ListenerService {
  state(): OwnListenerState
  running(): ListenerRunning
  /** Runs on this from now on, or not at all and why. One that need not restart does not. Never rejects. */
  apply(setup: ListenerSetup | ListenerAbsence): Promise<void>
  /** Calls the public address and sees whether this listener answers. */
  probe(): Promise<Result<void, Failure<'listener-off'> | Failure<'no-public-address'>>>
  close(): Promise<void>
}

/** Makes it; nothing listens before `apply`. */
export function createListenerService(_parts: ListenerServiceParts): ListenerService {
  const running: ListenerRunning = { state: 'off', why: 'not-started' }
  return {
    running: () => running,
    state: () => ({
      running,
      publicUrl: null,
      reach: { state: 'never-probed', at: null, finding: null, detail: null },
      userName: null,
      credentialsMadeAt: null,
      previousCredentialsMadeAt: null,
      certificate: null,
      permitted: [],
      counts: {
        deliveries: 0,
        alerts: 0,
        refused: {
          credentials: 0,
          address: 0,
          'too-large': 0,
          'not-post': 0,
          busy: 0,
          'not-stored': 0,
        },
      },
      lastDeliveryAt: null,
      lastRefusal: null,
      notStoring: null,
    }),
    apply: () => Promise.resolve(),
    probe: () => Promise.resolve(err({ code: 'listener-off' })),
    close: () => Promise.resolve(),
  }
}
