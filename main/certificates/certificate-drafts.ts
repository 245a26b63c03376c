/**
 * Holds what an operator chose until it is taken or let go: the bytes and the passwords stay here, in
 * memory, and the window knows a draft's id only.
 */
import type {
  CertificateFinding,
  CertificateInspection,
  CertificatePurpose,
  InspectedCertificate,
} from '../../preload/contract/certificate-inspection.ts'
import { systemTimer, type StartTimer } from '../bank/timer.ts'
import type { Clock } from '../clock.ts'
import { inspectFiles, type CertificateMaterial, type RequestedKeyHeld } from './inspect-files.ts'
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

/** The one draft at a time. Every verb but `open` answers undefined when the draft is gone. */
export interface CertificateDrafts {
  /** Begins a draft in place of the one before. The bytes are taken over, and overwritten in the end. */
  open(files: readonly CertificateFile[], purpose?: CertificatePurpose): CertificateInspection
  add(draftId: string, files: readonly CertificateFile[]): CertificateInspection | undefined
  /** Tries a password on everything that is still encrypted. */
  unlock(draftId: string, password: string): CertificateInspection | undefined
  /**
   * Inspects once more, because time has passed, and gives the material. The draft stays until it is
   * discarded: a keychain that refuses must not cost the operator the import. One that was chosen for another
   * purpose is none here.
   */
  take(draftId: string, purpose?: CertificatePurpose): Taking | undefined
  discard(draftId: string): void
  /** Lets go of whatever draft there is. */
  forget(): void
}

/** What was chosen. */
interface Chosen {
  readonly id: string
  readonly files: readonly CertificateFile[]
  /** Those that opened something. A wrong one is not kept. */
  readonly passwords: readonly string[]
  readonly purpose: CertificatePurpose
}
interface Draft extends Chosen {
  /** By the clock that only moves forward. */
  readonly endsAtMs: number
  readonly cancelTimer: () => void
}

interface Parts {
  readonly newId: () => string
  readonly clock: Clock
  readonly startTimer?: StartTimer
  readonly lifetimeMs?: number
  /** The key of the request that waits for its answer, asked for at each look; undefined: none waits. */
  readonly requested?: () => RequestedKeyHeld | undefined
}

const quarterHourMs = 15 * 60 * 1000

/** Makes the service. A draft ends `lifetimeMs` after it was last used, 15 minutes unless said otherwise. */
export const createCertificateDrafts = (parts: Parts): CertificateDrafts => new Drafts(parts)

class Drafts implements CertificateDrafts {
  readonly #parts: Required<Parts>
  #draft: Draft | undefined

  constructor(parts: Parts) {
    const unless = {
      startTimer: systemTimer,
      lifetimeMs: quarterHourMs,
      requested: () => undefined,
    }
    this.#parts = { ...unless, ...parts }
  }

  open(
    files: readonly CertificateFile[],
    purpose: CertificatePurpose = 'client',
  ): CertificateInspection {
    this.forget()
    return this.#hold({ id: this.#parts.newId(), files, passwords: [], purpose }, null)
  }

  add(draftId: string, files: readonly CertificateFile[]): CertificateInspection | undefined {
    const draft = this.#find(draftId)
    return draft && this.#hold({ ...draft, files: [...draft.files, ...files] }, null)
  }

  unlock(draftId: string, password: string): CertificateInspection | undefined {
    const draft = this.#find(draftId)
    return draft && this.#hold(draft, password)
  }

  take(draftId: string, purpose: CertificatePurpose = 'client'): Taking | undefined {
    const draft = this.#find(draftId)
    if (draft?.purpose !== purpose) return undefined
    const { inspection, material } = this.#inspect(draft, null)
    if (!material) return { kind: 'refused', findings: inspection.findings }
    return { kind: 'taken', material, chain: inspection.chain }
  }

  discard(draftId: string): void {
    if (this.#find(draftId)) this.forget()
  }

  #inspect({ files, passwords, purpose }: Chosen, tried: string | null) {
    // A request asks for a certificate to sign in with: what stands for a server never answers one.
    const requested = purpose === 'client' ? this.#parts.requested() : undefined
    const now = this.#parts.clock.now()
    return inspectFiles(files, tried, now, undefined, passwords, purpose, requested)
  }

  #hold(chosen: Chosen, tried: string | null): CertificateInspection {
    const { clock, startTimer, lifetimeMs } = this.#parts
    const { id, files, purpose } = chosen
    const { inspection, usefulPasswords } = this.#inspect(chosen, tried)
    this.#draft?.cancelTimer()
    this.#draft = {
      id,
      files,
      passwords: usefulPasswords,
      purpose,
      endsAtMs: clock.monotonicMs() + lifetimeMs,
      cancelTimer: startTimer(lifetimeMs, () => this.forget()),
    }
    return { draftId: id, ...inspection }
  }

  /** A timer may be late, so the clock is asked as well. */
  #find(draftId: string): Draft | undefined {
    if (this.#draft && this.#parts.clock.monotonicMs() >= this.#draft.endsAtMs) this.forget()
    return this.#draft?.id === draftId ? this.#draft : undefined
  }

  /** What JavaScript holds as text cannot be overwritten; the bytes of the files can. */
  forget(): void {
    this.#draft?.cancelTimer()
    for (const { bytes } of this.#draft?.files ?? []) bytes.fill(0)
    this.#draft = undefined
  }
}
