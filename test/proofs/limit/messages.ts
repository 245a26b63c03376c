/** Messages between the processes of the proof. Moments are of the computer's one monotonic clock. */
import type { TeamStore } from '../../../main/store/team-store.ts'

/** A workstation, as it is started. */
export interface MemberOptions {
  readonly name: string
  readonly store: TeamStore
  readonly storeWorker: string
  /** Where it remembers its calls. */
  readonly folder: string
  readonly bankPort: number
  /** How many of its calls wait at any moment. */
  readonly demand: number
  /** Its wall clock is wrong by up to so much, and jumps. */
  readonly wrongByMs: number
}

/** A message of a workstation. */
export type MemberMessage =
  | { readonly kind: 'started' }
  /** A pause has begun, after a 429 to any workstation; `leftMs`: its length from then on. */
  | { readonly kind: 'paused'; readonly at: number; readonly leftMs: number }

/** An order to the bank, which replies to each. */
export type BankOrder =
  | { readonly kind: 'answer'; readonly fromMs: number; readonly toMs: number }
  /** Answers the next call of a workstation with 429. */
  | { readonly kind: 'refuse'; readonly member: string }
  | { readonly kind: 'report' }

/** A call as the bank counted it. */
export interface Arrival {
  readonly at: number
  readonly member: string
  /** When the workstation was about to write its first byte. */
  readonly begunAt: number
}

export interface BankReport {
  readonly port: number
  readonly arrivals: readonly Arrival[]
  /** When it answered with 429. */
  readonly refusedAt: number | null
}
