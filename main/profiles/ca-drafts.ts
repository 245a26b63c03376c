/** A private CA that was chosen and not yet trusted. */
import type { PrivateCaDraft } from '../../preload/contract/certificate-inspection.ts'
import { inspectPrivateCa } from '../certificates/private-ca.ts'
import type { Clock } from '../clock.ts'
import type { ChosenFile } from '../windows/chosen-file.ts'
import { createDraft } from './draft.ts'

interface CaDraft {
  readonly shown: Omit<PrivateCaDraft, 'draftId'>
  readonly pem: string | null
}

/** The one draft. */
export interface CaDrafts {
  open(file: ChosenFile): PrivateCaDraft
  get(draftId: string): CaDraft | undefined
  forget(): void
}

/** Makes it, empty. */
export function createCaDrafts(parts: { clock: Clock; newId: () => string }): CaDrafts {
  const draft = createDraft<CaDraft>(parts)
  return {
    open(file) {
      const { draft: shown, pem } = inspectPrivateCa(file, parts.clock.now())
      // The fingerprint is what the operator brings from the bank: from here it could only be copied.
      const certificate = shown.certificate && { ...shown.certificate, sha256: '' }
      return { draftId: draft.keep({ shown, pem }), ...shown, certificate }
    },
    get: (draftId) => draft.get(draftId),
    forget: () => draft.forget(),
  }
}
