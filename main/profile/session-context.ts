/**
 * The context that every service of a session receives: open store, bank connection, profile data.
 */
import type { ProfileDetails } from '../../preload/contract/api/profiles/profile-details.ts'
import type { Successor, WatchedUse } from '../../preload/contract/api/certificates/warnings.ts'
import type { Environment } from '../../preload/contract/domain/environment.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Product } from '../../preload/contract/api/profiles/profile-details.ts'
import { dayIn } from '../../preload/contract/kernel/calendar.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import type { Clock } from '../platform/clock.ts'
import type { ConnectionService } from './connection.service.ts'
import type { Background } from '../platform/in-flight.ts'
import type { Announce } from '../platform/announce.ts'
import type { Operators } from './operators.service.ts'
import type { SettingsService } from './settings.service.ts'
import type { Store } from '../store/store.ts'
import type { StoredAccount } from './profile-records.ts'

/** A certificate that the connection or the alerts depend on. Instants are ISO UTC. */
export interface WatchedCertificate {
  readonly use: WatchedUse
  readonly subject: string
  readonly sha256: string
  readonly validTo: string
  readonly successor: Successor | null
}

/** The profile's data. Practice has only the accounts of the practice client. */
export interface SessionProfile {
  readonly details: ProfileDetails | null
  /** With account numbers as the bank writes them. */
  readonly accounts: readonly StoredAccount[]
  /**
   * The ids of the accounts that the bank debits for batches, where known; undefined means any
   * account.
   */
  readonly batchAccounts?: readonly string[]
  /**
   * Certificates watched for expiry; undefined when there are none, or while the profile is not
   * open.
   */
  readonly certificates?: readonly WatchedCertificate[] | undefined
}

/** The reason why a bank call is blocked. */
export type CallBlocked =
  | Failure<'profile-retired'>
  | Failure<'profile-incomplete'>
  | Failure<'product-not-agreed'>

export interface SessionContext {
  readonly profileId: string
  readonly environment: Environment
  /** Returns why calls to this product are blocked now; undefined when they are allowed. */
  readonly callBlockFor: (product: Product) => Result<never, CallBlocked> | undefined
  readonly store: Store
  readonly connection: ConnectionService
  readonly settings: SettingsService
  readonly clock: Clock
  /** Zone of the policy in force: days are counted in it, as for limits and sums. */
  readonly bankingZone: () => string
  readonly newId: () => string
  /**
   * Returns the name for an id in the audit; Countersign for its own acts. `at`: the name of that
   * instant, which an act of that time is shown with; without it, the present name.
   */
  readonly operatorName: (id: string, at?: string) => string
  /** The names that operators had before their present ones, oldest first. */
  readonly earlierNames: Operators['earlierNames']
  /** Read again for each use, because the profile can change while the session is open. */
  readonly profile: () => SessionProfile
  /**
   * Emits an event of the API inside the session. window-notifier.ts forwards it to the window while
   * the window shows this session.
   */
  readonly emitEvent: Announce
  /** Reports a failure that is shown nowhere else. */
  readonly report: (where: string, problem: unknown) => void
  /** Runs work that no caller awaits. Closing waits for it before closing the store. */
  readonly background: Background
}

/** Returns the data of a real profile; empty before it is open. */
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

/** Returns the banking day of now, YYYY-MM-DD. */
export const bankingDay = ({
  bankingZone,
  clock,
}: Pick<SessionContext, 'bankingZone' | 'clock'>): string => dayIn(bankingZone(), clock.now())
