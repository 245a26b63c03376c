/**
 * Setup of a profile's listener, and the acts that change it. Old and new credentials overlap: the
 * bank does not retry after a 401, so the previous ones are accepted until somebody ends them (bank
 * note 95).
 */
import { randomBytes } from 'node:crypto'
import type { ListenerAbsence } from '../../../preload/contract/api/alerts/listener.ts'
import type { ProfileDetails } from '../../../preload/contract/api/profiles/profile-details.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, type Result } from '../../../preload/contract/kernel/result.ts'
import type { CertificateMaterial } from '../certificates/inspect-files.ts'
import {
  createListenerCertificate,
  type ListenerSetup,
  type DatedCredentials,
} from '../listener-setup.ts'
import type { Clock } from '../../platform/clock.ts'
import { describeChain } from '../describe-certificate.ts'
import type { ListenerSecrets } from '../profile-secrets.ts'
import type { StoredSecrets, SecretsStore } from './secrets-store.ts'

export interface ListenerActs {
  /** Returns the complete setup, or why the listener does not run. */
  listenerSetup(): ListenerSetup | ListenerAbsence
  /** Returns its secrets in the keychain, whether it runs or not. Never for the window. */
  listenerSecrets(): ListenerSecrets
  /**
   * Creates new credentials; the current ones become the previous. Fails while previous ones exist.
   */
  createListenerCredentials(
    actor: string,
  ): Promise<Result<void, Failure<'keychain-problem'> | Failure<'previous-not-ended'>>>
  endPreviousCredentials(
    actor: string,
  ): Promise<Result<void, Failure<'keychain-problem'> | Failure<'not-found'>>>
  /** Creates a key and a certificate for the host names in the details. */
  createOwnCertificate(actor: string): Promise<StoredSecrets>
  takeListenerCertificate(material: CertificateMaterial, actor: string): Promise<StoredSecrets>
  /**
   * Creates the missing credentials or certificate of an enabled listener; call only inside a turn
   * of the secrets store (`secretsStore.inTurn`).
   */
  prepare(actor: string): Promise<void>
}

export interface ListenerActDeps {
  readonly secretsStore: SecretsStore
  readonly details: () => ProfileDetails
  readonly isRetired: () => boolean
  readonly clock: Clock
}

export function createListenerActs(deps: ListenerActDeps): ListenerActs {
  const { secretsStore, clock } = deps
  const { inTurn } = secretsStore
  const now = (): string => clock.now().toISOString()
  const secrets = (): ListenerSecrets => secretsStore.current().listener

  const save = (part: Partial<ListenerSecrets>, act: Parameters<SecretsStore['save']>[1]) =>
    secretsStore.save({ ...secretsStore.current(), listener: { ...secrets(), ...part } }, act)

  const createCredentials = (actor: string): Promise<StoredSecrets> => {
    const { credentials: before } = secrets()
    const credentials = newCredentials(now())
    const detail = { userName: credentials.userName, previous: before?.userName ?? null }
    const act = { actor, kind: 'profile.listener-credentials-created', detail }
    return save({ credentials, previous: before }, act)
  }
  const saveCertificate = (
    { chain, privateKey }: { chain: string; privateKey: string },
    isCreatedHere: boolean,
    actor: string,
  ): Promise<StoredSecrets> => {
    const certificate = { chain, privateKey, isCreatedHere, takenAt: now() }
    const sha256 = describeChain(chain)[0]?.sha256 ?? ''
    const kind = `profile.listener-certificate-${isCreatedHere ? 'created' : 'taken'}`
    return save({ certificate }, { actor, kind, detail: { sha256 } })
  }
  const createCertificate = async (actor: string): Promise<StoredSecrets> => {
    const created = await createListenerCertificate(hostsOf(deps.details()), clock.now())
    return saveCertificate(created, true, actor)
  }

  return {
    listenerSetup: () =>
      deps.isRetired() ? 'retired' : setupOf(deps.details().listener, secrets()),
    listenerSecrets: secrets,
    async prepare(actor) {
      // Each by itself: `save` reports a keychain that refuses, and the listener's state shows the
      // missing part.
      if (!secrets().credentials) await createCredentials(actor)
      if (!secrets().certificate) await createCertificate(actor)
    },
    createListenerCredentials: (actor) =>
      inTurn(async () =>
        // The bank may still use the previous ones: with three, the oldest would end without
        // notice.
        secrets().previous ? err({ code: 'previous-not-ended' }) : createCredentials(actor),
      ),
    endPreviousCredentials: (actor) =>
      inTurn(async () => {
        const { previous } = secrets()
        if (!previous) return err({ code: 'not-found' })
        const detail = { userName: previous.userName }
        const act = { actor, kind: 'profile.listener-credentials-ended', detail }
        return save({ previous: null }, act)
      }),
    createOwnCertificate: (actor) => inTurn(() => createCertificate(actor)),
    takeListenerCertificate: ({ certificateChain: chain, privateKey }, actor) =>
      inTurn(() => saveCertificate({ chain, privateKey }, false, actor)),
  }
}

/** The user name reveals nothing; the password is 256 random bits. */
const newCredentials = (createdAt: string): DatedCredentials => ({
  userName: `countersign-${randomBytes(3).toString('hex')}`,
  password: randomBytes(32).toString('base64url'),
  createdAt,
})

type ListenerDetails = NonNullable<ProfileDetails['listener']>

function setupOf(
  details: ListenerDetails | null,
  { certificate, credentials, previous }: ListenerSecrets,
): ListenerSetup | ListenerAbsence {
  if (!details) return 'no-address'
  if (!details.enabled) return 'not-enabled'
  if (!certificate) return 'no-certificate'
  if (!credentials) return 'no-credentials'
  const { port, permitted, publicUrl } = details
  return {
    port,
    permitted,
    publicUrl,
    credentials,
    previous,
    host: withoutBrackets(details.host),
    certificate,
  }
}

/** An address for all interfaces is not a name for a certificate. */
const everyAddress = ['0.0.0.0', '::']

function hostsOf({ listener }: ProfileDetails): [string, ...string[]] {
  const publicHost = URL.parse(listener?.publicUrl ?? '')?.hostname
  const hosts = [listener?.host, publicHost]
    .map((host) => withoutBrackets(host ?? ''))
    .filter((host) => host !== '' && !everyAddress.includes(host))
  const [first, ...others] = new Set([...hosts, 'localhost'])
  return [first ?? 'localhost', ...others]
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')
