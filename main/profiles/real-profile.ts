/**
 * An open real profile: what its keychain entry and its store know together. Every change of a secret is
 * one write of the whole keychain entry, every act is recorded, and the bank is called with what stands.
 */
import {
  credentialNames,
  type CredentialsInput,
  type OpenProfile,
} from '../../preload/contract/profile.ts'
import type { HeldCertificate } from '../../preload/contract/certificate-inspection.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import type { OwnAccountInput, ProfileDetails } from '../../preload/contract/profile-details.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import type { CertificateMaterial } from '../certificates/inspect-files.ts'
import type { Clock } from '../clock.ts'
import type { ConnectionService } from '../connection/connection.service.ts'
import type { KeychainProblem } from '../keychain/keychain.ts'
import type { Vault } from '../keychain/vault.ts'
import type { Act, Store } from '../storage/store.ts'
import { describeCa, describeChain } from './held-certificate.ts'
import { accessOf, missingForCalls, missingIn } from './bank-access.ts'
import { shownAccount, type ProfileRecords } from './profile-records.ts'
import {
  storeKeyIn,
  writeSecrets,
  type ProfileSecrets,
  type SecretCertificate,
} from './profile-secrets.ts'

type Kept = Result<void, Failure<'keychain-problem'>>

/** What an open real profile is made of. */
export interface RealProfileParts {
  readonly vault: Vault
  readonly secrets: ProfileSecrets
  readonly records: ProfileRecords
  readonly store: Store
  readonly connection: ConnectionService
  readonly isRetired: () => boolean
  readonly clock: Clock
  readonly newId: () => string
  /** Told of every change of `shown()`. */
  readonly changed: (shown: OpenProfile) => void
  /** Told of what the keychain answered. */
  readonly keychainAnswered: (problem: KeychainProblem | undefined) => void
}

/** An open real profile. */
export type RealProfile = ReturnType<typeof createRealProfile>

/** What the window may see of a certificate. */
const heldOf = (held: SecretCertificate | null): HeldCertificate | null =>
  held && {
    chain: describeChain(held.certificateChain),
    takenAt: held.takenAt,
    provenAt: held.provenAt,
  }

