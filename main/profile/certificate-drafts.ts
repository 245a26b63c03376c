/**
 * Holds the files an operator chose until the import is taken or discarded. Bytes and passwords
 * stay here, in memory; the window knows only a draft's id.
 */
import type {
  CertificateFinding,
  CertificateInspection,
  CertificatePurpose,
  InspectedCertificate,
  PrivateCaDraft,
} from '../../preload/contract/api/certificates/certificate-inspection.ts'
import { fingerprintDigits } from '../../preload/contract/kernel/fingerprint.ts'
import { systemTimer, type StartTimer } from '../platform/timer.ts'
import type { Clock } from '../platform/clock.ts'
import type { ReaderOptions } from '../platform/reader-process.ts'
import { SerialQueue } from '../platform/serial.ts'
import { createDraft } from '../platform/draft.ts'
import type { ChosenFile } from '../platform/files/chosen-file.ts'
import { inspectInProcess, inspectPrivateCaInProcess } from './certificates/certificate-reader.ts'
import type {
  CertificateMaterial,
  InspectedFiles,
  RequestedKey,
} from './certificates/inspect-files.ts'
import type { CertificateFile } from './certificates/read-files.ts'

/** Result of `take`. A refused draft stays, so the operator can add what is missing. */
export type Taking =
  | {
      readonly kind: 'taken'
      readonly material: CertificateMaterial
      /** The chain as shown to the operator. */
      readonly chain: readonly InspectedCertificate[]
    }
  | { readonly kind: 'refused'; readonly findings: readonly CertificateFinding[] }

/**
 * One draft at a time, read in a process of its own, one reading after the other. Every method returns
 * undefined when the draft is gone, or is discarded while it is read.
 */
export interface CertificateDrafts {
  /**
   * Starts a draft and discards the previous one. Takes ownership of the bytes and overwrites them
   * in the end.
   */
  open(
    files: readonly CertificateFile[],
    purpose?: CertificatePurpose,
  ): Promise<CertificateInspection | undefined>
  add(
    draftId: string,
    files: readonly CertificateFile[],
  ): Promise<CertificateInspection | undefined>
  /** Tries a password on everything that is still encrypted. */
  unlock(draftId: string, password: string): Promise<CertificateInspection | undefined>
  /**
   * Inspects again, because time has passed, and returns the material. The draft stays until it is
   * discarded, so a keychain error does not cost the operator the import. Undefined for a draft
   * that was opened for another purpose.
   */
  take(draftId: string, purpose?: CertificatePurpose): Promise<Taking | undefined>
  discard(draftId: string): void
  /** Discards the current draft, if any, and cancels its reading. */
  forget(): void
}

interface Draft {
  readonly id: string
  readonly purpose: CertificatePurpose
  files: readonly CertificateFile[]
  /** Passwords that opened something. A wrong password is not stored. */
  passwords: readonly string[]
  /** On the monotonic clock. */
  endsAtMs: number
  cancelTimer: () => void
  /** Aborted when the draft is discarded. */
  readonly ended: AbortController
}

interface Deps {
  readonly newId: () => string
  readonly clock: Clock
  readonly startTimer?: StartTimer
  readonly lifetimeMs?: number
  /**
   * The key of the pending certificate request, read at each inspection; undefined when no request
   * is pending.
   */
  readonly requested?: () => RequestedKey | undefined
  readonly reader?: ReaderOptions
}

const quarterHourMs = 15 * 60 * 1000

/** Creates the service. A draft expires `lifetimeMs` after its last use, by default 15 minutes. */
export const createCertificateDrafts = (deps: Deps): CertificateDrafts => new Drafts(deps)

class Drafts implements CertificateDrafts {
  readonly #deps: Required<Deps>
  #draft: Draft | undefined
  /** One process at a time. */
  readonly #readings = new SerialQueue()

  constructor(deps: Deps) {
    const unless = {
      startTimer: systemTimer,
      lifetimeMs: quarterHourMs,
      requested: () => undefined,
      reader: {},
    }
    this.#deps = { ...unless, ...deps }
  }

  async open(
    files: readonly CertificateFile[],
    purpose: CertificatePurpose = 'client',
  ): Promise<CertificateInspection | undefined> {
    this.forget()
    const draft: Draft = {
      id: this.#deps.newId(),
      purpose,
      files,
      passwords: [],
      endsAtMs: 0,
      cancelTimer: () => undefined,
      ended: new AbortController(),
    }
    this.#draft = draft
    this.#renew(draft)
    try {
      return await this.#look(draft.id, null)
    } catch (error) {
      // The caller never receives this draft's id, so nobody else could discard it.
      this.discard(draft.id)
      throw error
    }
  }

  async add(
    draftId: string,
    files: readonly CertificateFile[],
  ): Promise<CertificateInspection | undefined> {
    const draft = this.#find(draftId)
    if (!draft) return undefined
    draft.files = [...draft.files, ...files]
    return this.#look(draftId, null)
  }

