import type {
  ProfileCard,
  NewProfile,
  OpenProfile,
  ProfileFileDraft,
  ProfilesState,
  RecoveryDraft,
} from '../../preload/contract/api/profiles/profile.ts'
import type { Environment } from '../../preload/contract/domain/environment.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import type { StartTimer } from '../platform/timer.ts'
import type { StoreKey } from '../store/store.ts'
import type { ChosenFile } from '../platform/files/chosen-file.ts'
import type { StoredHead } from './stored-head.ts'
import type { OpeningDeps } from './open-profile.ts'
import type { OtherListeners } from './open-sessions.ts'
import type { Session } from './session.ts'

export interface ProfilesDeps extends Omit<OpeningDeps, 'profileChanged'> {
  readonly practice: Session
  /** A workstation of a practice team has no other profile. */
  readonly isPracticeMember: boolean
  readonly changed: (state: ProfilesState) => void
  readonly shownChanged: (shown: OpenProfile) => void
  /** Another profile is shown from now on, or the shown one was renamed. */
  readonly shows: () => void
  /** The listeners of the profiles that are not shown may have changed. */
  readonly otherListenersChanged: () => void
  readonly startTimer: StartTimer
}

export type OpeningRefusal =
  | Failure<'confirmation-wrong'>
  | Failure<'profile-busy'>
  | Failure<'keychain-problem'>
  | Failure<'store-refused'>
/** The new state with the shown profile, or why another was not opened. */
export type Shown<F = never> = Promise<Result<ProfilesState, OpeningRefusal | F>>
type RecoveryRefusal =
  | Failure<'draft-gone'>
  | Failure<'passphrase-wrong'>
  | Failure<'recovery-of-another'>

/** Steps of the replacement of a store; `put` receives what `prepare` returned. */
export interface StoreSteps<T, F> {
  readonly prepare: () => Promise<Result<T, F>>
  readonly put: (prepared: T) => Promise<Result<null, F>>
}

export interface ProfilesService {
  readonly state: () => ProfilesState
  /** The session in the window. */
  readonly shown: () => Session
  isKnown(id: string): boolean
  /** Whether another profile has this name. */
  isTaken(name: string, exceptId?: string): boolean
  /** Shows a profile; production requires a confirmation word. */
  open(id: string, confirmation: string | null): Shown<Failure<'not-found'>>
  create(
    input: NewProfile,
  ): Shown<Failure<'name-taken'> | Failure<'draft-gone'> | Failure<'in-practice-team'>>
  /** These three change the shown profile's card, with an entry in its store's chain. */
  rename(name: string): Promise<ProfilesState>
  retire(): Promise<ProfilesState>
  reinstate(): Promise<ProfilesState>
  /** Reads a chosen profile file; its content is held for a limited time under the draft's id. */
  inspectFile(chosen: ChosenFile): Result<ProfileFileDraft, Failure<'file-not-understood'>>
  /** Reads a chosen recovery file for a profile; its key stays wrapped. */
  inspectRecovery(
    profileId: string,
    chosen: ChosenFile,
  ): Result<RecoveryDraft, Failure<'not-found'> | Failure<'file-not-understood'>>
  /** Checks that the file is the recovery file of this profile, and its passphrase. */
  provesRecovery(
    profileId: string,
    draftId: string,
    passphrase: string,
  ): Promise<Result<null, RecoveryRefusal>>
  openWithRecovery(
    draftId: string,
    passphrase: string,
    confirmation: string | null,
  ): Shown<RecoveryRefusal>
  /**
   * Why the last opening of a profile's store failed; undefined: it succeeded, or there was none.
   */
  whyRefused(id: string): Failure<'store-refused'> | undefined
  /**
   * Replaces a profile's store, and shows the profile. `prepare` runs while the store may still be
   * open, `put` after it is closed; if one fails, the old store stays, and can be opened again.
   */
  replaceStore<T, F extends Failure>(
    id: string,
    steps: StoreSteps<T, F>,
  ): Shown<F | Failure<'not-found'>>
  /** The session of a profile that is open, shown or not. */
  openSession(id: string): Session | undefined
  /** Returns the key of a profile's store from the keychain. */
  storeKeyOf(
    id: string,
  ): Promise<Result<StoreKey, Failure<'not-found'> | Failure<'keychain-problem'>>>
  /**
   * Returns the stored end of a profile's audit chain from the keychain; null: nothing was stored.
   */
  storedHeadOf(
    id: string,
  ): Promise<Result<StoredHead | null, Failure<'not-found'> | Failure<'keychain-problem'>>>
  /** Returns the active profile of another environment with this bank address; undefined: none. */
  otherEnvironmentAt(address: string | null, environment: Environment): ProfileCard | undefined
  /**
   * Opens in the background every profile whose listener is enabled. Never rejects; nothing waits
   * for it.
   */
  openListening(): Promise<void>
  /**
   * The keychain answers again: tries once more to open the profiles that failed in the background.
   */
  tryAgain(): void
  /** The enabled listeners of the other profiles. */
  otherListeners(): OtherListeners
  /** The sessions of real profiles whose stores are not closed. */
  notClosed(): readonly Session[]
  /**
   * The computer is awake again: every open profile checks how long its listener was not running.
   */
  wake(): void
  /** Closes every open profile; the creator of practice closes practice. */
  close(): Promise<void>
}
