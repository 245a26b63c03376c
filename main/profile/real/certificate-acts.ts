/**
 * Changes to a profile's certificates. The previous certificate is discarded only when the new one
 * is proven.
 */
import type { InstalledCertificate } from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { OpenProfile } from '../../../preload/contract/api/profiles/profile.ts'
import { err, type Result } from '../../../preload/contract/kernel/result.ts'
import type { CertificateMaterial } from '../certificates/inspect-files.ts'
import type { ConnectionService } from '../connection.service.ts'
import { describeChain } from '../describe-certificate.ts'
import { isRequestedKey, withRequest } from './request-acts.ts'
import type { SecretCertificate } from '../profile-secrets.ts'
import type { StoredSecrets, SecretsStore } from './secrets-store.ts'

type ChangedProfile<F = never> = Promise<Result<OpenProfile, Failure<'keychain-problem'> | F>>

export interface CertificateActs {
  takeCertificate(material: CertificateMaterial, actor: string): ChangedProfile
  /**
   * Swaps the current and the previous certificate: the bank may only be late in accepting the
   * newer one.
   */
  restorePrevious(actor: string): ChangedProfile<Failure<'not-found'>>
  /**
   * Notes the certificate that the client signs in with now. Call the returned function after a
   * health check made since then succeeded; only then is the previous certificate discarded.
   */
  certificateOnTrial(): () => Promise<void>
}

export interface CertificateActDeps {
  readonly secretsStore: SecretsStore
  readonly connection: ConnectionService
  /** ISO UTC. */
  readonly now: () => string
  /** Notifies the window of the result of a change. */
  readonly shownAfter: (previous: StoredSecrets) => Result<OpenProfile, Failure<'keychain-problem'>>
}

/** Creates the certificate actions of one profile. */
export function createCertificateActs(deps: CertificateActDeps): CertificateActs {
  const { secretsStore, connection, now, shownAfter } = deps
  const actOn = (certificate: SecretCertificate, kind: string, actor: string) => ({
    actor,
    kind: `profile.certificate-${kind}`,
    detail: {
      sha256: describeChain(certificate.certificateChain)[0]?.sha256 ?? '',
      ...(certificate.requestedAt !== undefined && { requestedAt: certificate.requestedAt }),
    },
  })
  return {
    takeCertificate: (material, actor) =>
      secretsStore.inTurn(async () => {
        const secrets = secretsStore.current()
        const { pendingRequest: waiting } = secrets
        const isAnswer = waiting !== undefined && isRequestedKey(waiting, material.privateKey)
        const certificate = {
          ...material,
          takenAt: now(),
          provenAt: null,
          ...(isAnswer && { requestedAt: waiting.createdAt }),
        }
        // An unproven certificate never replaces a proven one as the previous certificate.
        const { certificate: installed, previousCertificate: previous } = secrets
        const previousCertificate = installed?.provenAt || !previous ? installed : previous
        // One write moves the key from the request to the certificate, so the key is stored at
        // every moment.
        const next = {
          ...withRequest(secrets, isAnswer ? undefined : waiting),
          certificate,
          previousCertificate,
        }
        return shownAfter(await secretsStore.save(next, actOn(certificate, 'taken', actor)))
      }),

    restorePrevious: (actor) =>
      secretsStore.inTurn(async () => {
        const secrets = secretsStore.current()
        const { certificate: installed, previousCertificate: before } = secrets
        if (!before) return err({ code: 'not-found' })
        const next = { ...secrets, certificate: before, previousCertificate: installed }
        return shownAfter(await secretsStore.save(next, actOn(before, 'restored', actor)))
      }),

    certificateOnTrial() {
      const tried = connection.open()?.access.connection.certificateChain
      return () =>
        secretsStore.inTurn(async () => {
          const secrets = secretsStore.current()
          const installed = secrets.certificate
          if (installed?.certificateChain !== tried || !installed || installed.provenAt) return
          const certificate = { ...installed, provenAt: now() }
          const next = { ...secrets, certificate, previousCertificate: null }
          shownAfter(await secretsStore.save(next, actOn(installed, 'proven', 'system')))
        })
    },
  }
}

/** Returns the part of a certificate that the window may see. */
export const shownCertificate = (
  installed: SecretCertificate | null,
): InstalledCertificate | null =>
  installed && {
    chain: describeChain(installed.certificateChain),
    takenAt: installed.takenAt,
    provenAt: installed.provenAt,
    requestedAt: installed.requestedAt ?? null,
  }