  unlock(draftId: string, password: string): Promise<CertificateInspection | undefined> {
    return this.#look(draftId, password)
  }

  take(draftId: string, purpose: CertificatePurpose = 'client'): Promise<Taking | undefined> {
    return this.#readings.run(async () => {
      const draft = this.#find(draftId)
      if (draft?.purpose !== purpose) return undefined
      const inspected = await this.#inspect(draft, null)
      if (!inspected) return undefined
      const { inspection, material } = inspected
      if (!material) return { kind: 'refused', findings: inspection.findings }
      return { kind: 'taken', material, chain: inspection.chain }
    })
  }

  discard(draftId: string): void {
    if (this.#find(draftId)) this.forget()
  }

  #look(draftId: string, tried: string | null): Promise<CertificateInspection | undefined> {
    return this.#readings.run(async () => {
      const draft = this.#find(draftId)
      if (!draft) return undefined
      this.#renew(draft)
      const inspected = await this.#inspect(draft, tried)
      if (!inspected) return undefined
      draft.passwords = inspected.usefulPasswords
      return { draftId, ...inspected.inspection }
    })
  }

  /** Undefined when the draft was discarded meanwhile. */
  async #inspect(draft: Draft, password: string | null): Promise<InspectedFiles | undefined> {
    const { files, passwords: earlierPasswords, purpose, ended } = draft
    // A request is for a client certificate, so a server certificate never answers one.
    const requested = purpose === 'client' ? this.#deps.requested() : undefined
    const now = this.#deps.clock.now()
    const question = { files, password, now, earlierPasswords, purpose, requested }
    const inspected = await inspectInProcess(question, ended.signal, this.#deps.reader)
    return ended.signal.aborted ? undefined : inspected
  }

  /** Restarts the draft's expiry timer. */
  #renew(draft: Draft): void {
    const { clock, startTimer, lifetimeMs } = this.#deps
    draft.cancelTimer()
    draft.endsAtMs = clock.monotonicMs() + lifetimeMs
    draft.cancelTimer = startTimer(lifetimeMs, () => this.forget())
  }

  /** A timer may fire late, so this checks the clock as well. */
  #find(draftId: string): Draft | undefined {
    if (this.#draft && this.#deps.clock.monotonicMs() >= this.#draft.endsAtMs) this.forget()
    return this.#draft?.id === draftId ? this.#draft : undefined
  }

  /**
   * Overwrites the bytes of the files. JavaScript strings (the passwords) cannot be overwritten.
   */
  forget(): void {
    this.#draft?.cancelTimer()
    this.#draft?.ended.abort()
    for (const { bytes } of this.#draft?.files ?? []) bytes.fill(0)
    this.#draft = undefined
  }
}

/** A private CA that the operator chose but does not trust yet. */
interface CaDraft {
  readonly shown: Omit<PrivateCaDraft, 'draftId'>
  readonly pem: string | null
}

export interface CaDrafts {
  /**
   * Reads the file in a process of its own. Undefined when another file is opened, or the draft is
   * forgotten, meanwhile.
   */
  open(file: ChosenFile): Promise<PrivateCaDraft | undefined>
  get(draftId: string): CaDraft | undefined
  /** Also cancels a reading in progress. */
  forget(): void
}

/** Creates the draft store, empty. */
export function createCaDrafts(deps: { clock: Clock; newId: () => string }): CaDrafts {
  const draft = createDraft<CaDraft>(deps)
  let reading: AbortController | undefined
  return {
    async open(file) {
      reading?.abort()
      const { signal } = (reading = new AbortController())
      const inspected = await inspectPrivateCaInProcess(file, deps.clock.now(), signal)
      if (!inspected || signal.aborted) return undefined
      const { draft: shown, pem } = inspected
      // The operator gets the fingerprint from the bank and types it. If the window showed it, the
      // operator could only copy it.
      const certificate = shown.certificate && { ...shown.certificate, sha256: '' }
      return { draftId: draft.put({ shown, pem }), ...shown, certificate }
    },
    get: (draftId) => draft.get(draftId),
    forget() {
      reading?.abort()
      draft.forget()
    },
  }
}

/** The files that an operator chose for one profile; forgotten with its session. */
export interface SessionDrafts {
  readonly certificate: CertificateDrafts
  readonly ca: CaDrafts
}

/** Creates the drafts, empty. */
export const createDrafts = (deps: {
  readonly clock: Clock
  readonly newId: () => string
  readonly requested?: () => RequestedKey | undefined
}): SessionDrafts => ({
  certificate: createCertificateDrafts(deps),
  ca: createCaDrafts(deps),
})

/**
 * Returns whether a typed SHA-256 fingerprint is the certificate's. Colons, spaces, dashes, case
 * and a leading `SHA256:` are ignored. All 64 hex digits are required, because an attacker can
 * forge a matching beginning.
 */
export function sameFingerprint(typed: string, sha256: string): boolean {
  const digits = fingerprintDigits(typed)
  return /^[0-9a-f]{64}$/.test(digits) && digits === fingerprintDigits(sha256)
}
