/**
 * Changes to a profile's certificates. The previous certificate is discarded only when the new one
 * is proven.
 */
import type { HeldCertificate } from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { OpenProfile } from '../../../preload/contract/api/profiles/profile.ts'
import { err, type Result } from '../../../preload/contract/kernel/result.ts'
import type { CertificateMaterial } from '../certificates/inspect-files.ts'
import type { ConnectionService } from '../connection.service.ts'
import { describeChain } from '../describe-certificate.ts'
import { isRequestedKey, withRequest } from './request-acts.ts'
import type { SecretCertificate } from '../profile-secrets.ts'
import type { StoredSecrets, SecretsStore } from './secrets-store.ts'

type Told<F = never> = Promise<Result<OpenProfile, Failure<'keychain-problem'> | F>>

export interface CertificateActs {
  takeCertificate(material: CertificateMaterial, actor: string): Told
  /**
   * Swaps the current and the previous certificate: the bank may only be late in accepting the
   * newer one.
   */
  restorePrevious(actor: string): Told<Failure<'not-found'>>
  /**
   * Notes the certificate that the client signs in with now. Call the returned function after a
   * health check made since then succeeded; only then is the previous certificate discarded.
   */
  certificateOnTrial(): () => Promise<void>
}

export interface CertificateActDeps {
  readonly keeper: SecretsStore
  readonly connection: ConnectionService
  /** ISO UTC. */
  readonly now: () => string
  /** Notifies the window of the result of a change. */
  readonly told: (kept: StoredSecrets) => Result<OpenProfile, Failure<'keychain-problem'>>
}

/** Creates the certificate actions of one profile. */
export function createCertificateActs(deps: CertificateActDeps): CertificateActs {
  const { keeper, connection, now, told } = deps
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
      keeper.inTurn(async () => {
        const secrets = keeper.current()
        const { pendingRequest: waiting } = secrets
        const isAnswer = waiting !== undefined && isRequestedKey(waiting, material.privateKey)
        const certificate = {
          ...material,
          takenAt: now(),
          provenAt: null,
          ...(isAnswer && { requestedAt: waiting.madeAt }),
        }
        // An unproven certificate never replaces a proven one as the previous certificate.
        const { certificate: held, previousCertificate: kept } = secrets
        const previousCertificate = held?.provenAt || !kept ? held : kept
        // One write moves the key from the request to the certificate, so the key is stored at
        // every moment.
        const next = {
          ...withRequest(secrets, isAnswer ? undefined : waiting),
          certificate,
          previousCertificate,
        }
        return told(await keeper.keep(next, actOn(certificate, 'taken', actor)))
      }),

    restorePrevious: (actor) =>
      keeper.inTurn(async () => {
        const secrets = keeper.current()
        const { certificate: held, previousCertificate: before } = secrets
        if (!before) return err({ code: 'not-found' })
        const next = { ...secrets, certificate: before, previousCertificate: held }
        return told(await keeper.keep(next, actOn(before, 'restored', actor)))
      }),

    certificateOnTrial() {
      const tried = connection.open()?.access.connection.certificateChain
      return () =>
        keeper.inTurn(async () => {
          const secrets = keeper.current()
          const held = secrets.certificate
          if (held?.certificateChain !== tried || !held || held.provenAt) return
          const certificate = { ...held, provenAt: now() }
          const next = { ...secrets, certificate, previousCertificate: null }
          told(await keeper.keep(next, actOn(held, 'proven', 'system')))
        })
    },
  }
}

/** Returns the part of a certificate that the window may see. */
export const heldOf = (held: SecretCertificate | null): HeldCertificate | null =>
  held && {
    chain: describeChain(held.certificateChain),
    takenAt: held.takenAt,
    provenAt: held.provenAt,
    requestedAt: held.requestedAt ?? null,
  }
