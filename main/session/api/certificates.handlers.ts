/**
 * Certificates of the shown profile: main opens the dialogs and holds the bytes; the window has
 * only a draft's id.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { sameFingerprint } from '../../profile/certificate-drafts.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ChosenFile, FileDialogs } from '../../platform/files/chosen-file.ts'
import { fileFailed } from '../../platform/files/file-text.ts'
import { editableProfile } from '../editable-profile.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { saveChain, saveRequest } from '../save-certificates.ts'
import { onActiveSession } from '../active-session.ts'
import {
  certificateRestored,
  certificateTaken,
  rootTrusted,
} from '../../profile/proposed-changes.ts'

export interface CertificateHandlerDeps {
  readonly profiles: ProfilesService
}

const kinds = [
  {
    name: 'Certificates and keys',
    // A Java keystore cannot be read, but can be chosen, so that the message can explain how to
    // export from it.
    extensions: [
      'pem',
      'crt',
      'cer',
      'der',
      'key',
      'p12',
      'pfx',
      'p7b',
      'p7c',
      'b64',
      'txt',
      'jks',
      'jceks',
      'keystore',
    ],
  },
]

export function certificateHandlers(deps: CertificateHandlerDeps): Pick<Handlers, 'certificates'> {
  const { profiles } = deps
  const onSession = onActiveSession(profiles)

  const choose = async (
    dialogs: FileDialogs,
    title: string,
    several: boolean,
  ): Promise<Result<readonly ChosenFile[] | null, Failure<'file-failed'>>> => {
    const chosen = await dialogs.open({ title, kinds, several })
    return chosen.ok ? chosen : err(fileFailed(chosen.error))
  }

  return {
    certificates: {
      select: async (input, { dialogs }) => {
        const on = editableProfile(profiles)
        if (!on.ok) return on
        const chosen = await choose(dialogs, 'Choose the certificate and its key', true)
        if (!chosen.ok) return chosen
        if (!chosen.value) return ok(null)
        return ok((await on.value.drafts.certificate.open(chosen.value, input?.purpose)) ?? null)
      },
      addFiles: async ({ draftId }, { dialogs }) => {
        const on = editableProfile(profiles)
        if (!on.ok) return on
        const chosen = await choose(dialogs, 'Choose more files of the certificate', true)
        if (!chosen.ok) return chosen
        if (!chosen.value) return ok(null)
        const inspection = await on.value.drafts.certificate.add(draftId, chosen.value)
        return inspection ? ok(inspection) : err({ code: 'draft-gone' })
      },
      unlock: async ({ draftId, secret }) => {
        const inspection = await profiles.shown().drafts.certificate.unlock(draftId, secret)
        return inspection ? ok(inspection) : err({ code: 'draft-gone' })
      },
      commit: async ({ draftId }, { operator }) => {
        const on = editableProfile(profiles)
        if (!on.ok) return on
        const { certificate: drafts } = on.value.drafts
        const taken = await drafts.take(draftId)
        if (!taken) return err({ code: 'draft-gone' })
        if (taken.kind === 'refused')
          return err({ code: 'certificate-refused', findings: [...taken.findings] })
        const { real, services } = on.value
        const change = certificateTaken(real.shown(), taken.material)
        const allowed = await services.secondPerson.allows(change, operator)
        if (!allowed.ok) return allowed
        const stored = await real.takeCertificate(taken.material, operator.id)
        // The draft stays if the keychain refuses, so that the operator does not lose the import.
        if (stored.ok) drafts.discard(draftId)
        return stored
      },
      discard: ({ draftId }) => {
        profiles.shown().drafts.certificate.discard(draftId)
        return ok(undefined)
      },
      restorePrevious: async (_input, { operator }) => {
        const on = editableProfile(profiles)
        if (!on.ok) return on
        const { real, services } = on.value
        const allowed = await services.secondPerson.allows(
          certificateRestored(real.shown()),
          operator,
        )
        return allowed.ok ? real.restorePrevious(operator.id) : allowed
      },
      createRequest: async (wanted, { operator }) => {
        const on = editableProfile(profiles)
        return on.ok ? on.value.real.createRequest(wanted, operator.id) : on
      },
      saveRequest: async (_input, { operator, dialogs }) => {
        const on = editableProfile(profiles)
        return on.ok ? saveRequest(on.value, dialogs, operator.id) : on
      },
      discardRequest: async ({ publicKeySha256 }, { operator }) => {
        const on = editableProfile(profiles)
        return on.ok ? on.value.real.discardRequest(publicKeySha256, operator.id) : on
      },
      saveChain: async (_input, { operator, dialogs }) => {
        const on = editableProfile(profiles)
        return on.ok ? saveChain(on.value, dialogs, operator.id) : on
      },
      tickStep: async (ticking, { operator }) => {
        const on = editableProfile(profiles)
        return on.ok ? on.value.real.tickStep(ticking, operator.id) : on
      },
      getWarnings: () => onSession(async (services) => ok(await services.certificates.warnings())),
      selectPrivateCa: async (_input, { dialogs }) => {
        const on = editableProfile(profiles)
        if (!on.ok) return on
        const chosen = await choose(dialogs, 'Choose the certificate of the private CA', false)
        if (!chosen.ok) return chosen
        const file = chosen.value?.[0]
        return ok((file && (await on.value.drafts.ca.open(file))) ?? null)
      },
      trustPrivateCa: async ({ draftId, sha256 }, { operator }) => {
        const on = editableProfile(profiles)
        if (!on.ok) return on
        const { ca: drafts } = on.value.drafts
        const draft = drafts.get(draftId)
        if (!draft) return err({ code: 'draft-gone' })
        const { certificate, findings } = draft.shown
        if (!certificate || draft.pem === null || findings.length > 0)
          return err({ code: 'certificate-refused', findings })
        if (!sameFingerprint(sha256, certificate.sha256))
          return err({ code: 'fingerprint-differs' })
        const { real, services } = on.value
        const ca = { pem: draft.pem, sha256: certificate.sha256 }
        const change = rootTrusted(real.shown(), { ...ca, subject: certificate.subject })
        const allowed = await services.secondPerson.allows(change, operator)
        if (!allowed.ok) return allowed
        const shown = await real.setPrivateCa(ca, operator.id)
        drafts.forget()
        return ok(shown)
      },
      removePrivateCa: async (_input, { operator }) => {
        const on = editableProfile(profiles)
        return on.ok ? ok(await on.value.real.setPrivateCa(null, operator.id)) : on
      },
    },
  }
}
