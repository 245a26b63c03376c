/** The listener of a session as the window sees it, whether it runs or not. */
import type { ListenerState } from '../../preload/contract/api/alerts/listener.ts'
import type { ListenerSecrets } from '../profile/profile-secrets.ts'
import type { Session } from './session.ts'
import { certificateFacts } from '../alerts/listener-setup.ts'

/**
 * Returns the listener's secrets: a real profile has them even when its listener does not run;
 * practice has those of the running setup.
 */
export function listenerSecretsOf({ real, listenerSetup }: Session): ListenerSecrets | undefined {
  if (real) return real.listenerSecrets()
  const setup = listenerSetup?.()
  if (setup === undefined || typeof setup === 'string') return undefined
  const { certificate, credentials, previous } = setup
  return { certificate: { ...certificate, takenAt: credentials.createdAt }, credentials, previous }
}

/**
 * Returns the state of a session's listener with those of the others; undefined while its store is
 * not open.
 */
export function shownListener(
  session: Session,
  others: ListenerState['others'],
): ListenerState | undefined {
  const state = session.services?.listener.state()
  if (!state) return undefined
  return { ...state, ...(state.userName === null && secretFacts(session)), others: [...others] }
}

function secretFacts(session: Session) {
  const secrets = listenerSecretsOf(session)
  const listener = session.real?.details().listener
  return {
    publicUrl: listener?.publicUrl ?? null,
    permitted: [...(listener?.permitted ?? [])],
    userName: secrets?.credentials?.userName ?? null,
    credentialsCreatedAt: secrets?.credentials?.createdAt ?? null,
    previousCredentialsCreatedAt: secrets?.previous?.createdAt ?? null,
    certificate: secrets?.certificate
      ? certificateFacts(secrets.certificate.chain, secrets.certificate.isCreatedHere)
      : null,
  }
}
