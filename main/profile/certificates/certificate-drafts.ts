/**
 * Holds what an operator chose until it is taken or let go: the bytes and the passwords stay here, in
 * memory, and the window knows a draft's id only.
 */
import type {
  CertificateFinding,
  CertificateInspection,
  CertificatePurpose,
  InspectedCertificate,
} from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import { systemTimer, type StartTimer } from '../../platform/timer.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ThreadPlace } from '../../platform/reader-thread.ts'
import { inspectInThread } from './certificate-reader.ts'
import type { CertificateMaterial, InspectedFiles, RequestedKeyHeld } from './inspect-files.ts'
import type { CertificateFile } from './read-files.ts'

/** What `take` gives. A refused draft stays, so that what is missing can be added. */
export type Taking =
  | {
      readonly kind: 'taken'
      readonly material: CertificateMaterial
      /** What was shown of it. */
      readonly chain: readonly InspectedCertificate[]
    }
  | { readonly kind: 'refused'; readonly findings: readonly CertificateFinding[] }

/**
 * The one draft at a time, read in a thread beside main, one reading after the other. Every verb answers undefined when
 * the draft is gone, or goes while it is read.
 */
export interface CertificateDrafts {
  /** Begins a draft in place of the one before. The bytes are taken over, and overwritten in the end. */
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
   * Inspects once more, because time has passed, and gives the material. The draft stays until it is
   * discarded: a keychain that refuses must not cost the operator the import. One that was chosen for another
   * purpose is none here.
   */
  take(draftId: string, purpose?: CertificatePurpose): Promise<Taking | undefined>
  discard(draftId: string): void
  /** Lets go of whatever draft there is, and ends its reading. */
  forget(): void
}

interface Draft {
  readonly id: string
  readonly purpose: CertificatePurpose
  files: readonly CertificateFile[]
  /** Those that opened something. A wrong one is not kept. */
  passwords: readonly string[]
  /** By the clock that only moves forward. */
  endsAtMs: number
  cancelTimer: () => void
  /** Aborted when it is let go of. */
  readonly ended: AbortController
}

interface Parts {
  readonly newId: () => string
  readonly clock: Clock
  readonly startTimer?: StartTimer
  readonly lifetimeMs?: number
  /** The key of the request that waits for its answer, asked for at each look; undefined: none waits. */
  readonly requested?: () => RequestedKeyHeld | undefined
  readonly thread?: ThreadPlace
}

const quarterHourMs = 15 * 60 * 1000

/** Makes the service. A draft ends `lifetimeMs` after it was last used, 15 minutes unless said otherwise. */
export const createCertificateDrafts = (parts: Parts): CertificateDrafts => new Drafts(parts)

class Drafts implements CertificateDrafts {
  readonly #parts: Required<Parts>
  #draft: Draft | undefined
  #lastReading: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    const unless = {
      startTimer: systemTimer,
      lifetimeMs: quarterHourMs,
      requested: () => undefined,
      thread: {},
    }
    this.#parts = { ...unless, ...parts }
  }

  async open(
    files: readonly CertificateFile[],
    purpose: CertificatePurpose = 'client',
  ): Promise<CertificateInspection | undefined> {
    this.forget()
    const draft: Draft = {
      id: this.#parts.newId(),
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
      // Nobody learns its id.
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
    return this.#inTurn(async () => {
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
    return this.#inTurn(async () => {
      const draft = this.#find(draftId)
      if (!draft) return undefined
      this.#renew(draft)
      const inspected = await this.#inspect(draft, tried)
      if (!inspected) return undefined
      draft.passwords = inspected.usefulPasswords
      return { draftId, ...inspected.inspection }
    })
  }

  /** Undefined: the draft was let go of meanwhile. */
  async #inspect(draft: Draft, password: string | null): Promise<InspectedFiles | undefined> {
    const { files, passwords: earlierPasswords, purpose, ended } = draft
    // A request asks for a certificate to sign in with: what stands for a server never answers one.
    const requested = purpose === 'client' ? this.#parts.requested() : undefined
    const now = this.#parts.clock.now()
    const question = { files, password, now, earlierPasswords, purpose, requested }
    const inspected = await inspectInThread(question, ended.signal, this.#parts.thread)
    return ended.signal.aborted ? undefined : inspected
  }

  /** One thread at a time, however many ask. */
  #inTurn<T>(read: () => Promise<T>): Promise<T> {
    const reading = this.#lastReading.then(read, read)
    this.#lastReading = reading
    return reading
  }

  /** A draft ends so long after it was last used. */
  #renew(draft: Draft): void {
    const { clock, startTimer, lifetimeMs } = this.#parts
    draft.cancelTimer()
    draft.endsAtMs = clock.monotonicMs() + lifetimeMs
    draft.cancelTimer = startTimer(lifetimeMs, () => this.forget())
  }

  /** A timer may be late, so the clock is asked as well. */
  #find(draftId: string): Draft | undefined {
    if (this.#draft && this.#parts.clock.monotonicMs() >= this.#draft.endsAtMs) this.forget()
    return this.#draft?.id === draftId ? this.#draft : undefined
  }

  /** What JavaScript holds as text cannot be overwritten; the bytes of the files can. */
  forget(): void {
    this.#draft?.cancelTimer()
    this.#draft?.ended.abort()
    for (const { bytes } of this.#draft?.files ?? []) bytes.fill(0)
    this.#draft = undefined
  }
}
