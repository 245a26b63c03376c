/**
 * An open real profile: the data of its keychain entry and its store. Every act is recorded, and
 * calls to the bank use the current data.
 */
import {
  credentialNames,
  type CredentialsInput,
  type OpenProfile,
  type ProxyCredentials,
} from '../../preload/contract/api/profiles/profile.ts'
import type { ListenerAbsence } from '../../preload/contract/api/alerts/listener.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type {
  OwnAccountInput,
  ProfileDetails,
} from '../../preload/contract/api/profiles/profile-details.ts'
import type { StepTicking } from '../../preload/contract/api/certificates/steps.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import type { WatchedCertificate } from './session-context.ts'
import type { Clock } from '../platform/clock.ts'
import { authorityOf } from '../platform/proxy-tunnel.ts'
import type { ConnectionService } from './connection.service.ts'
import type { Vault } from './keychain/vault.ts'
import type { AuditKeys } from '../store/audit-key.ts'
import type { Act, Store } from '../store/store.ts'
import { accessOf, missingForCalls, missingIn } from './real/bank-access.ts'
import { createAuditKeys } from './real/audit-keys.ts'
import { createCertificateActs, shownCertificate } from './real/certificate-acts.ts'
import { aboutOf, ticksOf } from './real/certificate-steps.ts'
import type { ListenerSetup } from './listener-setup.ts'
import { describeCa, describeChain } from './describe-certificate.ts'
import { createListenerActs } from './real/listener-acts.ts'
import { shownAccount, type ProfileRecords } from './profile-records.ts'
import {
  proxyAccessIn,
  proxySecretIn,
  storeKeyIn,
  type ForwardAccess,
  type ProfileSecrets,
} from './profile-secrets.ts'
import { createRequestActs, shownRequest } from './real/request-acts.ts'
import { createSecretsStore, type StoredSecrets } from './real/secrets-store.ts'
import { watchedIn } from './real/watched-certificates.ts'
import type { KeychainProblem } from './keychain-problem.ts'

export interface RealProfileDeps {
  readonly vault: Vault
  readonly secrets: ProfileSecrets
  readonly records: ProfileRecords
  readonly store: Store
  readonly connection: ConnectionService
  readonly listener: { readonly apply: (setup: ListenerSetup | ListenerAbsence) => Promise<void> }
  readonly isRetired: () => boolean
  readonly clock: Clock
  readonly newId: () => string
  /** Called after every change of `shown()`. */
  readonly changed: (shown: OpenProfile) => void
  /** The certificates, or whether they are needed, may have changed. */
  readonly certificatesChanged: () => void
  /** Saves outside the store whether the listener is enabled, for the next start of the program. */
  readonly listens: (isEnabled: boolean) => Promise<void>
  readonly report: (where: string, problem: unknown) => void
  /** Called with the keychain's answer. */
  readonly keychainAnswered: (problem: KeychainProblem | undefined) => void
}

export type RealProfile = ReturnType<typeof createRealProfile>

/** Returns the profile for the window: that secrets exist, never their values. */
function shownOf(secrets: ProfileSecrets, records: ProfileRecords): OpenProfile {
  const ca = records.privateCa()
  return {
    details: records.details(),
    accounts: records.accounts().map(shownAccount),
    credentials: Object.fromEntries(
      credentialNames.map((name) => [name, secrets.credentials[name]?.storedAt ?? null]),
    ) as OpenProfile['credentials'],
    proxyCredentialsAt: proxySecretIn(secrets, records.details().proxy)?.storedAt ?? null,
    certificate: shownCertificate(secrets.certificate),
    previousCertificate: shownCertificate(secrets.previousCertificate),
    pendingRequest: shownRequest(secrets.pendingRequest),
    certificateTicks: ticksOf(records.certificateSteps(), secrets),
    privateCa: ca === null ? null : describeCa(ca),
    recoveryFileAt: records.recoveryFileAt(),
    missing: missingIn(secrets, records.details()),
  }
}

/**
 * Creates it from stored data; connects nothing before `connect`, and does not listen before
 * `listen`.
 */
