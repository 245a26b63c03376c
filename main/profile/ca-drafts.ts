/** A private CA that the operator chose but does not trust yet. */
import type { PrivateCaDraft } from '../../preload/contract/api/certificates/certificate-inspection.ts'
import { inspectPrivateCaInThread } from './certificates/certificate-reader.ts'
import type { Clock } from '../platform/clock.ts'
import type { ChosenFile } from '../platform/files/chosen-file.ts'
import { createDraft } from '../platform/draft.ts'

interface CaDraft {
  readonly shown: Omit<PrivateCaDraft, 'draftId'>
  readonly pem: string | null
}

export interface CaDrafts {
  /**
   * Reads the file in a worker thread. Undefined when another file is opened, or the draft is
   * forgotten, meanwhile.
   */
  open(file: ChosenFile): Promise<PrivateCaDraft | undefined>
  get(draftId: string): CaDraft | undefined
  /** Also cancels a reading in progress. */
  forget(): void
}

/** Creates the draft store, empty. */
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
      // The operator gets the fingerprint from the bank and types it. If the window showed it, the
      // operator could only copy it.
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
