/** What the profiles of a workstation can do, and what they are made of. */
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

/** What the service is made of. */
export interface ProfilesDeps extends Omit<OpeningDeps, 'profileChanged'> {
  readonly practice: Session
  readonly changed: (state: ProfilesState) => void
  readonly shownChanged: (shown: OpenProfile) => void
  /** Another profile is shown from now on, or the shown one is called otherwise. */
  readonly shows: () => void
  /** The listeners of the profiles that are not shown may be different from now on. */
  readonly otherListenersChanged: () => void
  readonly startTimer: StartTimer
}

export type OpeningRefusal =
  | Failure<'confirmation-wrong'>
  | Failure<'profile-busy'>
  | Failure<'keychain-problem'>
  | Failure<'store-refused'>
/** The profile that is shown then, or why another was not opened. */
export type Shown<F = never> = Promise<Result<ProfilesState, OpeningRefusal | F>>
type RecoveryRefusal =
  | Failure<'draft-gone'>
  | Failure<'passphrase-wrong'>
  | Failure<'recovery-of-another'>

/** The profiles of one workstation. */
export interface ProfilesService {
  readonly state: () => ProfilesState
  /** The session in the window. */
  readonly shown: () => Session
  isKnown(id: string): boolean
  /** Whether another profile has this name. */
  isTaken(name: string, exceptId?: string): boolean
  /** Shows a profile; production needs its word. */
  open(id: string, confirmation: string | null): Shown<Failure<'not-found'>>
  create(input: NewProfile): Shown<Failure<'name-taken'> | Failure<'draft-gone'>>
  /** The three change the shown profile's card, with an entry in its store's chain. */
  rename(name: string): Promise<ProfilesState>
  retire(): Promise<ProfilesState>
  reinstate(): Promise<ProfilesState>
  /** Reads a chosen profile file; what it holds is kept for a while under the draft's id. */
  inspectFile(chosen: ChosenFile): Result<ProfileFileDraft, Failure<'file-not-understood'>>
  /** Reads a chosen recovery file for a profile; its key stays wrapped. */
  inspectRecovery(
    profileId: string,
    chosen: ChosenFile,
  ): Result<RecoveryDraft, Failure<'not-found'> | Failure<'file-not-understood'>>
  /** Whether it is the recovery file of this profile, and its passphrase. */
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
  /** Why the store of a profile did not open the last time; undefined: it did, or nobody asked. */
  whyRefused(id: string): Failure<'store-refused'> | undefined
  /**
   * Has a profile's store replaced, and shows the profile. `prepare` while it may still be open, `put` when it is closed;
   * where one of them fails, what stood there stays, and is opened again by whoever wants to.
   */
  replaceStore<F extends Failure>(
    id: string,
    steps: {
      readonly prepare: () => Promise<Result<null, F>>
      readonly put: () => Promise<Result<null, F>>
    },
  ): Shown<F | Failure<'not-found'>>
  /** The session of a profile that is open, shown or not. */
  openSession(id: string): Session | undefined
  /** The key of a profile's store, as the keychain has it. */
  storeKeyOf(
    id: string,
  ): Promise<Result<StoreKey, Failure<'not-found'> | Failure<'keychain-problem'>>>
  /** Where a profile's audit ended, as the keychain has it; null: nothing was kept. */
  storedHeadOf(
    id: string,
  ): Promise<Result<StoredHead | null, Failure<'not-found'> | Failure<'keychain-problem'>>>
  /** The profile in use of another environment than this one whose bank is at the address; undefined: there is none. */
  otherEnvironmentAt(address: string | null, environment: Environment): ProfileCard | undefined
  /** Opens in the background every profile whose listener is enabled. Never rejects; nothing waits for it. */
  openListening(): Promise<void>
  /** The keychain answers again: what could not be opened in the background is tried once more. */
  tryAgain(): void
  /** The listeners of the other profiles that are enabled. */
  otherListeners(): OtherListeners
  /** The computer is awake again: every open profile looks how long nobody listened. */
  wake(): void
  /** Closes every open profile; practice is closed by whoever made it. */
  close(): Promise<void>
}