export function createRealProfile(deps: RealProfileDeps) {
  const { records, store, connection, clock } = deps
  const now = (): string => clock.now().toISOString()
  let inFront = false
  const isInFront = (): boolean => inFront

  /**
   * Connects with the current data, or reports which data are missing. A profile that is not shown
   * does not call its bank.
   */
  const reachBank = async (): Promise<void> => {
    if (!inFront) return
    if (deps.isRetired()) return connection.disconnect({ state: 'retired' })
    const secrets = secretsStore.current()
    const access = accessOf(secrets, records.details(), records.privateCa())
    if (access) return connection.connect(access, store)
    const missing = missingForCalls(secrets, records.details())
    return connection.disconnect({ state: 'not-set-up', missing })
  }
  /** Starts or stops the listener by the current data. */
  const listen = (): Promise<void> => deps.listener.apply(acts.listenerSetup())
  /** Alerts first: they must arrive even if the connection fails. */
  const applySecrets = async (): Promise<void> => {
    deps.certificatesChanged()
    await listen()
    await reachBank()
  }
  const secretsStore = createSecretsStore({ ...deps, secretsChanged: applySecrets })
  const { inTurn } = secretsStore
  const acts = createListenerActs({
    secretsStore,
    clock,
    isRetired: deps.isRetired,
    details: () => records.details(),
  })

  /** The secret is stored in the keychain with the others of the profile (Promise P5). */
  const forwarding: ForwardAccess = {
    secret: () => secretsStore.current().forwarding ?? null,
    save: (given, actor) =>
      inTurn(() => {
        const forwarding = given && { ...given, storedAt: now() }
        const detail = given
          ? { origin: given.origin, credential: given.secret.kind }
          : { origin: null, credential: null }
        const act = { actor, kind: 'profile.forwarding-credential-stored', detail }
        return secretsStore.save({ ...secretsStore.current(), forwarding }, act, false)
      }),
    privateCa: () => records.privateCa(),
    proxy: () => proxyAccessIn(secretsStore.current(), records.details().proxy),
    isRetired: deps.isRetired,
  }

  const showChanged = (): OpenProfile => {
    const next = shownOf(secretsStore.current(), records)
    deps.changed(next)
    return next
  }
  const shownAfter = (saved: StoredSecrets): Result<OpenProfile, Failure<'keychain-problem'>> =>
    saved.ok ? ok(showChanged()) : saved
  const note = (act: Omit<Act, 'detail'>): Promise<void> => store.note({ ...act, detail: {} })
  records.onOthersChange(() => {
    const taken = inTurn(async () => {
      await applySecrets()
      showChanged()
    })
    taken.catch((problem: unknown) => deps.report('profiles.others', problem))
  })

  return {
    shown: () => shownOf(secretsStore.current(), records),
    /**
     * All secret texts in the keychain: they are removed from everything that leaves this computer.
     */
    secretTexts: (): string[] => textsIn(secretsStore.current()),
    /** The profile is shown: calls to the bank begin, and the listener runs. */
    async connect(): Promise<void> {
      inFront = true
      await applySecrets()
    },
    /** The profile is no longer shown: finishes changes in progress and stops calling the bank. */
    async rest(): Promise<void> {
      inFront = false
      await secretsStore.settled()
      // During a slow keychain call the profile may be shown again.
      if (isInFront()) return
      await connection.disconnect({ state: 'starting' })
    },
    listen,
    /** Whether its listener runs while another profile is shown. */
    listens: () => !deps.isRetired() && records.details().listener?.enabled === true,
    ...acts,
    /** Data that every call needs and that is missing, in the terms of the screen. */
    missingForCalls: () => missingForCalls(secretsStore.current(), records.details()),
    details: () => records.details(),
    accounts: () => records.accounts(),
    /** Keys that sign the ends of its audit chain. */
    auditKeys: createAuditKeys(secretsStore),
    storeKey: () => storeKeyIn(secretsStore.current()),
    /** Resolves when no change is in progress. */
    settled: () => secretsStore.settled(),
    ...createCertificateActs({ secretsStore, connection, now, shownAfter }),
    ...createRequestActs({
      secretsStore,
      now,
      shownAfter(saved) {
        // A new request shows that the renewal has begun; calls to the bank do not use it.
        deps.certificatesChanged()
        return shownAfter(saved)
      },
    }),
    /** The chain in use, in PEM: public, leaf first. */
    certificateChain() {
      const { certificate } = secretsStore.current()
      const [leaf] = certificate ? describeChain(certificate.certificateChain) : []
      return certificate && leaf && { chain: certificate.certificateChain, sha256: leaf.sha256 }
    },
    /** Certificates whose expiry is watched; none for a retired profile. */
    watchedCertificates: (): readonly WatchedCertificate[] =>
      deps.isRetired()
        ? []
        : watchedIn(secretsStore.current(), {
            privateCa: records.privateCa(),
            listens: records.details().listener?.enabled === true,
          }),
    /** `not-found`: the step is about nothing that exists now. */
    tickStep: (ticking: StepTicking, actor: string) =>
      inTurn(async (): Promise<Result<OpenProfile, Failure<'not-found'>>> => {
        const about = aboutOf(ticking.step, secretsStore.current())
        if (about === undefined) return err({ code: 'not-found' })
        await records.tickStep(ticking, about, actor)
        return ok(showChanged())
      }),
    forwarding,

    changeDetails: (details: ProfileDetails, actor: string) =>
      inTurn(async () => {
        const isEnabled = details.listener?.enabled === true
        // Saving too early costs one useless opening; saving too late would lose alerts.
        if (isEnabled) await deps.listens(true)
        await records.changeDetails(details, actor)
        if (isEnabled) await acts.prepare(actor)
        else await deps.listens(false)
        await applySecrets()
        return showChanged()
      }),

    saveAccount: (input: OwnAccountInput, actor: string) =>
      inTurn(async (): Promise<Result<OpenProfile, Failure<'not-found'>>> => {
        const saved = await records.saveAccount(input, deps.newId(), actor)
        return saved.ok ? ok(showChanged()) : saved
      }),

    removeAccount: (id: string, actor: string) =>
      inTurn(async (): Promise<Result<OpenProfile, Failure<'not-found'>>> => {
        const removed = await records.removeAccount(id, actor)
        return removed.ok ? ok(showChanged()) : removed
      }),

    /** Returns the full number; who looked at it is recorded first. */
    async revealAccount(id: string, actor: string): Promise<string | undefined> {
      const account = records.accounts().find((known) => known.id === id)
      if (!account) return undefined
      await note({ actor, kind: 'profile.account-revealed', subject: id })
      return account.account_number
    },

    saveCredentials: (given: CredentialsInput, actor: string) =>
      inTurn(async () => {
        const secrets = secretsStore.current()
        const entries = Object.entries(given).filter(([, value]) => value !== undefined)
        const stored = Object.fromEntries(
          entries.map(([name, value]) => [name, { value, storedAt: now() }]),
        )
        const next = { ...secrets, credentials: { ...secrets.credentials, ...stored } }
        const detail = { credentials: entries.map(([name]) => name) }
        const act = { actor, kind: 'profile.credentials-stored', detail }
        return shownAfter(await secretsStore.save(next, act))
      }),

    /** `not-found`: the profile has no proxy. Null deletes what is stored. */
    saveProxyCredentials: (credentials: ProxyCredentials | null, actor: string) =>
      inTurn(async () => {
        const address = records.details().proxy
        if (credentials !== null && address === null) return err({ code: 'not-found' } as const)
        const { proxy: _before, ...others } = secretsStore.current()
        const proxy = credentials &&
          address && { credentials, authority: authorityOf(address), storedAt: now() }
        const act = {
          actor,
          kind: 'profile.proxy-credentials-stored',
          detail: { proxy: proxy?.authority ?? null },
        }
        return shownAfter(await secretsStore.save({ ...others, ...(proxy && { proxy }) }, act))
      }),

    setPrivateCa: (ca: { pem: string; sha256: string } | null, actor: string) =>
      inTurn(async () => {
        await records.setPrivateCa(ca?.pem ?? null, ca?.sha256 ?? '', actor)
        await applySecrets()
        return showChanged()
      }),

    /** Records that somebody is about to write the store's key, wrapped, to a file. */
    recoveryFileRequested: (actor: string) =>
      note({ actor, kind: 'profile.recovery-file-requested', subject: 'profile' }),

    recoveryFileWritten: (actor: string) =>
      inTurn(async () => {
        await records.recoveryFileWritten(now(), actor)
        showChanged()
      }),
  }
}

/** Returns every text in a value, at any depth, except instants, which are not secret. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= 6 && !isInstant(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(text)

/** Audit keys of a profile that is still being opened: none until the profile is open. */
export const keysOnceOpen = (keys: () => AuditKeys | undefined): AuditKeys => ({
  isPublic: false,
  currentKey: () => keys()?.currentKey(),
  take: () =>
    keys()?.take() ??
    Promise.resolve(
      err({
        code: 'keychain-problem',
        problem: { kind: 'failed', detail: 'The profile is still being opened' },
      }),
    ),
})

/**
 * Returns access to a session that is still being created; throws if used before the session
 * exists.
 */
export function forwardAccessOnceOpen(access: () => ForwardAccess | undefined): ForwardAccess {
  const there = (): ForwardAccess => {
    const found = access()
    if (!found) throw new Error('forwarding was used before its session exists')
    return found
  }
  return {
    secret: () => there().secret(),
    save: (given, actor) => there().save(given, actor),
    privateCa: () => there().privateCa(),
    proxy: () => there().proxy(),
    isRetired: () => there().isRetired(),
  }
}
