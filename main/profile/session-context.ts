/** What every desk of a session is handed: the open store, the way to the bank, and what the profile says. */
import type { ProfileDetails } from '../../preload/contract/api/profiles/profile-details.ts'
import type { Environment } from '../../preload/contract/domain/environment.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Product } from '../../preload/contract/api/profiles/profile-details.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import type { WatchedCertificate } from './certificates/certificate-warnings.ts'
import type { Clock } from '../platform/clock.ts'
import type { ConnectionService } from './connection/connection.service.ts'
import type { Background } from '../platform/in-flight.ts'
import type { Announce } from '../platform/announce.ts'
import type { SettingsService } from './settings/settings.service.ts'
import type { Store } from '../store/store.ts'
import type { StoredAccount } from './profile-records.ts'

/** What the profile says of itself: nothing in practice but the accounts of the practice client. */
export interface SessionProfile {
  readonly details: ProfileDetails | null
  /** With their numbers as the bank writes them. */
  readonly accounts: readonly StoredAccount[]
  /** The ids of those that the bank debits for batches, where that is known; undefined: it may be any. */
  readonly batchAccounts?: readonly string[]
  /** Those whose end is watched; undefined: there are none, or the profile is not there yet. */
  readonly certificates?: readonly WatchedCertificate[] | undefined
}

/** Why a bank may not be asked. */
export type CallBlocked =
  | Failure<'profile-retired'>
  | Failure<'profile-incomplete'>
  | Failure<'product-not-agreed'>

/** What a desk is made of. */
export interface SessionContext {
  readonly profileId: string
  readonly environment: Environment
  /** Why the profile's bank may not be asked for a product now; undefined when it may. */
  readonly mayNotAsk: (product: Product) => Result<never, CallBlocked> | undefined
  readonly store: Store
  readonly connection: ConnectionService
  readonly settings: SettingsService
  readonly clock: Clock
  readonly newId: () => string
  readonly operatorName: (id: string) => string
  /** Asked whenever it is needed: it changes while the desk is open. */
  readonly profile: () => SessionProfile
  /** Tells the window, while it shows this session. */
  readonly announce: Announce
  /** Something went wrong that is told nowhere else. */
  readonly report: (where: string, problem: unknown) => void
  /** Takes work that nobody waits for: closing does, before the store is closed. */
  readonly background: Background
}

/** What a real profile says; nothing before it is there. */
export const sessionProfileOf = (
  real:
    | {
        readonly details: () => ProfileDetails
        readonly accounts: () => readonly StoredAccount[]
        readonly watchedCertificates: () => readonly WatchedCertificate[]
      }
    | undefined,
): SessionProfile => ({
  details: real?.details() ?? null,
  accounts: real?.accounts() ?? [],
  certificates: real?.watchedCertificates(),
})
