/**
 * A profile in use: its store, settings, bank, operators. Sessions share nothing, so that data of
 * one environment never appears in another (Promise P7).
 */
import type { AtStake } from '../../preload/contract/text/desktop.ts'
import type { Environment } from '../../preload/contract/domain/environment.ts'
import type { StoreState } from '../../preload/contract/api/workstation-state.ts'
import type { SessionDrafts } from '../profile/certificate-drafts.ts'
import { atMost } from '../platform/clock.ts'
import type { ConnectionService } from '../profile/connection.service.ts'
import type { Operators } from '../profile/operators.service.ts'
import type { ListenerAbsence } from '../../preload/contract/api/alerts/listener.ts'
import type { SessionServicesDeps, SessionServices } from './open-session.ts'
import type { RealProfile } from '../profile/real-profile.ts'
import type { ListenerSetup } from '../profile/listener-setup.ts'

export interface ProfileIdentity {
  readonly id: string
  readonly name: string
  readonly environment: Environment
  readonly retired: boolean
}

export interface Session {
  identity: ProfileIdentity
  readonly operators: Operators
  readonly connection: ConnectionService
  /** The profile's secrets and records; undefined in practice, which has none. */
  readonly real: RealProfile | undefined
  /** The services on the open store; undefined until it is open, and when it was refused. */
  services: SessionServices | undefined
  storeState: StoreState
  /** Files that were chosen and not yet imported; never shared with another profile. */
  readonly drafts: SessionDrafts
  /** The setup of its listener; undefined while not known. */
  readonly listenerSetup?: () => ListenerSetup | ListenerAbsence
}

/**
 * Outputs of a session: to the window, the desktop and the log. Used only after the session exists.
 */
export type SessionOutputs = (
  session: () => Session | undefined,
) => Pick<SessionServicesDeps, 'subscribe' | 'report' | 'noticeSurface'>

/** The end of a session: `soon` does not wait long for a slow bank, `whole` until the store is closed. */
export interface SessionEnd {
  readonly soon: Promise<void>
  readonly whole: Promise<void>
}

/**
 * Ends a session: changes in progress are finished first, waiting calls are cancelled, running
 * calls may finish. For a slow bank `soon` waits at most five seconds; the store is then closed in
 * the background.
 */
export function closeSession(session: Session): SessionEnd {
  const waited = Promise.withResolvers<undefined>()
  const whole = closeWhole(session, () => {
    void atMost(5000).then(() => waited.resolve(undefined))
  })
  return { soon: Promise.race([whole, waited.promise]), whole }
}

async function closeWhole(
  { connection, services, real, drafts }: Session,
  onlyClosing: () => void,
): Promise<void> {
  drafts.certificate.forget()
  drafts.ca.forget()
  services?.background.close()
  services?.tables.forget()
  services?.notices.stop()
  services?.certificates.stop()
  await services?.backups.close()
  await real?.settled()
  // The listener ends first and its store last, so that every acknowledged alert is on the disk.
  await services?.listener.close()
  // Waiting calls are cancelled before the connection closes, so that none of them has an unknown
  // outcome.
  await Promise.race([rest(services), atMost(5000)])
  onlyClosing()
  await Promise.allSettled([
    connection.close(),
    services?.validation.settled(),
    // Answers that arrive while the connection closes are stored before the store closes.
    rest(services),
    services?.coverage.close(),
    services?.inbox.close(),
    services?.forwarding.close(),
    services?.intake.settled(),
  ])
  // Work begun by the last answers and alerts.
  await services?.background.settled()
  // Signed after the last write, so that the signature covers the last act.
  await services?.audit.settled()
  await services?.background.settled()
  await services?.store.close()
}

/**
 * Closes the store of a session while this thread waits, because the program ends when it returns.
 * Alerts that were acknowledged are on the disk already, and the listener's span ends with its last
 * minute; a sending under way gets an unknown outcome at the next opening.
 */
export function closeSessionNow({ services }: Session, withinMs: number): void {
  services?.store.closeNow((head) => services.audit.checkpointOf(head), withinMs)
}

/** Adds up what ends with these sessions. */
export function atStakeIn(sessions: readonly Session[]): Omit<AtStake, 'unsaved'> {
  const open = sessions.flatMap(({ services }) => services ?? [])
  return {
    listeners: sessions.filter(isOnlyReceiver).map(({ identity }) => identity.name),
    isBulkRunning: open.some(({ bulk }) => bulk.isRunning()),
    sending: open.reduce((sum, { orders }) => sum + orders.sendingUnderWay(), 0),
  }
}

/** Practice's bank ends with the program, and in a team another workstation takes over. */
function isOnlyReceiver({ identity, services }: Session): boolean {
  if (!services || identity.environment === 'practice') return false
  const { state } = services.listener.running()
  const { membership } = services.store
  const { home } = membership
  const isAlone = !membership.workstations().some(({ id, isHere }) => isHere && id !== home)
  return isAlone && (state === 'listening' || state === 'starting')
}

/**
 * Leaves a session whose listener goes on: its store and intake stay open, chosen files are
 * forgotten, and its bank is no longer called. Waits at most five seconds for a slow bank.
 */
export async function restSession({ real, services, drafts }: Session): Promise<void> {
  drafts.certificate.forget()
  drafts.ca.forget()
  services?.tables.forget()
  services?.notices.hideDetails()
  await Promise.race([rest(services), atMost(5000)])
  await Promise.race([real?.rest(), atMost(5000)])
}

/** Starts the background services of a profile in use; due work begins. */
export async function startSession({ services }: Session): Promise<void> {
  for (const one of services?.lifecycles ?? []) await one.start?.()
}

/** Wakes the background services: services that depend on the time check the clock. */
export function wakeSession({ services }: Session): void {
  for (const one of services?.lifecycles ?? []) one.wake?.()
}

/**
 * Stops the background services until the next start; resolves once running work has been stored.
 */
const rest = (services: SessionServices | undefined): Promise<unknown> =>
  Promise.allSettled((services?.lifecycles ?? []).flatMap((one) => one.rest?.() ?? []))
