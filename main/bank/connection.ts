/**
 * The connection of one profile to the bank: its address, credentials and ids, its state as last
 * seen, and its access token.
 */
import type { TokenField } from '../../preload/contract/api/doctor.ts'
import type { CallFailure } from '../../preload/contract/bank/account-validation.ts'
import type { ProxyAccess } from '../platform/proxy-tunnel.ts'
import type { CallRecordLink } from './call-record.ts'

/** The bank's address and our credentials. PEM text throughout; the key is unencrypted PKCS#8. */
export interface BankConnection {
  /** `https://host[:port][/prefix]`. */
  readonly baseUrl: string
  /** A private CA in PEM; without one the platform's own roots decide. */
  readonly ca?: string
  /**
   * Leaf first, then intermediates, then the root (bank document 1, Authentication; bank note 12).
   */
  readonly certificateChain: string
  readonly privateKey: string
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly clientId: string
  readonly clientSecret: string
  /** Without one the connection is direct. */
  readonly proxy?: ProxyAccess | undefined
}

/** The ids of a validation inquiry, issued by the bank at onboarding. */
export interface InquiryIds {
  readonly secondaryId: string
  /** Required only if it was issued. */
  readonly additionalId?: string | undefined
}

/** The bank as last seen; `since` is the start of that state. */
export type BankReach =
  | { readonly state: 'never-tried' }
  | { readonly state: 'reachable'; readonly since: Date }
  | { readonly state: 'unreachable'; readonly since: Date; readonly reason: CallFailure }
  | { readonly state: 'refused'; readonly since: Date; readonly status: number }

/** The latest problem: a code of this program or a status of the bank, never free text. */
export interface LatestProblem {
  readonly at: Date
  readonly failure?: CallFailure
  readonly status?: number
}

/** The state of the token, as the status bar shows it. */
export type TokenState =
  | { readonly state: 'none' }
  | { readonly state: 'fetching' }
  | { readonly state: 'held'; readonly obtainedAt: Date; readonly expiresAt: Date }

/** The state of one client. */
export interface BankClientStatus {
  readonly connection: BankReach
  readonly token: TokenState
  readonly latestProblem: LatestProblem | null
  /** The end of the pause after a 429, or null (bank note 19). */
  readonly pausedUntil: Date | null
  /** False after a record could not be saved; the call's result was still returned. */
  readonly recording: boolean
}

/** The result of a token call. */
export type FetchedToken =
  | { readonly kind: 'token'; readonly value: string; readonly lifetimeMs: number }
  | { readonly kind: 'failed'; readonly reason: CallFailure; readonly status?: number }

/** The part of a token answer that the workstation understands. */
export interface TokenFacts {
  readonly fields: readonly TokenField[]
  /** Whether `status` is `approved`, in any case; null if absent. */
  readonly approved: boolean | null
  /** The names in both product lists, in the bank's spelling, each once. */
  readonly products: readonly string[]
}

/**
 * The answer of a token call without secrets, in memory only like the token. The facts are empty
 * unless it was a success.
 */
export interface TokenAnswer extends TokenFacts, CallRecordLink {
  readonly status: number
}
