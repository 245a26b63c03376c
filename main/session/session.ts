/**
 * A profile at work: its store, its settings, its bank, its operators. Each session has its own of
 * everything, so that nothing of one environment can be met in another (design P7).
 */
import type { Environment } from '../../preload/contract/domain/environment.ts'
import type { StoreState } from '../../preload/contract/api/workstation-state.ts'
import {
  createCertificateDrafts,
  type CertificateDrafts,
} from '../profile/certificates/certificate-drafts.ts'
import type { RequestedKeyHeld } from '../profile/certificates/inspect-files.ts'
import { atMost, type Clock } from '../platform/clock.ts'
import type { ConnectionService } from '../profile/connection/connection.service.ts'
import type { Operators } from '../profile/operators/operators.service.ts'
import type { ListenerAbsence } from '../../preload/contract/api/alerts/listener.ts'
import { createCaDrafts, type CaDrafts } from '../profile/ca-drafts.ts'
import type { OpenSessionDeps, OpenSession } from './open-session.ts'
import type { RealProfile } from './real-profile.ts'
import type { ListenerSetup } from '../alerts/listener/listener-setup.ts'

/** What a session's profile is called. */
export interface ProfileIdentity {
  readonly id: string
  readonly name: string
  readonly environment: Environment
  readonly retired: boolean
}

/** The files that an operator chose for one profile; forgotten with its session. */
export interface SessionDrafts {
  readonly certificate: CertificateDrafts
  readonly ca: CaDrafts
}

/** One session. */
export interface Session {
  identity: ProfileIdentity
  readonly operators: Operators
  readonly connection: ConnectionService
  /** The profile's secrets and records; undefined in practice, which has nothing of this. */
  readonly real: RealProfile | undefined
  /** Undefined until the store is open, or when it was refused. */
  desk: OpenSession | undefined
  storeState: StoreState
  /** What was chosen and not taken yet: another profile has no part in it. */
  readonly drafts: SessionDrafts
  /** What its listener runs on; undefined where that is not known yet. */
  readonly listenerSetup?: () => ListenerSetup | ListenerAbsence
}

/** The ways out of a session: to the window, the desktop and the log. The session is there when one is used. */
export type SessionNews = (
  session: () => Session | undefined,
) => Pick<OpenSessionDeps, 'subscribe' | 'report' | 'noticeSurface'>

/**
 * Ends a session: changes under way are finished first, calls that wait are taken back, those under way
 * may finish. Nobody waits longer than five seconds for a slow bank; its store is closed behind.
 */
export async function closeSession({ connection, desk, real, drafts }: Session): Promise<void> {
  drafts.certificate.forget()
  drafts.ca.forget()
  desk?.background.close()
  desk?.tables.forget()
  desk?.notices.stop()
  desk?.certificates.stop()
  await desk?.backups.close()
  await real?.settled()
  // The listener ends first, and its store last: what is acknowledged by then is on the disk.
  await desk?.listener.close()
  // What waits for the bank is taken back before its connection closes, so that nothing of it is in doubt.
  await Promise.race([rest(desk), atMost(5000)])
  const closed = Promise.allSettled([
    connection.close(),
    desk?.validation.settled(),
    // Answers that come in while the connection closes are stored before the store is.
    rest(desk),
    desk?.coverage.close(),
    desk?.inbox.close(),
    desk?.forwarding.close(),
    desk?.intake.settled(),
  ]).then(async () => {
    // What the last answers and alerts have begun.
    await desk?.background.settled()
    // Signed when nothing is written any more, so that the last act is under the signature.
    await desk?.audit.settled()
    await desk?.background.settled()
    await desk?.store.close()
  })
  await Promise.race([closed, atMost(5000)])
}

/**
 * Leaves a session whose listener goes on: its store and intake stay open, what was chosen is forgotten, and
 * its bank is not called any more. Nobody waits longer than five seconds for a slow bank.
 */
export async function restSession({ real, desk, drafts }: Session): Promise<void> {
  drafts.certificate.forget()
  drafts.ca.forget()
  desk?.tables.forget()
  desk?.notices.hideDetails()
  await Promise.race([rest(desk), atMost(5000)])
  await Promise.race([real?.rest(), atMost(5000)])
}

/** The profile is worked with, or again: what is due begins from now on. */
export async function startSession({ desk }: Session): Promise<void> {
  for (const one of desk?.lifecycles ?? []) await one.start?.()
}

/** The computer is awake again: what goes by the clock looks at it. */
export function wakeSession({ desk }: Session): void {
  for (const one of desk?.lifecycles ?? []) one.wake?.()
}

/** Ends what runs by itself, until it starts again; resolves when what was on its way has been stored. */
const rest = (desk: OpenSession | undefined): Promise<unknown> =>
  Promise.allSettled((desk?.lifecycles ?? []).flatMap((one) => one.rest?.() ?? []))

/** Makes the drafts of a session, empty. */
export const createDrafts = (parts: {
  readonly clock: Clock
  readonly newId: () => string
  readonly requested?: () => RequestedKeyHeld | undefined
}): SessionDrafts => ({
  certificate: createCertificateDrafts(parts),
  ca: createCaDrafts(parts),
})