/** Makes it from what was read; connects nothing before `connect`. */
export function createRealProfile(parts: RealProfileParts) {
  const { vault, records, store, connection, clock } = parts
  let secrets = parts.secrets
  let last: Promise<unknown> = Promise.resolve()

  const now = (): string => clock.now().toISOString()
  const shown = (): OpenProfile => {
    const ca = records.privateCa()
    return {
      details: records.details(),
      accounts: records.accounts().map(shownAccount),
      credentials: Object.fromEntries(
        credentialNames.map((name) => [name, secrets.credentials[name]?.storedAt ?? null]),
      ) as OpenProfile['credentials'],
      certificate: heldOf(secrets.certificate),
      previousCertificate: heldOf(secrets.previousCertificate),
      privateCa: ca === null ? null : describeCa(ca),
      recoveryFileAt: records.recoveryFileAt(),
      missing: missingIn(secrets, records.details()),
    }
  }
  const tell = (): OpenProfile => {
    const next = shown()
    parts.changed(next)
    return next
  }
  /** Connects with what stands, or says what is missing. */
  const connect = async (): Promise<void> => {
    if (parts.isRetired()) return connection.disconnect({ state: 'retired' })
    const missing = missingForCalls(secrets, records.details())
    const access = accessOf(secrets, records.details(), records.privateCa())
    return access
      ? connection.connect(access, store)
      : connection.disconnect({ state: 'not-set-up', missing })
  }
  /** One after the other: each change starts from what the one before it left in the keychain. */
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const changing = last.then(change, change)
    last = changing
    return changing
  }
  /** The keychain first: what is recorded as stored is stored. */
  const keep = async (next: ProfileSecrets, act: Omit<Act, 'subject'>): Promise<Kept> => {
    const written = await vault.write(writeSecrets(next))
    parts.keychainAnswered(written.ok ? undefined : written.error)
    if (!written.ok) return err({ code: 'keychain-problem', problem: shownProblem(written.error) })
    secrets = next
    try {
      await store.record({ ...act, subject: 'profile' }, () => Promise.resolve())
    } finally {
      // Whatever became of the record: calls are made with what the keychain holds.
      await connect()
    }
    return ok(undefined)
  }
  const told = (kept: Kept): Result<OpenProfile, Failure<'keychain-problem'>> =>
    kept.ok ? ok(tell()) : kept

  return {
    shown,
    connect,
    /** What any call needs and does not have yet, in the words of the screen. */
    missingForCalls: () => missingForCalls(secrets, records.details()),
    details: () => records.details(),
    accounts: () => records.accounts(),
    storeKey: () => storeKeyIn(secrets),

    changeDetails: (details: ProfileDetails, actor: string) =>
      inTurn(async () => {
        await records.changeDetails(details, actor)
        await connect()
        return tell()
      }),

    saveAccount: (input: OwnAccountInput, actor: string) =>
      inTurn(async (): Promise<Result<OpenProfile, Failure<'not-found'>>> => {
        const known = records.accounts().find(({ id }) => id === input.id)
        const number = input.number ?? known?.account_number
        if (number === undefined || (input.id !== null && !known)) return err({ code: 'not-found' })
        await records.saveAccount({ ...input, id: known?.id ?? parts.newId(), number }, actor)
        return ok(tell())
      }),

    removeAccount: (id: string, actor: string) =>
      inTurn(async (): Promise<Result<OpenProfile, Failure<'not-found'>>> => {
        if (!records.accounts().some((account) => account.id === id))
          return err({ code: 'not-found' })
        await records.removeAccount(id, actor)
        return ok(tell())
      }),

    /** The full number; who looked is recorded first. */
    async revealAccount(id: string, actor: string): Promise<string | undefined> {
      const account = records.accounts().find((known) => known.id === id)
      if (!account) return undefined
      const act = { actor, kind: 'profile.account-revealed', subject: id, detail: {} }
      await store.record(act, () => Promise.resolve())
      return account.account_number
    },

    saveCredentials: (given: CredentialsInput, actor: string) =>
      inTurn(async () => {
        const entries = Object.entries(given).filter(([, value]) => value !== undefined)
        const stored = Object.fromEntries(
          entries.map(([name, value]) => [name, { value, storedAt: now() }]),
        )
        const next = { ...secrets, credentials: { ...secrets.credentials, ...stored } }
        const detail = { credentials: entries.map(([name]) => name) }
        return told(await keep(next, { actor, kind: 'profile.credentials-stored', detail }))
      }),

    takeCertificate: (material: CertificateMaterial, actor: string) =>
      inTurn(async () => {
        const certificate = { ...material, takenAt: now(), provenAt: null }
        // One that was never proven does not take the place of one that was.
        const { certificate: held, previousCertificate: kept } = secrets
        const previousCertificate = held?.provenAt || !kept ? held : kept
        const detail = { sha256: leafFingerprint(certificate) }
        return told(
          await keep(
            { ...secrets, certificate, previousCertificate },
            { actor, kind: 'profile.certificate-taken', detail },
          ),
        )
      }),

    /** Changes the places of the two: a bank may only be late in accepting the newer one. */
    restorePrevious: (actor: string) =>
      inTurn(async () => {
        const { certificate, previousCertificate } = secrets
        if (!previousCertificate) return err({ code: 'not-found' } as const)
        const detail = { sha256: leafFingerprint(previousCertificate) }
        return told(
          await keep(
            { ...secrets, certificate: previousCertificate, previousCertificate: certificate },
            { actor, kind: 'profile.certificate-restored', detail },
          ),
        )
      }),

    /**
     * Takes note of the certificate that the client signs in with now; the answer is to be called when a
     * health check made since then succeeded. The one before is let go only then.
     */
    certificateOnTrial(): () => Promise<void> {
      const tried = connection.open()?.access.connection.certificateChain
      return () =>
        inTurn(async () => {
          const held = secrets.certificate
          if (held?.certificateChain !== tried || !held || held.provenAt) return
          const act = {
            actor: 'system',
            kind: 'profile.certificate-proven',
            detail: { sha256: leafFingerprint(held) },
          }
          const certificate = { ...held, provenAt: now() }
          told(await keep({ ...secrets, certificate, previousCertificate: null }, act))
        })
    },

    setPrivateCa: (ca: { pem: string; sha256: string } | null, actor: string) =>
      inTurn(async () => {
        await records.setPrivateCa(ca?.pem ?? null, ca?.sha256 ?? '', actor)
        await connect()
        return tell()
      }),

    /** Somebody is about to write the store's key, wrapped, to a file. */
    recoveryFileAsked: (actor: string) =>
      store.record(
        { actor, kind: 'profile.recovery-file-asked', subject: 'profile', detail: {} },
        () => Promise.resolve(),
      ),

    recoveryFileWritten: (actor: string) =>
      inTurn(async () => {
        await records.recoveryFileWritten(now(), actor)
        tell()
      }),

    /** Resolves when no change is under way any more. */
    settled: () =>
      last.then(
        () => undefined,
        () => undefined,
      ),
  }
}

const leafFingerprint = ({ certificateChain }: { certificateChain: string }): string =>
  describeChain(certificateChain)[0]?.sha256 ?? ''

/** The problem as the window is told it. */
export const shownProblem = (problem: KeychainProblem): Failure<'keychain-problem'>['problem'] => ({
  kind: problem.kind,
  detail: 'detail' in problem ? problem.detail : null,
})
