/**
 * The import of a certificate: choose, inspect, complete, import. The files and the key stay in
 * main; this state holds its findings.
 */
import { onBeforeUnmount, ref, shallowRef } from 'vue'
import type {
  CertificateInspection,
  CertificatePurpose,
} from '../../../../../preload/contract/api/certificates/certificate-inspection.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import type { Result } from '../../../../../preload/contract/kernel/result.ts'
import { bridge } from '../../../../state/bridge.ts'
import { plural } from '../../../../text/plural.ts'
import { namedInFull } from './certificate-facts.ts'
import { useShownProfile } from '../../../../state/stores/shown-profile.store.ts'

/** The step in progress. */
export type ImportStep = 'select' | 'add' | 'unlock' | 'commit' | 'restore'

/** The result of the inspection in one line, which is announced. */
function inspectionText({ files, findings, ready }: CertificateInspection): string {
  const read = plural(files.length, 'file was read', 'files were read')
  if (ready) return `${read}. The certificate can be imported`
  return `${read}. ${plural(findings.length, 'finding', 'findings')}`
}

/** Whether a finding is about the password, and is therefore shown at its field. */
export const isOfPassword = ({ problem }: { problem: string }): boolean =>
  problem === 'password-needed' || problem === 'wrong-password'

/**
 * One draft at a time, until it is imported by `commit` or discarded; `announce` is called with the
 * result if the focus should move.
 */
export function useCertificateDraft(purpose: CertificatePurpose, announce: (text: string) => void) {
  const inspection = shallowRef<CertificateInspection>()
  const failure = shallowRef<Failure>()
  const busy = ref<ImportStep>()

  /** Runs one step, unless another is in progress; undefined if it was not run, or failed. */
  async function step<T>(
    name: ImportStep,
    call: () => Promise<Result<T, Failure>>,
  ): Promise<{ readonly value: T } | undefined> {
    if (busy.value) return undefined
    busy.value = name
    failure.value = undefined
    const answer = await call()
    busy.value = undefined
    if (answer.ok) return answer
    fail(answer.error)
    return undefined
  }

  function fail(error: Failure): void {
    failure.value = error
    if (error.code === 'draft-gone') {
      inspection.value = undefined
      announce('The selected files are no longer available. Start again')
    }
    // Main's last findings replace the first ones.
    if (error.code === 'certificate-refused' && inspection.value) {
      inspection.value = { ...inspection.value, findings: error.findings, ready: false }
    }
  }

  function review(found: CertificateInspection): void {
    inspection.value = found
    announce(inspectionText(found))
  }

  async function select(): Promise<void> {
    const before = inspection.value
    const answer = await step('select', () => bridge().certificates.select({ purpose }))
    if (!answer?.value) return
    if (before) void bridge().certificates.discard({ draftId: before.draftId })
    review(answer.value)
  }

  /** Adds files to the draft; a cancelled dialog changes nothing. */
  async function addFiles(): Promise<void> {
    const draftId = inspection.value?.draftId
    if (draftId === undefined) return
    const answer = await step('add', () => bridge().certificates.addFiles({ draftId }))
    if (answer?.value) review(answer.value)
  }

  async function unlock(secret: string): Promise<void> {
    const draftId = inspection.value?.draftId
    if (draftId === undefined) return
    const answer = await step('unlock', () => bridge().certificates.unlock({ draftId, secret }))
    if (!answer) return
    const isWrong = answer.value.findings.some(({ problem }) => problem === 'wrong-password')
    // A wrong password is shown at its field, which keeps the focus.
    if (isWrong) inspection.value = answer.value
    else review(answer.value)
  }

  /**
   * Passes the draft to `take`, which returns main's final answer; `text` describes the imported
   * leaf certificate.
   */
  async function commit<T>(
    take: (draft: { readonly draftId: string }) => Promise<Result<T, Failure>>,
    text: (name: string) => string,
  ): Promise<{ readonly value: T } | undefined> {
    const draft = inspection.value
    const leaf = draft?.chain[0]
    if (!draft?.ready || !leaf) return undefined
    const { draftId } = draft
    const answer = await step('commit', () => take({ draftId }))
    if (!answer) return undefined
    inspection.value = undefined
    announce(text(namedInFull(leaf)))
    return answer
  }

  function leave(): void {
    if (inspection.value) {
      void bridge().certificates.discard({ draftId: inspection.value.draftId })
    }
    inspection.value = undefined
  }
  function discard(): void {
    leave()
    failure.value = undefined
    announce('Files discarded. Nothing has changed')
  }
  onBeforeUnmount(leave)

  return { inspection, failure, busy, step, select, addFiles, unlock, commit, discard }
}

/** The import of the certificate that signs in to the bank, and the restore of the previous one. */
export function useCertificateImport(announce: (text: string) => void) {
  const shown = useShownProfile()
  const { step, commit: commitDraft, ...draft } = useCertificateDraft('client', announce)

  async function commit(): Promise<void> {
    const answer = await commitDraft(
      (chosen) => bridge().certificates.commit(chosen),
      (name) => `Imported: ${name}. Not proven yet: run the doctor`,
    )
    if (answer) shown.take({ ok: true, value: answer.value })
  }

  async function restorePrevious(): Promise<boolean> {
    const answer = await step('restore', () => bridge().certificates.restorePrevious())
    if (!answer) return false
    shown.take({ ok: true, value: answer.value })
    const leaf = answer.value.certificate?.chain[0]
    announce(
      leaf ? `In use again: ${namedInFull(leaf)}` : 'The previous certificate is in use again',
    )
    return true
  }

  return { ...draft, commit, restorePrevious }
}
