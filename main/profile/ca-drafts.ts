/** A private CA that was chosen and not yet trusted. */
import type { PrivateCaDraft } from '../../preload/contract/api/certificates/certificate-inspection.ts'
import { inspectPrivateCaInThread } from './certificates/certificate-reader.ts'
import type { Clock } from '../platform/clock.ts'
import type { ChosenFile } from '../platform/files/chosen-file.ts'
import { createDraft } from './draft.ts'

interface CaDraft {
  readonly shown: Omit<PrivateCaDraft, 'draftId'>
  readonly pem: string | null
}

/** The one draft. */
export interface CaDrafts {
  /** Reads the file in a thread beside main; undefined when another is opened, or all is forgotten, meanwhile. */
  open(file: ChosenFile): Promise<PrivateCaDraft | undefined>
  get(draftId: string): CaDraft | undefined
  /** Ends a reading too. */
  forget(): void
}

/** Makes it, empty. */
export function createCaDrafts(parts: { clock: Clock; newId: () => string }): CaDrafts {
  const draft = createDraft<CaDraft>(parts)
  let reading: AbortController | undefined
  return {
    async open(file) {
      reading?.abort()
      const { signal } = (reading = new AbortController())
      const inspected = await inspectPrivateCaInThread(file, parts.clock.now(), signal)
      if (!inspected || signal.aborted) return undefined
      const { draft: shown, pem } = inspected
      // The fingerprint is what the operator brings from the bank: from here it could only be copied.
      const certificate = shown.certificate && { ...shown.certificate, sha256: '' }
      return { draftId: draft.keep({ shown, pem }), ...shown, certificate }
    },
    get: (draftId) => draft.get(draftId),
    forget() {
      reading?.abort()
      draft.forget()
    },
  }
}
